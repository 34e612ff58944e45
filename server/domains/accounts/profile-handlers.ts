import { admitted } from '#server/kernel/handler.ts'
import { changeMe } from './change-me.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'
import { admitPicture, changePicture, removePicture } from './picture.ts'
import { signedIn } from './signed-in.ts'
import { userOf } from './user.ts'
import { sendAdultCode, verifyAdult } from './verify-adult.ts'
import { withdraw } from './withdraw.ts'

type ProfileCalls = Pick<
  AccountCalls,
  'changeMe' | 'changePicture' | 'removePicture' | 'withdraw' | 'sendAdultCode' | 'verifyAdult'
>

/** What a member changes about himself, and leaving. */
export function profileHandlers(parts: AccountsParts): ProfileCalls {
  const { sealing } = parts
  return {
    changeMe: async (call) =>
      userOf(await changeMe(parts, signedIn(call), call.body), sealing, call.now),
    changePicture: admitted(
      (caller) => admitPicture(parts, signedIn(caller)),
      async (call) =>
        userOf(await changePicture(parts, signedIn(call), call.file), sealing, call.now),
    ),
    removePicture: async (call) =>
      userOf(await removePicture(parts, signedIn(call)), sealing, call.now),
    async withdraw(call) {
      await withdraw(parts, signedIn(call), call.body)
      return null
    },
    sendAdultCode: async (call) => sendAdultCode(parts, signedIn(call)),
    verifyAdult: async (call) =>
      userOf(await verifyAdult(parts, signedIn(call), call.body), sealing, call.now),
  }
}
