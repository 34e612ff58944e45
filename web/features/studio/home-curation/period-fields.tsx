import { fromKstInput, toKstInput } from '#web/features/studio/common/kst-input.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { isEmptyPeriod, type Period } from './period.ts'

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
    <TextField
      type="datetime-local"
      step={1}
      label={messages[key]}
      {...(name && { 'aria-label': `${name}, ${messages[key]}` })}
      defaultValue={toKstInput(value[key])}
      error={key === 'ends_at' && isEmptyPeriod(value) ? messages.ends_first : undefined}
      onChange={({ target }) => onChange({ ...value, [key]: fromKstInput(target.value) })}
    />
  )
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {field('starts_at')}
      {field('ends_at')}
    </div>
  )
}
