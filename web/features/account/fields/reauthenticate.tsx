import { proofCopy } from '#web/features/account/mypage/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'
import { isRefused, wordsOf } from '#web/api/error-message.ts'

/** What proves again who is there. */
type Proof = { current_password?: string }

type Outcome<T> = { value: T } | { error: unknown }

/**
 * Makes a call that may want to know once more who is there (D-16): where it is refused for that, a dialog asks
 * for the password and the call is made again with it. Every other refusal is thrown as it came.
 * @returns `{ value }`, or nothing where the dialog was dismissed.
 */
export async function proven<T>(
  attempt: (proof: Proof) => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await attempt({}) }
  } catch (error) {
    if (!isRefused(error, 'reauthentication_required')) throw error
  }
  const outcome = await modals.open<Outcome<T>>({ label: proofCopy.title }, (close) => (
    <PasswordDialog attempt={attempt} close={close} />
  ))
  if (outcome && 'error' in outcome) throw outcome.error
  return outcome
}

/** Stays open while the password is wrong, or has been wrong too often. */
function PasswordDialog<T>({
  attempt,
  close,
}: {
  attempt: (proof: Proof) => Promise<T>
  close: (outcome?: Outcome<T>) => void
}) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!password || busy) return
    setBusy(true)
    setError(undefined)
    try {
      close({ value: await attempt({ current_password: password }) })
    } catch (reason) {
      if (!isRefused(reason, 'invalid_credentials') && !isRefused(reason, 'rate_limited'))
        return close({ error: reason })
      setError(isRefused(reason, 'rate_limited') ? wordsOf(reason) : proofCopy.wrong)
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <ModalBody
        title={proofCopy.title}
        actions={
          <>
            <Button onClick={() => close()}>{proofCopy.cancel}</Button>
            <Button type="submit" look="primary" busy={busy} disabled={!password}>
              {proofCopy.confirm}
            </Button>
          </>
        }
      >
        <p className="mb-5">{proofCopy.detail}</p>
        <TextField
          label={proofCopy.password}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      </ModalBody>
    </form>
  )
}
