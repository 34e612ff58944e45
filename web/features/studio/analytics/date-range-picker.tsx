import { analyticsMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { useId, useState, type ComponentProps, type FormEvent } from 'react'
import { dateRangeError, type DateRange, type DateRangeError, rangePresets } from './date-range.ts'

const { range: messages } = analyticsMessages

/** Selects the date range of the page: a preset up to today, or two dates. */
export function RangePicker({
  range,
  onChange,
}: {
  range: DateRange
  onChange: (changes: Record<string, string | null>) => void
}) {
  const [picks, setPicks] = useState(range.preset === null)
  const isCustom = picks || range.preset === null
  return (
    <div className="mt-9 mb-5">
      <div role="group" aria-label={messages.label} className="flex flex-wrap items-center gap-2">
        {rangePresets.map((preset) => (
          <Chip
            key={preset}
            selected={!isCustom && preset === range.preset}
            onClick={() => {
              setPicks(false)
              onChange({ days: String(preset), from: null, to: null })
            }}
          >
            {messages.days[preset]}
          </Chip>
        ))}
        <Chip selected={isCustom} aria-expanded={isCustom} onClick={() => setPicks(true)}>
          {messages.custom}
        </Chip>
      </div>
      {isCustom && (
        <Custom
          key={`${range.from} ${range.to}`}
          {...range}
          onPicked={(days) => onChange({ ...days, days: null })}
        />
      )}
    </div>
  )
}

function Custom({
  from,
  to,
  onPicked,
}: {
  from: string
  to: string
  onPicked: (days: { from: string; to: string }) => void
}) {
  const [days, setDays] = useState({ from, to })
  const [problem, setError] = useState<DateRangeError | null>(null)
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    const error = dateRangeError(days.from, days.to)
    setError(error)
    if (!error) onPicked(days)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-3">
      <div className="flex flex-wrap items-end gap-2">
        <DayField
          label={messages.from}
          value={days.from}
          onChange={({ target }) => setDays({ ...days, from: target.value })}
        />
        <DayField
          label={messages.to}
          value={days.to}
          onChange={({ target }) => setDays({ ...days, to: target.value })}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        />
        <Button type="submit">{messages.apply}</Button>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-2 text-sm text-danger">
          {messages[problem]}
        </p>
      )}
    </form>
  )
}

function DayField({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="min-w-0 max-sm:grow">
      <span className="mb-1.5 block text-xs font-semibold text-foreground-subtle">{label}</span>
      <input
        {...rest}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        className="h-11 w-full rounded-lg bg-surface-raised px-3 text-base text-foreground tabular-nums inset-ring inset-ring-control-border/70 hover:inset-ring-control-border aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
      />
    </label>
  )
}
