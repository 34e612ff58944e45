import { studioMembersMessages as words } from './messages.ko.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { ReasonField } from '#web/features/studio/common/reason-field.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'

/** Does something that needs a reason, once; says why it was refused. */
export function ReasonForm({
  title,
  yes,
  act,
  failed = errorMessage,
  close,
  children,
}: {
  title: string
  yes: string
  act: (reason: string) => Promise<void>
  /** What is said of a refusal. */
  failed?: (error: unknown) => string
  close: () => void
  children?: ReactNode
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const said = reason.trim()

  async function run() {
    if (running.current || said === '') return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await act(said)
      close()
    } catch (fault) {
      setError(failed(fault))
      setBusy(false)
      running.current = false
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
            <Button onClick={close}>{words.cancel}</Button>
            <Button type="submit" look="danger" busy={busy} disabled={said === ''}>
              {yes}
            </Button>
          </>
        }
      >
        {children}
        <div className="mt-4">
          <ReasonField words={words} value={reason} onValue={setReason} />
        </div>
        <FormAlert>{error}</FormAlert>
      </DialogBody>
    </form>
  )
}
