import type { AgeCode } from '#contract/contents/contents.ts'
import { type Decade, decades } from '#contract/contents/listing-filters.ts'
import { ageCodes } from '#contract/core/constants.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { Options, Select } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'
import { browseMessages, decadeNames } from './messages.ko.ts'

type Props = Pick<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'className'>

/** `offered` leaves out options; the chosen one stays. */
type Offered<T> = Props & { offered?: readonly T[] }

const optionsOf = <T extends string>(
  all: readonly T[],
  offered = all,
  value: Props['value'] = '',
) => all.filter((option) => offered.includes(option) || option === value)

/** The fields `age_rating` and `decade` of a form that filters works. Each has an empty option for any value. */
export const AgeSelect = ({ offered, ...props }: Offered<AgeCode>) => (
  <Select name="age_rating" aria-label={browseMessages.age} className="w-38" {...props}>
    <option value="">{browseMessages.any_age}</option>
    <Options values={optionsOf(ageCodes, offered, props.value)} names={badgeMessages.age} />
  </Select>
)

export const DecadeSelect = ({ offered, ...props }: Offered<Decade>) => (
  <Select name="decade" aria-label={browseMessages.decade} className="w-38" {...props}>
    <option value="">{browseMessages.any_decade}</option>
    <Options values={optionsOf(decades, offered, props.value)} names={decadeNames} />
  </Select>
)
