import { analyticsMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { useId, useState, type ComponentProps, type FormEvent } from 'react'
import { addDays, dayMs, seoulDate } from '#contract/core/seoul-time.ts'
import { maxRangeDays } from '#contract/studio/analytics.ts'

/** Presets in days up to today. */
const rangePresets = [7, 28, 90, 365] as const
const defaultPreset = 28

/** A date range, both ends included; `preset` is its number of days, if it is one. */
export type DateRange = { from: string; to: string; preset: number | null }

const dayCount = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** The error of a selected range. */
type DateRangeError = 'incomplete' | 'backwards' | 'too_long'

export function dateRangeError(from: string, to: string): DateRangeError | null {
  if (!isDay(from) || !isDay(to)) return 'incomplete'
  if (to < from) return 'backwards'
  return dayCount({ from, to }) > maxRangeDays ? 'too_long' : null
}

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Parses `days`, or `from` and `to`, from the address; invalid values fall back to the last 28 days. */
export function parseDateRange(params: URLSearchParams, now: number): DateRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (dateRangeError(from, to) === null) return { from, to, preset: null }
  const requested = Number(params.get('days'))
  const preset = (rangePresets as readonly number[]).includes(requested) ? requested : defaultPreset
  const today = seoulDate(now)
  return { from: addDays(today, 1 - preset), to: today, preset }
}

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
      <span className="mb-2 block text-xs font-semibold text-foreground-subtle">{label}</span>
      <input
        {...rest}
        type="date"
        min="2000-01-01"
        max="2099-12-31"
        className="h-11 w-full rounded-control bg-surface-raised px-3 text-base text-foreground tabular-nums inset-ring inset-ring-control-border/70 hover:inset-ring-control-border aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
      />
    </label>
  )
}
