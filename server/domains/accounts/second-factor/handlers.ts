import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import type { AccountsParts } from '../parts.ts'
import { signedIn, type SignedIn } from '../signed-in.ts'
import { beginPasskeyProof, proveByPasskey } from './passkey.ts'
import { proveByCode, readSecondFactor, refuseMembers } from './prove.ts'
import { beginAuthenticator, confirmAuthenticator } from './set-up.ts'

export function secondFactorHandlers(
  parts: AccountsParts,
): Handlers<typeof endpoints.second_factor> {
  const staff = <C extends SignedIn>(call: C): C => {
    refuseMembers(call)
    return call
  }
  return {
    read: async (call) => readSecondFactor(call.db, staff(signedIn(call))),
    prove: async (call) => proveByCode(parts, staff(signedIn(call)), call.body.code),
    beginPasskey: async (call) => beginPasskeyProof(parts, staff(signedIn(call))),
    provePasskey: async (call) => proveByPasskey(parts, staff(signedIn(call)), call.body.response),
    beginAuthenticator: async (call) => beginAuthenticator(parts, staff(signedIn(call)), call.body),
    confirmAuthenticator: async (call) =>
      confirmAuthenticator(parts, staff(signedIn(call)), call.body.code),
  }
}
