import { accounts, type User } from '#contract/accounts/accounts.ts'
import { request } from '#web/data/client.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

export const canUsePasskey = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Whether the browser shows passkeys among what it fills in. */
export async function canFillInPasskey(): Promise<boolean> {
  if (!canUsePasskey()) return false
  const ask = PublicKeyCredential.isConditionalMediationAvailable as
    | (() => Promise<boolean>)
    | undefined
  return (await ask?.call(PublicKeyCredential)) ?? false
}

/** Nothing was chosen: the reader turned away, or another way was taken. Nothing to say about. */
export const wasDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Signs in with a passkey; the library comes when it is asked for.
 * @param fill_in waits until one is chosen in the browser's own list at the field, without a dialog.
 * @param mayEnter is asked once a passkey was chosen: of two ways under way at once only the first goes on, since the
 *   second sign-in would end the session of the first.
 */
export async function signInWithPasskey({
  fill_in = false,
  mayEnter,
}: {
  fill_in?: boolean
  mayEnter: () => boolean
}): Promise<User> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: unknown = await request(accounts.createSignInPasskeyOptions, {})
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: fill_in })
  if (!mayEnter()) throw new DOMException('Another way was taken', 'AbortError')
  return request(accounts.signInWithPasskey, {
    body: { response: response as unknown as Record<string, unknown> },
  })
}

/** Takes back what waits for a choice at the field. */
export async function stopFillingIn(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
