import type { WorkFields } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useId, useState } from 'react'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

const messages = studioCatalogMessages.schedule
type Schedule = Pick<WorkFields, 'is_unpublished' | 'publish_at' | 'unpublish_at'>
const ways = ['hidden', 'now', 'planned'] as const

/** When something is shown: not, at once, or from an instant in Seoul; and until when. */
export function ScheduleField({
  value,
  isWaiting,
  errors,
  onChange,
}: {
  value: Schedule
  /** Whether `publish_at` is still to come. */
  isWaiting: boolean
  errors: Partial<Record<string, string>>
  onChange: (change: Partial<Schedule>) => void
}) {
  const name = useId()
  const { is_unpublished, publish_at, unpublish_at } = value
  const [isPlanning, setPlanning] = useState(isWaiting)
  const [cleared, setCleared] = useState(0)
  const way = isPlanning ? 'planned' : is_unpublished ? 'hidden' : 'now'
  const choose = (to: (typeof ways)[number]) => {
    setPlanning(to === 'planned')
    if (to === 'hidden') return onChange({ is_unpublished: true })
    // An instant that has come stays as it was told; one that is to come is given up for now.
    if (to === 'now')
      return onChange({ is_unpublished: false, ...(isPlanning ? { publish_at: null } : {}) })
    onChange({ is_unpublished: false, publish_at: nextMidnight() })
  }
  // Without an instant nothing is shown, or clearing the field would show it at once.
  const plan = (text: string) => {
    const at = fromKstInput(text)
    onChange({ publish_at: at, is_unpublished: at === null })
  }
  return (
    <fieldset>
      <legend className="mb-4 w-full border-b border-border pb-2 text-base font-bold">
        {messages.title}
      </legend>
      <div className="inline-flex rounded-lg bg-surface-raised p-1">
        {ways.map((one) => (
          <label
            key={one}
            className="flex min-h-11 min-w-20 cursor-pointer items-center justify-center rounded-md px-4 text-sm font-semibold text-foreground-muted has-checked:bg-foreground has-checked:text-background-deep forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-accent forced-colors:has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={way === one}
              onChange={() => choose(one)}
              className="sr-only"
            />
            {messages.ways[one]}
          </label>
        ))}
      </div>
      <p className="mt-2 mb-3 text-xs text-foreground-subtle">{messages[`${way}_detail`]}</p>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-1">
        {way === 'planned' && (
          <TextField
            type="datetime-local"
            step={1}
            label={messages.publish_at}
            defaultValue={toKstInput(publish_at)}
            error={errors['publish_at']}
            onChange={({ target }) => plan(target.value)}
          />
        )}
        <div>
          <TextField
            key={cleared}
            type="datetime-local"
            step={1}
            label={messages.unpublish_at}
            defaultValue={toKstInput(unpublish_at)}
            error={errors['unpublish_at']}
            hint={messages.closes_hint}
            onChange={({ target }) => onChange({ unpublish_at: fromKstInput(target.value) })}
          />
          {unpublish_at !== null && (
            <Button
              look="quiet"
              onClick={() => {
                onChange({ unpublish_at: null })
                setCleared(cleared + 1)
              }}
            >
              {messages.clear}
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}

/** An instant as a field for date and time takes it, in Seoul, to the second; empty for none. */
function toKstInput(instant: string | null): string {
  return instant === null
    ? ''
    : new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(0, 19)
}

/** What stands in such a field as an instant; null where nothing whole does. */
function fromKstInput(text: string): string | null {
  const at = Date.parse(`${text}+09:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The next midnight in Seoul: what is planned begins there until somebody says otherwise. */
function nextMidnight(): string {
  const day = 86_400_000
  return new Date(
    (Math.floor((Date.now() + seoulUtcOffsetMs) / day) + 1) * day - seoulUtcOffsetMs,
  ).toISOString()
}
