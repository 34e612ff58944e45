import { countries } from '#contract/contents/countries.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useId, useState } from 'react'

const messages = studioCatalogMessages.form
/** Korean works are also filtered by their category. */
const suggestions = ['한국', ...countries.map(([name]) => name)]

/** The countries of a title, by their Korean names. Search filters by those that it suggests. */
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
            hint={messages.countries_hint}
            error={error}
            list={list}
            placeholder={messages.country_placeholder}
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
          className="mt-7.25 min-h-12"
          disabled={name === ''}
          onClick={add}
        >
          {messages.add_country}
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
                aria-label={messages.remove_country(country)}
                onClick={() => onChange(value.filter((other) => other !== country))}
              >
                {country}
                <Icon name="close" className="size-3.5" />
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
