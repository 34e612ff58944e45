import type { AccountCalls } from './handlers.ts'
import { beginPasskeyLogin, logInWithPasskey } from './log-in-with-passkey.ts'
import type { AccountsParts } from './parts.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts'
import { signedIn } from './signed-in.ts'
import { userOf } from './user.ts'

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
export function passkeyHandlers(parts: AccountsParts): PasskeyCalls {
  return {
    listPasskeys: async (call) => listPasskeys(call.db, signedIn(call).member.id),
    beginPasskey: async (call) => beginPasskey(parts, signedIn(call), call.body),
    addPasskey: async (call) => addPasskey(parts, signedIn(call), call.body),
    async removePasskey(call) {
      await removePasskey(parts, signedIn(call), call.params.id)
      return null
    },
    beginPasskeyLogin: async (call) => beginPasskeyLogin(parts, call),
    logInWithPasskey: async (call) =>
      userOf(await logInWithPasskey(parts, call, call.body.response), parts.sealing, call.now),
  }
}
