import { codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'

/** A code that is on its way, in the time of this machine: what its clock shows when the code ends. */
export type VerificationCode = {
  expires_at: number
  resend_at: number
  can_extend: boolean
  /** How far the server's clock is ahead of this machine's. */
  ahead: number
}

/**
 * The server's answer to sending a code, told in the time of this machine. A clock that goes wrong shows the right
 * countdown: the answer was given `resendSeconds` before another code may be asked for, which is now.
 */
export function toVerificationCode(
  sent: VerificationCodeStatus,
  here = Date.now(),
): VerificationCode {
  return timed(sent, Date.parse(sent.resend_at) - codeResendDelaySeconds * 1_000 - here)
}

/** The answer to lengthening the time of `before`: the instant it was sent at has passed, the clocks are as they were. */
export function extendVerificationCode(
  sent: VerificationCodeStatus,
  before: VerificationCode,
): VerificationCode {
  return timed(sent, before.ahead)
}

function timed(sent: VerificationCodeStatus, ahead: number): VerificationCode {
  return {
    expires_at: Date.parse(sent.expires_at) - ahead,
    resend_at: Date.parse(sent.resend_at) - ahead,
    can_extend: sent.can_extend,
    ahead,
  }
}
