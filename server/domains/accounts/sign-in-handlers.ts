import { passwordLinkMinutes } from '#contract/account-rules.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { changePassword } from './change-password.ts'
import { endDevice, endOtherDevices, listDevices } from './devices.ts'
import type { AccountCalls } from './handlers.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import type { AccountsParts } from './parts.ts'
import { askPasswordLink, findPasswordLink } from './password-link.ts'
import { hasBegunSignup } from './proofs.ts'
import { resetPassword } from './reset-password.ts'
import { userOf } from './user.ts'

type SignInCalls = Pick<
  AccountCalls,
  | 'logIn'
  | 'logOut'
  | 'readMe'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'sendPasswordLink'
  | 'checkPasswordLink'
  | 'resetPassword'
  | 'changePassword'
>

/** Signing in and out, on which devices, and passwords. */
export function signInHandlers(parts: AccountsParts): SignInCalls {
  const { sealing } = parts
  return {
    logIn: async (call) => userOf(await logIn(parts, call), sealing, call.now),
    async logOut(call) {
      await logOut(call)
      return null
    },
    async readMe({ db, member, session, now }) {
      if (!member && !(session && (await hasBegunSignup(db, session.id))))
        refuse('authentication_required')
      return userOf(member, sealing, now)
    },
    listSessions: listDevices,
    async endSession(call) {
      await endDevice(call, call.params.id)
      return null
    },
    async endOtherSessions(call) {
      await endOtherDevices(call)
      return null
    },
    async sendPasswordLink(call) {
      await askPasswordLink(parts, call, call.body.email)
      return { valid_minutes: passwordLinkMinutes }
    },
    async checkPasswordLink({ db, query, now }) {
      const link = (await findPasswordLink(db, query, now)) ?? refuse('link_invalid')
      return { expires_at: link.ends_at }
    },
    async resetPassword(call) {
      await resetPassword(parts, call)
      return null
    },
    async changePassword(call) {
      await changePassword(parts, call)
      return null
    },
  }
}
