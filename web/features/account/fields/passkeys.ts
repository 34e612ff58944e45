import type { Endpoint } from '#contract/core/endpoint.ts'
import { apiRequest } from '#web/api/client.ts'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

export const arePasskeysSupported = (): boolean =>
  'PublicKeyCredential' in globalThis && isRelyingPartyHost(globalThis.location.hostname)

/** Whether passkeys can belong to a host: to a domain, and not to an IP address (WebAuthn Level 3, section 5.1.2). */
export const isRelyingPartyHost = (hostname: string): boolean =>
  !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname)

/** Whether the member dismissed the browser's prompt, or let it time out. */
export const isPasskeyDismissal = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Asks for a passkey. The library loads on first use.
 * @param optionsEndpoint returns the challenge.
 * @param autofill waits for a choice in the browser's autofill, without a dialog, until it is aborted.
 */
export async function requestPasskey(optionsEndpoint: Endpoint, autofill?: AbortSignal) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options: unknown = await apiRequest(
    optionsEndpoint,
    {},
    autofill ? { signal: autofill } : {},
  )
  autofill?.throwIfAborted()
  // Made by the server library in the format of the browser library.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill !== undefined })
}
