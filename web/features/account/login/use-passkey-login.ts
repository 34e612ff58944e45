import { type User, accounts } from '#contract/accounts/accounts.ts'
import { loginMessages } from './messages.ko.ts'
import { ApiError, apiRequest } from '#web/api/client.ts'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useEffect, useRef, useState } from 'react'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/** Passkey login by button and by the browser's autofill. */
export function usePasskeyLogin(onDone: (user: User) => void) {
  const isSupported = useHydrated() && isPasskeySupported()
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isAutofilling = useRef(false)
  const isLoggingIn = useRef(false)

  useEffect(
    () => () => {
      if (isAutofilling.current) void abortPasskeyAutofill()
    },
    [],
  )

  function tryAcquire() {
    if (isLoggingIn.current) return false
    isLoggingIn.current = true
    setBusy(true)
    return true
  }

  /** After a failed login another attempt may start. */
  function release() {
    isLoggingIn.current = false
    setBusy(false)
  }

  function start() {
    if (isLoggingIn.current) return
    setError(null)
    setBusy(true)
    isAutofilling.current = false
    loadingTracker
      .track(logInWithPasskey({ tryAcquire }))
      .then(onDone, (cause: unknown) => {
        if (isUserCancellation(cause)) return
        isLoggingIn.current = false
        const detail = cause instanceof ApiError ? cause.problem.detail : null
        setError(detail ?? loginMessages.login.passkey_failed)
      })
      .finally(() => setBusy(isLoggingIn.current))
  }

  /** Starts once, on focus: merely opening the page requests no challenge. */
  async function startAutofill() {
    if (isAutofilling.current || !(await isPasskeyAutofillSupported())) return
    isAutofilling.current = true
    // Autofill errors are ignored, since field and button still work.
    logInWithPasskey({ autofill: true, tryAcquire }).then(onDone, (cause: unknown) => {
      if (!isUserCancellation(cause)) release()
    })
  }

  return { isSupported, error, busy, start, startAutofill: () => void startAutofill() }
}

const isPasskeySupported = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Whether the browser offers passkeys in autofill. */
async function isPasskeyAutofillSupported(): Promise<boolean> {
  if (!isPasskeySupported()) return false
  const isAvailable = PublicKeyCredential.isConditionalMediationAvailable as
    | (() => Promise<boolean>)
    | undefined
  return (await isAvailable?.call(PublicKeyCredential)) ?? false
}

/** The user dismissed the prompt or another login took over. */
const isUserCancellation = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Logs in with a passkey. The library loads on first use.
 * @param autofill waits for a choice in the browser's autofill, without a dialog.
 * @param tryAcquire called once a passkey was chosen. Of two concurrent attempts only the first continues, since a
 * second login would end the session of the first.
 */
async function logInWithPasskey({
  autofill = false,
  tryAcquire,
}: {
  autofill?: boolean
  tryAcquire: () => boolean
}): Promise<User> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: unknown = await apiRequest(accounts.createSignInPasskeyOptions, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
  if (!tryAcquire()) throw new DOMException('Another login is in progress', 'AbortError')
  return apiRequest(accounts.signInWithPasskey, {
    body: { response: response as unknown as Record<string, unknown> },
  })
}

/** Cancels a pending autofill request. */
async function abortPasskeyAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
