import { refuse } from '#server/kernel/refusals.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'
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
export function signInHandlers({ sealing }: AccountsParts): SignInCalls {
  const later = () => refuse('service_unavailable')
  return {
    logIn: async () => later(),
    logOut: async () => later(),
    readMe: async ({ member, now }) => userOf(member, sealing, now),
    listSessions: async () => later(),
    endSession: async () => later(),
    endOtherSessions: async () => later(),
    sendPasswordLink: async () => later(),
    checkPasswordLink: async () => later(),
    resetPassword: async () => later(),
    changePassword: async () => later(),
  }
}
