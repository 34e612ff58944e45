import { studio_catalogue } from '#contract/studio/catalogue.ts'
import type { StudioPerson } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { call } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

const messages = studioCatalogMessages.people
const cell =
  'h-11 w-full min-w-0 rounded-lg bg-surface-raised px-3 text-sm inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle'

/** The cast and crew of a title, in the order of its page. */
export function PeopleField({
  value,
  onChange,
  error,
}: {
  value: readonly StudioPerson[]
  onChange: (value: StudioPerson[]) => void
  error?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const suggested = useQuery({
    queryKey: studioKeys.people(typed),
    queryFn: () => call(studio_catalogue.suggestPeople, { query: { q: typed.trim() } }),
    enabled: typed.trim().length > 0,
    staleTime: 60_000,
  })
  const change = (index: number, changes: Partial<StudioPerson>) =>
    onChange(value.map((item, itemIndex) => (itemIndex === index ? { ...item, ...changes } : item)))
  const move = (index: number, by: -1 | 1) => {
    const reordered = [...value]
    const [person] = reordered.splice(index, 1)
    if (person) reordered.splice(index + by, 0, person)
    onChange(reordered)
  }
  const setName = (index: number, text: string) => {
    setTyped(text)
    // A known person keeps the original name on record.
    const knownPerson = suggested.data?.results.find((suggestion) => suggestion.name === text)
    change(index, { name: text, ...(knownPerson && { name_original: knownPerson.name_original }) })
  }
  return (
    <div>
      {value.length === 0 && <p className="mb-3 text-sm text-foreground-subtle">{messages.none}</p>}
      <datalist id={list}>
        {suggested.data?.results.map((suggestion) => (
          <option key={`${suggestion.name} ${suggestion.name_original}`} value={suggestion.name}>
            {suggestion.name_original}
          </option>
        ))}
      </datalist>
      <ul className="space-y-2">
        {value.map((person, index) => (
          // Credits have no id here; the index is their only key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex gap-2 max-md:rounded-xl max-md:bg-surface max-md:p-3">
            <div className="grid min-w-0 grow gap-2 md:grid-cols-[6rem_1fr_1fr_1fr]">
              <select
                aria-label={messages.role}
                value={person.role}
                onChange={({ target }) =>
                  change(index, { role: target.value as StudioPerson['role'] })
                }
                className={cell}
              >
                {Object.entries(messages.roles).map(([role, title]) => (
                  <option key={role} value={role}>
                    {title}
                  </option>
                ))}
              </select>
              <input
                aria-label={messages.name}
                placeholder={messages.name}
                value={person.name}
                list={list}
                autoComplete="off"
                maxLength={100}
                onChange={({ target }) => setName(index, target.value)}
                className={cell}
              />
              <input
                aria-label={messages.name_original}
                placeholder={messages.name_original}
                value={person.name_original ?? ''}
                maxLength={200}
                onChange={({ target }) => change(index, { name_original: target.value || null })}
                className={cell}
              />
              <input
                aria-label={messages.character}
                placeholder={messages.character}
                value={person.character ?? ''}
                maxLength={200}
                onChange={({ target }) => change(index, { character: target.value || null })}
                className={cell}
              />
            </div>
            <div className="flex shrink-0 max-md:flex-col">
              <IconButton
                label={messages.up(person.name)}
                icon="chevron_up"
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={messages.down(person.name)}
                icon="chevron_down"
                disabled={index === value.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                label={messages.remove(person.name)}
                icon="close"
                onClick={() => onChange(value.filter((_, itemIndex) => itemIndex !== index))}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        icon="plus"
        className="mt-3"
        onClick={() =>
          onChange([...value, { name: '', name_original: null, role: 'cast', character: null }])
        }
      >
        {messages.add}
      </Button>
      {error && <p className="mt-2 text-xs text-danger">{error}</p>}
    </div>
  )
}
