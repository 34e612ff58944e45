import type { CuratedWork } from '#contract/studio/home-curation.ts'
import { workSearchQuery } from '#web/features/studio/discovery/queries.ts'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'

/** A work in the picker; search results have no flags yet. */
export type PickedWork = Pick<CuratedWork, 'series_id' | 'title'> & Partial<CuratedWork>

/** Moves the item at `index` by one. */
export function moveItem<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const moved = [...items]
  const [item] = moved.splice(index, 1)
  if (item !== undefined) moved.splice(index + by, 0, item)
  return moved
}

/** An ordered list of works, and the search for others. */
export function WorkPicker<W extends PickedWork>({
  label,
  value,
  max,
  needsScene = false,
  error,
  create,
  extra,
  onChange,
}: {
  label: string
  value: readonly W[]
  max: number
  /** Whether the place shows only public works with a wide picture. */
  needsScene?: boolean
  error?: string | undefined
  /** Makes the entry of a work that was found. */
  create: (work: PickedWork) => W
  /** Rendered below a work. */
  extra?: (work: W) => ReactNode
  onChange: (works: W[]) => void
}) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = useQuery(workSearchQuery(q))
  const chosen = new Set(value.map(({ series_id }) => series_id))
  const found = q === '' ? [] : (query.data?.results ?? []).filter(({ id }) => !chosen.has(id))
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {value.length > 0 && (
        <ol aria-label={label} className="mb-3 divide-y divide-border">
          {value.map((work, index) => (
            <li key={work.series_id} className="py-1">
              <div className="flex items-center gap-1">
                <span className="min-w-0 grow">
                  <span className="block truncate text-foreground">{work.title}</span>
                  <Warning work={work} needsScene={needsScene} />
                </span>
                {max > 1 && (
                  <>
                    <IconButton
                      icon="chevron_up"
                      label={messages.move_up(work.title)}
                      disabled={index === 0}
                      onClick={() => onChange(moveItem(value, index, -1))}
                    />
                    <IconButton
                      icon="chevron_down"
                      label={messages.move_down(work.title)}
                      disabled={index === value.length - 1}
                      onClick={() => onChange(moveItem(value, index, 1))}
                    />
                  </>
                )}
                <IconButton
                  icon="close"
                  label={messages.remove(work.title)}
                  onClick={() => onChange(value.filter((other) => other !== work))}
                />
              </div>
              {extra?.(work)}
            </li>
          ))}
        </ol>
      )}
      {value.length < max ? (
        <>
          <TextField
            label={messages.search}
            type="search"
            autoComplete="off"
            maxLength={100}
            value={text}
            error={error}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <p aria-live="polite" className="text-sm text-foreground-subtle empty:hidden">
            {q !== '' && query.data?.results.length === 0 && messages.not_found}
          </p>
          {found.length > 0 && (
            <ul aria-label={messages.found} className="divide-y divide-border">
              {found.map(({ id, title }) => (
                <li key={id} className="flex items-center gap-2 py-1">
                  <span className="min-w-0 grow truncate">{title}</span>
                  <Button
                    variant="ghost"
                    aria-label={messages.add_work(title)}
                    onClick={() => onChange([...value, create({ series_id: id, title })])}
                  >
                    {messages.add_short}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        max > 1 && <p className="text-sm text-foreground-subtle">{messages.full(max)}</p>
      )}
    </fieldset>
  )
}

/** Why home does not show a work, if it does not. */
export function Warning({ work, needsScene }: { work: PickedWork; needsScene: boolean }) {
  const text =
    work.is_shown === false
      ? messages.hidden
      : needsScene && work.has_scene === false
        ? messages.no_scene
        : null
  return text && <span className="block text-sm text-danger">{text}</span>
}
