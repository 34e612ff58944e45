import { reasonLength } from '#contract/core/text-fields.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** The reason of a staff action: required, and kept in the audit log. */
export const ReasonField = ({
  messages,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label'> & {
  messages: { reason: string; reason_hint: string }
}) => (
  <TextField
    label={messages.reason}
    hint={messages.reason_hint}
    required
    maxLength={reasonLength.max}
    {...field}
  />
)

/** Formats an instant for a `datetime-local` input in Seoul, to the second; empty for null. */
export function toKstInput(instant: string | null): string {
  return instant === null
    ? ''
    : new Date(Date.parse(instant) + seoulUtcOffsetMs).toISOString().slice(0, 19)
}

/** Parses the input's value as an instant in Seoul; null if incomplete. */
export function fromKstInput(text: string): string | null {
  const instant = Date.parse(`${text}+09:00`)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}
