import type { WorkFields } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import type { Edit } from '#web/features/studio/catalog/editing/use-edit-session.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { useId, useState } from 'react'
import { dayMs, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { DateTimeField } from '#web/features/studio/common/value-fields.tsx'

const messages = studioCatalogMessages.schedule
type Schedule = Pick<WorkFields, 'is_announced' | 'is_unpublished' | 'publish_at' | 'unpublish_at'>
const modes = ['hidden', 'now', 'planned'] as const

type ScheduleProps = {
  edit: Pick<Edit<Schedule>, 'base' | 'change' | 'errors' | 'formKey' | 'values'>
  /** Whether `publish_at` is in the future. */
  isWaiting: boolean
}

/** The publication of an episode or work: hidden, public, or public from and until an instant in Seoul. */
export function ScheduleField(props: ScheduleProps) {
  const { base, formKey } = props.edit
  return <ScheduleInputs key={`${formKey} ${base.publish_at} ${base.unpublish_at}`} {...props} />
}

function ScheduleInputs({ edit: { values, errors, change: onChange }, isWaiting }: ScheduleProps) {
  const name = useId()
  const { is_announced, is_unpublished, publish_at, unpublish_at } = values
  const [isPlanning, setPlanning] = useState(isWaiting)
  const [cleared, setCleared] = useState(0)
  const mode = isPlanning ? 'planned' : is_unpublished ? 'hidden' : 'now'
  const selectMode = (to: (typeof modes)[number]) => {
    setPlanning(to === 'planned')
    if (to === 'hidden') return onChange({ is_unpublished: true })
    // A past instant is kept; a future one is replaced by now.
    if (to === 'now')
      return onChange({ is_unpublished: false, ...(isPlanning ? { publish_at: null } : {}) })
    onChange({ is_unpublished: false, publish_at: nextMidnight() })
  }
  // Without an instant it is unpublished; otherwise clearing the field would publish it at once.
  const plan = (instant: string | null) =>
    onChange({ publish_at: instant, is_unpublished: instant === null })
  return (
    <fieldset>
      <legend className="mb-4 w-full border-b border-border pb-2 text-base font-bold">
        {messages.title}
      </legend>
      <div className="inline-flex rounded-control bg-surface-raised p-1">
        {modes.map((option) => (
          <label
            key={option}
            className="flex min-h-11 min-w-20 cursor-pointer items-center justify-center rounded-control px-4 text-sm font-semibold text-foreground-muted has-checked:bg-foreground has-checked:text-background-deep forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-accent forced-colors:has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={mode === option}
              onChange={() => selectMode(option)}
              className="sr-only"
            />
            {messages.modes[option]}
          </label>
        ))}
      </div>
      <div className="mt-3">
        <Checkbox
          label={messages.announced}
          checked={is_announced}
          onChange={({ target }) => onChange({ is_announced: target.checked })}
        />
      </div>
      <p className="mt-2 mb-3 text-xs text-foreground-subtle">{messages[`${mode}_detail`]}</p>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-1">
        {mode === 'planned' && (
          <DateTimeField
            label={messages.publish_at}
            value={publish_at}
            error={errors['publish_at']}
            onValue={plan}
          />
        )}
        <div>
          <DateTimeField
            key={cleared}
            label={messages.unpublish_at}
            value={unpublish_at}
            error={errors['unpublish_at']}
            hint={messages.closes_hint}
            onValue={(instant) => onChange({ unpublish_at: instant })}
          />
          {unpublish_at !== null && (
            <Button
              variant="ghost"
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

/** The next midnight in Seoul, the default of a schedule. */
function nextMidnight(): string {
  return new Date(
    (Math.floor((Date.now() + seoulUtcOffsetMs) / dayMs) + 1) * dayMs - seoulUtcOffsetMs,
  ).toISOString()
}
