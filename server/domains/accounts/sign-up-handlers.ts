import { refuse } from '#server/kernel/refusals.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'

type SignUpCalls = Pick<
  AccountCalls,
  | 'sendSignupCode'
  | 'confirmSignupCode'
  | 'sendPhoneCode'
  | 'confirmPhoneCode'
  | 'extendCode'
  | 'readSignup'
  | 'signUp'
  | 'recoverId'
>

/** Codes, signing up and finding an address again. */
export function signUpHandlers(_parts: AccountsParts): SignUpCalls {
  const later = () => refuse('service_unavailable')
  return {
    sendSignupCode: async () => later(),
    confirmSignupCode: async () => later(),
    sendPhoneCode: async () => later(),
    confirmPhoneCode: async () => later(),
    extendCode: async () => later(),
    readSignup: async () => later(),
    signUp: async () => later(),
    recoverId: async () => later(),
  }
}
