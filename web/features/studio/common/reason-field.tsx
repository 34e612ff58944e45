import { reasonLength } from '#contract/studio/support.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'

/** Why staff does it: needed, and kept in the log. */
export function ReasonField({
  words,
  value,
  onValue,
}: {
  words: { reason: string; reason_hint: string }
  value: string
  onValue: (reason: string) => void
}) {
  return (
    <TextField
      label={words.reason}
      hint={words.reason_hint}
      required
      maxLength={reasonLength.max}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
