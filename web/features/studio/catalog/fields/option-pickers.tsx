import { type Descriptor, descriptors as allDescriptors } from '#contract/contents/contents.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import { type ReactNode, useId, useState } from 'react'
import { useCategories } from '#web/features/studio/catalog/queries.ts'
import { countries } from '#contract/contents/countries.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'

const formMessages = studioCatalogMessages.form

const messages = studioCatalogMessages.fields

function Choices({
  label,
  hint,
  error,
  children,
}: {
  label: string | undefined
  hint?: string
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      <p className={`mt-2 min-h-5 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}>
        {error ?? hint}
      </p>
    </fieldset>
  )
}

const toggled = <T,>(list: readonly T[], item: T) =>
  list.includes(item) ? list.filter((listItem) => listItem !== item) : [...list, item]

/** Selects a work's categories. */
export function CategoryPicker({
  value,
  onChange,
  error,
}: {
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
}) {
  const categories = useCategories()
  return (
    <Choices label={messages['category_ids']} error={error}>
      {categories.map(({ id, name }) => (
        <Chip
          key={id}
          selected={value.includes(id)}
          onClick={() => onChange(toggled(value, id).sort((a, b) => a - b))}
        >
          {name}
        </Chip>
      ))}
    </Choices>
  )
}

/** Selects up to three content descriptors. */
export function DescriptorPicker({
  value,
  onChange,
  error,
}: {
  value: readonly Descriptor[]
  onChange: (value: Descriptor[]) => void
  error?: string | undefined
}) {
  return (
    <Choices
      label={messages['descriptors']}
      hint={studioCatalogMessages.form.descriptors_hint}
      error={error}
    >
      {allDescriptors.map((item) => (
        <Chip
          key={item}
          selected={value.includes(item)}
          disabled={value.length >= 3 && !value.includes(item)}
          onClick={() => onChange(toggled(value, item))}
        >
          {item}
        </Chip>
      ))}
    </Choices>
  )
}

/** Korean works are also filtered by their category. */
const suggestions = ['한국', ...countries.map(([name]) => name)]

/** The countries of a work, by their Korean names. Search filters by those that it suggests. */
export function CountriesField({
  value,
  onChange,
  error,
}: {
  value: readonly string[]
  onChange: (value: string[]) => void
  error?: string | undefined
}) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const name = typed.trim().normalize('NFC')
  const add = () => {
    if (name === '') return
    if (!value.includes(name)) onChange([...value, name])
    setTyped('')
  }
  return (
    <div>
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion}>
            {suggestion}
          </option>
        ))}
      </datalist>
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow sm:max-w-80">
          <TextField
            label={studioCatalogMessages.fields['countries'] ?? ''}
            hint={formMessages.countries_hint}
            error={error}
            list={list}
            placeholder={formMessages.country_placeholder}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // During composition Enter ends the syllable.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
        </div>
        <Button
          variant="outline"
          icon="plus"
          className="mt-7 min-h-12"
          incomplete={name === ''}
          onClick={add}
        >
          {formMessages.add_country}
        </Button>
      </div>
      {value.length > 0 && (
        <ul
          aria-label={studioCatalogMessages.fields['countries']}
          className="mb-5 flex flex-wrap gap-2"
        >
          {value.map((country) => (
            <li key={country}>
              <Chip
                aria-pressed={undefined}
                aria-label={formMessages.remove_country(country)}
                onClick={() => onChange(value.filter((other) => other !== country))}
              >
                {country}
                <Icon name="close" className="size-4" />
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
