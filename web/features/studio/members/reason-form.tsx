import { studioMembersMessages as messages } from './messages.ko.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ReasonField } from '#web/features/studio/common/reason-field.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'

/** A dialog for an action that needs a reason. It runs once; errors are shown. */
export function ReasonForm({
  title,
  yes,
  action,
  messageOf = errorMessage,
  close,
  children,
}: {
  title: string
  yes: string
  action: (reason: string) => Promise<void>
  /** The message of an error. */
  messageOf?: (error: unknown) => string
  close: () => void
  children?: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const trimmed = reason.trim()

  async function run() {
    if (isRunning.current || trimmed === '') return
    isRunning.current = true
    setBusy(true)
    setError(undefined)
    try {
      await action(trimmed)
      close()
    } catch (problem) {
      setError(messageOf(problem))
      setBusy(false)
      isRunning.current = false
    }
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <DialogBody
        title={title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="danger" busy={busy} disabled={trimmed === ''}>
              {yes}
            </Button>
          </>
        }
      >
        {children}
        <div className="mt-4">
          <ReasonField messages={messages} value={reason} onValue={setReason} />
        </div>
        <FormAlert>{error}</FormAlert>
      </DialogBody>
    </form>
  )
}
