import { DateTimeField } from '#web/features/studio/common/value-fields.tsx'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { formatDateTime } from '#web/lib/format.ts'

/** Instants; null is without a limit. */
export type Period = { starts_at: string | null; ends_at: string | null }

type PeriodState = keyof typeof messages.states

/** The state of a period at `now`, in milliseconds since the epoch. */
export function periodState(
  { starts_at, ends_at }: Period,
  isOn: boolean,
  now: number,
): PeriodState {
  if (!isOn) return 'off'
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'ended'
  return starts_at !== null && Date.parse(starts_at) > now ? 'planned' : 'shown'
}

export function formatPeriod({ starts_at, ends_at }: Period): string {
  const parts = [
    ...(starts_at === null ? [] : [messages.from(formatDateTime(starts_at))]),
    ...(ends_at === null ? [] : [messages.until(formatDateTime(ends_at))]),
  ]
  return parts.length === 0 ? messages.always : parts.join(' ')
}

/** Whether the end is not after the start. */
export const isEmptyPeriod = ({ starts_at, ends_at }: Period) =>
  starts_at !== null && ends_at !== null && Date.parse(starts_at) >= Date.parse(ends_at)

/** The start and the end of a period, in Seoul. `name` tells the fields of several works apart. */
export function PeriodFields({
  value,
  name,
  onChange,
}: {
  value: Period
  name?: string
  onChange: (period: Period) => void
}) {
  const field = (key: keyof Period) => (
    <DateTimeField
      label={messages[key]}
      {...(name && { 'aria-label': `${name}, ${messages[key]}` })}
      value={value[key]}
      error={key === 'ends_at' && isEmptyPeriod(value) ? messages.ends_first : undefined}
      onValue={(instant) => onChange({ ...value, [key]: instant })}
    />
  )
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {field('starts_at')}
      {field('ends_at')}
    </div>
  )
}
