import { reauthenticationMessages } from '#web/features/account/mypage/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'
import { isApiError, errorMessage } from '#web/api/error-message.ts'

/** What proves again who is there. */
type ReauthenticationProof = { current_password?: string }

type Outcome<T> = { value: T } | { error: unknown }

/**
 * Makes a call that may want to know once more who is there (D-16): where it is refused for that, a dialog asks
 * for the password and the call is made again with it. Every other refusal is thrown as it came.
 * @returns `{ value }`, or nothing where the dialog was dismissed.
 */
export async function withReauthentication<T>(
  attempt: (proof: ReauthenticationProof) => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await attempt({}) }
  } catch (error) {
    if (!isApiError(error, 'reauthentication_required')) throw error
  }
  const outcome = await dialogs.open<Outcome<T>>(
    { label: reauthenticationMessages.title },
    (close) => <PasswordDialog attempt={attempt} close={close} />,
  )
  if (outcome && 'error' in outcome) throw outcome.error
  return outcome
}

/** Stays open while the password is wrong, or has been wrong too often. */
function PasswordDialog<T>({
  attempt,
  close,
}: {
  attempt: (proof: ReauthenticationProof) => Promise<T>
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
      if (!isApiError(reason, 'invalid_credentials') && !isApiError(reason, 'rate_limited'))
        return close({ error: reason })
      setError(
        isApiError(reason, 'rate_limited') ? errorMessage(reason) : reauthenticationMessages.wrong,
      )
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <DialogBody
        title={reauthenticationMessages.title}
        actions={
          <>
            <Button onClick={() => close()}>{reauthenticationMessages.cancel}</Button>
            <Button type="submit" look="primary" busy={busy} disabled={!password}>
              {reauthenticationMessages.confirm}
            </Button>
          </>
        }
      >
        <p className="mb-5">{reauthenticationMessages.detail}</p>
        <TextField
          label={reauthenticationMessages.password}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      </DialogBody>
    </form>
  )
}
