import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from '#web/copy/profile.ts'
import { call, CallFailed, CallRefused } from '#web/data/client.ts'
import { proven } from '#web/data/proven.tsx'
import { withSecondFactor } from '#web/data/with-second-factor.ts'
import { wordsOf } from '#web/data/refused.ts'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

const words = profileCopy.passkey
const { createPasskeyOptions: beginPasskey, registerPasskey: keepPasskey } =
  viewerEndpoints.accounts

/** Whether this browser knows passkeys at all. */
export const canMakePasskeys = () => 'PublicKeyCredential' in globalThis

/** Creates a passkey in the browser and registers it. Asks for the password (D-16) and the second factor of staff (D-80) first. */
export async function addPasskey(name: string): Promise<'added' | 'dismissed' | { fault: string }> {
  try {
    const [begun, { startRegistration }] = await Promise.all([
      withSecondFactor(() => proven((proof) => call(beginPasskey, { body: proof }))),
      import('@simplewebauthn/browser'),
    ])
    if (!begun?.value) return 'dismissed'
    const response = await startRegistration({
      // The library of the server made them, in the form that of the browser wants.
      optionsJSON: begun.value.value as unknown as PublicKeyCredentialCreationOptionsJSON,
    })
    await call(keepPasskey, { body: { name, response: { ...response } } })
    return 'added'
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof CallRefused || error instanceof CallFailed) return wordsOf(error)
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return words.cancelled
    case 'InvalidStateError':
      return words.known
    default:
      return words.failed
  }
}
