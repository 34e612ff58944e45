import { type User, accounts } from '#contract/accounts/accounts.ts'
import { loginMessages } from './messages.ko.ts'
import { ApiError, apiRequest } from '#web/api/client.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

const never = () => () => {}

/** Signing in with a passkey: by its button, and from the browser's own list at the first field. */
export function usePasskeyLogin(onDone: (user: User) => void) {
  const offered = useSyncExternalStore(never, isPasskeySupported, () => false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const filling = useRef(false)
  const entering = useRef(false)

  useEffect(
    () => () => {
      if (filling.current) void abortPasskeyAutofill()
    },
    [],
  )

  function mayEnter() {
    if (entering.current) return false
    entering.current = true
    setBusy(true)
    return true
  }

  /** Where it did not lead in, another try may. */
  function outside() {
    entering.current = false
    setBusy(false)
  }

  function press() {
    if (entering.current) return
    setError(null)
    setBusy(true)
    filling.current = false
    loadingTracker
      .during(logInWithPasskey({ mayEnter }))
      .then(onDone, (reason: unknown) => {
        if (isUserCancellation(reason)) return
        entering.current = false
        const said = reason instanceof ApiError ? reason.problem.detail : null
        setError(said ?? loginMessages.login.passkey_failed)
      })
      .finally(() => setBusy(entering.current))
  }

  /** Once, when somebody comes to the field: a page that is only looked at asks for no challenge. */
  async function fillIn() {
    if (filling.current || !(await isPasskeyAutofillSupported())) return
    filling.current = true
    // Whatever hinders it, the field and the button are there.
    logInWithPasskey({ fill_in: true, mayEnter }).then(onDone, (reason: unknown) => {
      if (!isUserCancellation(reason)) outside()
    })
  }

  return { offered, error, busy, press, fillIn: () => void fillIn() }
}

const isPasskeySupported = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Whether the browser shows passkeys among what it fills in. */
async function isPasskeyAutofillSupported(): Promise<boolean> {
  if (!isPasskeySupported()) return false
  const ask = PublicKeyCredential.isConditionalMediationAvailable as
    | (() => Promise<boolean>)
    | undefined
  return (await ask?.call(PublicKeyCredential)) ?? false
}

/** Nothing was chosen: the reader turned away, or another way was taken. Nothing to say about. */
const isUserCancellation = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Signs in with a passkey; the library comes when it is asked for.
 * @param fill_in waits until one is chosen in the browser's own list at the field, without a dialog.
 * @param mayEnter is asked once a passkey was chosen: of two ways under way at once only the first goes on, since the
 *   second sign-in would end the session of the first.
 */
async function logInWithPasskey({
  fill_in = false,
  mayEnter,
}: {
  fill_in?: boolean
  mayEnter: () => boolean
}): Promise<User> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: unknown = await apiRequest(accounts.createSignInPasskeyOptions, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: fill_in })
  if (!mayEnter()) throw new DOMException('Another way was taken', 'AbortError')
  return apiRequest(accounts.signInWithPasskey, {
    body: { response: response as unknown as Record<string, unknown> },
  })
}

/** Takes back what waits for a choice at the field. */
async function abortPasskeyAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
