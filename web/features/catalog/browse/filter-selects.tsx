import type { AgeCode } from '#contract/contents/contents.ts'
import { type Decade, decades } from '#contract/contents/listing-filters.ts'
import { ageCodes } from '#contract/core/constants.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { Options, Select } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'
import { browseMessages, decadeNames } from './messages.ko.ts'

type Props = Pick<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange'>

/**
 * A field of a form that filters works, with an empty option for any value. Values that leave no works are left out, and all of it
 * where it has no choice; the chosen value stays.
 */
export function FilterSelect<T extends string | number>({
  values,
  offered,
  names,
  label,
  any,
  ...field
}: Props & {
  name: string
  values: readonly T[]
  offered: readonly T[]
  names: Readonly<Record<T, string>>
  label: string
  any: string
}) {
  const chosen = field.value ?? field.defaultValue ?? ''
  if (offered.length < 2 && chosen === '') return null
  const options = values.filter((value) => offered.includes(value) || value === chosen)
  return (
    <Select {...field} aria-label={label} className="w-38">
      <option value="">{any}</option>
      <Options values={options} names={names} />
    </Select>
  )
}

export const AgeSelect = (props: Props & { offered: readonly AgeCode[] }) => (
  <FilterSelect
    {...props}
    name="age_rating"
    values={ageCodes}
    names={badgeMessages.age}
    label={browseMessages.age}
    any={browseMessages.any_age}
  />
)

export const DecadeSelect = (props: Props & { offered: readonly Decade[] }) => (
  <FilterSelect
    {...props}
    name="decade"
    values={decades}
    names={decadeNames}
    label={browseMessages.decade}
    any={browseMessages.any_decade}
  />
)
