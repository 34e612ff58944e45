import { refuse } from '#server/kernel/refusals.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'

type PasskeyCalls = Pick<
  AccountCalls,
  | 'listPasskeys'
  | 'beginPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'beginPasskeyLogin'
  | 'logInWithPasskey'
>

/** Passkeys: WebAuthn Level 3, as its library speaks it. */
export function passkeyHandlers(_parts: AccountsParts): PasskeyCalls {
  const later = () => refuse('service_unavailable')
  return {
    listPasskeys: async () => later(),
    beginPasskey: async () => later(),
    addPasskey: async () => later(),
    removePasskey: async () => later(),
    beginPasskeyLogin: async () => later(),
    logInWithPasskey: async () => later(),
  }
}
