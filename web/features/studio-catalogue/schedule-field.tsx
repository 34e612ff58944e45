import type { WorkFields } from '#contract/studio-catalogue.ts'
import { catalogueCopy } from '#web/copy/studio-catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useId, useState } from 'react'
import { fromField, toField } from './kst.ts'

const words = catalogueCopy.schedule
type Schedule = Pick<WorkFields, 'is_withheld' | 'opens_at' | 'closes_at'>
const ways = ['hidden', 'now', 'planned'] as const

/** When something is shown: not, at once, or from an instant in Seoul; and until when. */
export function ScheduleField({
  value,
  isWaiting,
  errors,
  onChange,
}: {
  value: Schedule
  /** Whether `opens_at` is still to come. */
  isWaiting: boolean
  errors: Partial<Record<string, string>>
  onChange: (change: Partial<Schedule>) => void
}) {
  const name = useId()
  const { is_withheld, opens_at, closes_at } = value
  const [isPlanning, setPlanning] = useState(isWaiting)
  const way = is_withheld ? 'hidden' : isPlanning ? 'planned' : 'now'
  const choose = (to: (typeof ways)[number]) => {
    setPlanning(to === 'planned')
    onChange({
      is_withheld: to === 'hidden',
      ...(to === 'now' && isWaiting ? { opens_at: null } : {}),
      ...(to === 'now' && !isWaiting && isPlanning ? { opens_at: null } : {}),
    })
  }
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{words.title}</legend>
      <div className="inline-flex rounded-lg bg-surface-2 p-1">
        {ways.map((one) => (
          <label
            key={one}
            className="flex min-h-11 min-w-20 cursor-pointer items-center justify-center rounded-md px-4 text-sm font-semibold text-paper-2 has-checked:bg-paper has-checked:text-ink-deep has-focus-visible:outline-2 has-focus-visible:outline-gam"
          >
            <input
              type="radio"
              name={name}
              checked={way === one}
              onChange={() => choose(one)}
              className="sr-only"
            />
            {words.ways[one]}
          </label>
        ))}
      </div>
      <p className="mt-2 mb-3 text-xs text-paper-3">{words[`${way}_detail`]}</p>
      <div className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-1">
        {way === 'planned' && (
          <TextField
            type="datetime-local"
            step={1}
            label={words.opens_at}
            defaultValue={toField(opens_at)}
            error={errors['opens_at']}
            onChange={({ target }) => onChange({ opens_at: fromField(target.value) })}
          />
        )}
        <div>
          <TextField
            key={closes_at === null ? 'none' : 'some'}
            type="datetime-local"
            step={1}
            label={words.closes_at}
            defaultValue={toField(closes_at)}
            error={errors['closes_at']}
            hint={words.closes_hint}
            onBlur={({ target }) => onChange({ closes_at: fromField(target.value) })}
          />
          {closes_at !== null && (
            <Button look="quiet" onClick={() => onChange({ closes_at: null })}>
              {words.clear}
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}
