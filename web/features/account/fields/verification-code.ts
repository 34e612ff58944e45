import { codeLength, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
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

const codePattern = new RegExp(`(?<!\\d)\\d{${codeLength}}(?!\\d)`)
const splitCodePattern = new RegExp(
  `(?<!\\d)(\\d{${codeLength / 2}})[\\s\\u00b7-](\\d{${codeLength / 2}})(?!\\d)`,
)

/**
 * Extracts the code from typed or pasted text: `123 456`, `[한편] 인증번호 123456 (3분)`, full-width digits. Falls back to
 * the first digits.
 */
export function parseVerificationCode(text: string): string {
  const normalized = text.normalize('NFKC')
  const split = splitCodePattern.exec(normalized)
  return (
    codePattern.exec(normalized)?.[0] ??
    (split ? `${split[1]}${split[2]}` : normalized.replace(/\D/g, '').slice(0, codeLength))
  )
}
