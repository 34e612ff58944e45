import type { SignupState } from '#contract/accounts.ts'
import { confirmCode } from './confirm-code.ts'
import { extendCode } from './extend-code.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'
import { readSignup } from './proofs.ts'
import { recoverId } from './recover-id.ts'
import { sendEmailCode, sendPhoneCode } from './send-code.ts'
import { signUp } from './sign-up.ts'

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

const nothingYet: SignupState = { email: null, phonenumber: null, verified_until: null }

/** Codes, signing up and finding an address again. */
export function signUpHandlers(parts: AccountsParts): SignUpCalls {
  return {
    sendSignupCode: (call) => sendEmailCode(call, parts, call.body.email),
    confirmSignupCode: (call) =>
      confirmCode(call, parts, { channel: 'email', target: call.body.email, code: call.body.code }),
    sendPhoneCode: (call) => sendPhoneCode(call, parts, 'phone', call.body.phonenumber),
    confirmPhoneCode: (call) =>
      confirmCode(call, parts, {
        channel: 'phone',
        target: call.body.phonenumber,
        code: call.body.code,
      }),
    extendCode: (call) => extendCode(call, call.body.channel),
    readSignup: async ({ db, session, now }) =>
      session ? readSignup(db, parts.sealing, { session_id: session.id, now }) : nothingYet,
    signUp: (call) => signUp(call, parts, call.body),
    recoverId: (call) => recoverId(call, parts, call.body),
  }
}
