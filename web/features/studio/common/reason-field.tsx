import { reasonLength } from '#contract/studio/support.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'

/** The reason of a staff action: required, and kept in the audit log. */
export function ReasonField({
  messages,
  value,
  error,
  onValue,
}: {
  messages: { reason: string; reason_hint: string }
  value: string
  error: string | undefined
  onValue: (reason: string) => void
}) {
  return (
    <TextField
      label={messages.reason}
      hint={messages.reason_hint}
      required
      error={error}
      maxLength={reasonLength.max}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
