import { DateTimeField } from '#web/features/studio/common/value-fields.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { useState, type FormEvent } from 'react'
import { scheduleMessages as messages } from './messages.ko.ts'
import { useReschedule, type Rescheduled } from './queries.ts'

/** A date-time field that moves a start or an end. */
export function RescheduleForm({
  item,
  at,
  onDone,
}: {
  item: Rescheduled
  /** The current instant; null without one. */
  at: string | null
  /** Called after it was saved, and on cancelling. */
  onDone: () => void
}) {
  const [instant, setInstant] = useState(at)
  const [isMissing, setMissing] = useState(false)
  const reschedule = useReschedule(onDone)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (focusUnreadableField(event.currentTarget)) return
    setMissing(instant === null)
    if (instant !== null) reschedule.submit({ ...item, at: instant })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <DateTimeField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button
        autoFocus
        label={messages.at[item.event]}
        value={instant}
        error={isMissing ? messages.missing : (reschedule.formError ?? undefined)}
        onValue={setInstant}
      />
      <div className="mt-1 flex flex-wrap gap-2 *:grow">
        <Button variant="ghost" onClick={onDone}>
          {messages.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={reschedule.isPending}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}
