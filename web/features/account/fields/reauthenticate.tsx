import { reauthenticationMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type FormEvent } from 'react'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage, fieldErrorMessage } from '#web/api/error-messages.ko.ts'

/** Extra body fields that confirm the member's identity. */
type ReauthenticationProof = { current_password?: string }

type CallResult<T> = { value: T } | { error: unknown }

/** The action that requires the password. */
type ReauthenticationReason = keyof typeof reauthenticationMessages.details

/**
 * Makes a call that may require reauthentication: a dialog asks for the password and repeats the call with it.
 * Other errors are thrown unchanged.
 * @returns `{ value }`, or undefined if the dialog was dismissed.
 */
export async function withReauthentication<T>(
  attempt: (proof: ReauthenticationProof) => Promise<T>,
  reason?: ReauthenticationReason,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await attempt({}) }
  } catch (error) {
    if (!isApiError(error, 'reauthentication_required')) throw error
  }
  return withPassword(attempt, reason)
}

/**
 * Asks for the password, however recent the sign-in is, and makes the call with it.
 * @returns `{ value }`, or undefined if the dialog was dismissed.
 */
export async function withPassword<T>(
  attempt: (proof: Required<ReauthenticationProof>) => Promise<T>,
  reason: ReauthenticationReason = 'change',
): Promise<{ value: T } | undefined> {
  const result = await dialogs.open<CallResult<T>>(
    { label: reauthenticationMessages.title },
    (close) => <PasswordDialog attempt={attempt} reason={reason} close={close} />,
  )
  if (result && 'error' in result) throw result.error
  return result
}

/** Stays open while the password is wrong or rate limited. */
function PasswordDialog<T>({
  attempt,
  reason,
  close,
}: {
  attempt: (proof: Required<ReauthenticationProof>) => Promise<T>
  reason: ReauthenticationReason
  close: (result?: CallResult<T>) => void
}) {
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const check = useAsyncAction(async () => {
    try {
      close({ value: await attempt({ current_password: password }) })
    } catch (error) {
      if (isApiError(error, 'invalid_credentials') || isApiError(error, 'rate_limited')) throw error
      close({ error })
    }
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsMissing(!password)
    if (password) check.run()
  }

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={reauthenticationMessages.title}
        actions={
          <>
            <Button onClick={() => close()}>{reauthenticationMessages.cancel}</Button>
            <Button type="submit" variant="primary" busy={check.isPending} incomplete={!password}>
              {reauthenticationMessages.confirm}
            </Button>
          </>
        }
      >
        <p className="mb-5">{reauthenticationMessages.details[reason]}</p>
        <TextField
          label={reauthenticationMessages.password}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={
            isMissing && !password
              ? fieldErrorMessage('current_password', 'required')
              : isApiError(check.error, 'rate_limited')
                ? errorMessage(check.error)
                : check.error
                  ? reauthenticationMessages.incorrect
                  : undefined
          }
        />
      </DialogBody>
    </form>
  )
}

/**
 * Makes a call that changes a second factor. If the server requires a verified second factor, a dialog asks for it
 * and the call is repeated. Other errors are thrown.
 * @returns `{ value }`, or undefined if the dialog was dismissed.
 */
export async function withSecondFactor<T>(
  attempt: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await attempt() }
  } catch (error) {
    if (!isApiError(error, 'second_factor_required')) throw error
  }
  // Loaded on demand, since only staff have a second factor.
  const { openSecondFactorDialog } =
    await import('#web/features/account/second-factor/second-factor-dialog.tsx')
  if (!(await openSecondFactorDialog())) return undefined
  return { value: await attempt() }
}
