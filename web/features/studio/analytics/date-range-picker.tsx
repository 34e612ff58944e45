import { analyticsMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { useId, useState, type ComponentProps, type FormEvent } from 'react'
import { dateRangeError, type DateRange, type DateRangeError, rangePresets } from './date-range.ts'

const { range: messages } = analyticsMessages

/** The days everything below is about: so many up to today, or two days one picks. */
export function RangePicker({
  range,
  put,
}: {
  range: DateRange
  put: (news: Record<string, string | null>) => void
}) {
  const [picks, setPicks] = useState(range.span === null)
  const isCustom = picks || range.span === null
  return (
    <div className="mt-9 mb-5">
      <div role="group" aria-label={messages.label} className="flex flex-wrap items-center gap-2">
        {rangePresets.map((span) => (
          <Chip
            key={span}
            selected={!isCustom && span === range.span}
            onClick={() => {
              setPicks(false)
              put({ days: String(span), from: null, to: null })
            }}
          >
            {messages.days[span]}
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
          onPicked={(days) => put({ ...days, days: null })}
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
  const [fault, setFault] = useState<DateRangeError | null>(null)
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = dateRangeError(days.from, days.to)
    setFault(found)
    if (!found) onPicked(days)
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
          {...(fault && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        />
        <Button type="submit">{messages.apply}</Button>
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className="mt-2 text-sm text-danger">
          {messages[fault]}
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
