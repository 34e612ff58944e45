import { fromKstInput, toKstInput } from '#web/features/studio/common/form-fields.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
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
  const [text, setText] = useState(toKstInput(at))
  const [isMissing, setMissing] = useState(false)
  const reschedule = useReschedule(onDone)
  function submit(event: FormEvent) {
    event.preventDefault()
    const instant = fromKstInput(text)
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
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button
        autoFocus
        type="datetime-local"
        step={1}
        label={messages.at[item.event]}
        value={text}
        error={isMissing ? messages.missing : (reschedule.formError ?? undefined)}
        onChange={({ target }) => setText(target.value)}
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
