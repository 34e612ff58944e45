import { type User, accounts } from '#contract/accounts/accounts.ts'
import type { ScheduledDeletion } from '#contract/problem.ts'
import { loginMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { useEffect, useRef } from 'react'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

/**
 * Passkey login by button and by the browser's autofill.
 * @param onScheduled called instead of `onDone` if the account is about to be deleted.
 */
export function usePasskeyLogin(
  onDone: (user: User) => void,
  onScheduled: (deletion: ScheduledDeletion) => void,
) {
  const isSupported = useHydrated() && isPasskeySupported()
  const isAutofilling = useRef(false)
  useEffect(
    () => () => {
      if (isAutofilling.current) void abortPasskeyAutofill()
    },
    [],
  )
  // One at a time: a second login would end the session of the first.
  const login = useAsyncAction(async (send: () => Promise<User>) => {
    try {
      onDone(await send())
    } catch (error) {
      const deletion = error instanceof ApiError && error.problem.scheduled_deletion
      if (!deletion) throw error
      return onScheduled(deletion)
    }
    // The page is being left.
    return new Promise<never>(() => {})
  })

  function start() {
    isAutofilling.current = false
    login.run(() => loadingTracker.track(choosePasskey(false).then(logInWithPasskey)))
  }

  /** Starts once, on focus: merely opening the page requests no challenge. */
  async function startAutofill() {
    if (isAutofilling.current || !(await isPasskeyAutofillSupported())) return
    isAutofilling.current = true
    try {
      const passkey = await choosePasskey(true)
      login.run(() => logInWithPasskey(passkey))
    } catch {
      // The user dismissed it or pressed the button.
    }
  }

  return {
    isSupported,
    error:
      !login.error || isUserCancellation(login.error)
        ? null
        : login.error instanceof ApiError
          ? login.error.problem.detail
          : loginMessages.login.passkey_failed,
    isPending: login.isPending,
    start,
    startAutofill: () => void startAutofill(),
  }
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

/** The user dismissed the prompt. */
const isUserCancellation = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Asks for a passkey. The library loads on first use.
 * @param isAutofill waits for a choice in the browser's autofill, without a dialog.
 */
async function choosePasskey(isAutofill: boolean) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: unknown = await apiRequest(accounts.createSignInPasskeyOptions, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
}

const logInWithPasskey = (passkey: object): Promise<User> =>
  apiRequest(accounts.signInWithPasskey, { body: { response: { ...passkey } } })

/** Cancels a pending autofill request. */
async function abortPasskeyAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
