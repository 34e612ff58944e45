import { codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'

/** A sent verification code, with times on the local clock. */
export type VerificationCode = {
  expires_at: number
  resend_at: number
  can_extend: boolean
  /** Milliseconds by which the server's clock is ahead of the local clock. */
  ahead: number
}

/**
 * Converts the response to sending a code to local time. Countdowns are right even if the local clock is wrong: the
 * server responds exactly `codeResendDelaySeconds` before `resend_at`, which gives the difference of the clocks.
 */
export function toVerificationCode(
  sent: VerificationCodeStatus,
  now = Date.now(),
): VerificationCode {
  return toLocalTime(sent, Date.parse(sent.resend_at) - codeResendDelaySeconds * 1_000 - now)
}

/** Converts the response to an extension with the clock difference of `before`, because `resend_at` has passed. */
export function extendVerificationCode(
  sent: VerificationCodeStatus,
  before: VerificationCode,
): VerificationCode {
  return toLocalTime(sent, before.ahead)
}

function toLocalTime(sent: VerificationCodeStatus, ahead: number): VerificationCode {
  return {
    expires_at: Date.parse(sent.expires_at) - ahead,
    resend_at: Date.parse(sent.resend_at) - ahead,
    can_extend: sent.can_extend,
    ahead,
  }
}
