import { reasonLength } from '#contract/studio/support.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'

/** The reason of a staff action: required, and kept in the audit log. */
export function ReasonField({
  messages,
  value,
  onValue,
}: {
  messages: { reason: string; reason_hint: string }
  value: string
  onValue: (reason: string) => void
}) {
  return (
    <TextField
      label={messages.reason}
      hint={messages.reason_hint}
      required
      maxLength={reasonLength.max}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
