import { reasonLength } from '#contract/core/text-fields.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import type { ComponentProps } from 'react'
import { studioMessages } from './messages.ko.ts'
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

/** Moves an item of an ordered list by one place. */
export function MoveButtons({
  name,
  index,
  count,
  disabled = false,
  onMove,
}: {
  name: string
  index: number
  count: number
  disabled?: boolean
  onMove: (by: -1 | 1) => void
}) {
  return (
    <>
      <IconButton
        icon="chevron_up"
        label={studioMessages.move_up(name)}
        disabled={disabled || index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="chevron_down"
        label={studioMessages.move_down(name)}
        disabled={disabled || index === count - 1}
        onClick={() => onMove(1)}
      />
    </>
  )
}

/** Moves the item at `index` by a number of places. */
export function moveItem<T>(items: readonly T[], index: number, by: number): T[] {
  const moved = [...items]
  moved.splice(index + by, 0, ...moved.splice(index, 1))
  return moved
}
