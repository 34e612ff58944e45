import { ageCodes } from '#contract/core/constants.ts'
import { decades } from '#contract/core/decades.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { Select } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'
import { browseMessages, decadeNames } from './messages.ko.ts'

type Props = Pick<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'className'>

/** The fields `age_rating` and `decade` of a form that filters works. Each has an empty option for any value. */
export const AgeSelect = (props: Props) => (
  <Select name="age_rating" aria-label={browseMessages.age} className="w-38" {...props}>
    <option value="">{browseMessages.any_age}</option>
    {ageCodes.map((code) => (
      <option key={code} value={code}>
        {badgeMessages.age[code]}
      </option>
    ))}
  </Select>
)

export const DecadeSelect = (props: Props) => (
  <Select name="decade" aria-label={browseMessages.decade} className="w-38" {...props}>
    <option value="">{browseMessages.any_decade}</option>
    {decades.map((decade) => (
      <option key={decade} value={decade}>
        {decadeNames[decade]}
      </option>
    ))}
  </Select>
)
