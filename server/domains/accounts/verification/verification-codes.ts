import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import {
  maxCodeAttempts,
  codeLength,
  type codeLifetimeSeconds,
  codeResendDelaySeconds,
  verificationLifetimeSeconds,
} from '#contract/accounts/account-rules.ts'
import type { VerificationCodes } from '#server/db/schema/tables.generated.ts'
import { clockToleranceMs } from '#server/shared/clock.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { Selectable } from 'kysely'
import { randomInt, timingSafeEqual } from 'node:crypto'

/** Purpose and transport of a code. */
export type Channel = keyof typeof codeLifetimeSeconds

/** Columns of a code. Its hash is null if the address has an account: no code was sent, and none matches. */
export type SentCode = Pick<
  Selectable<VerificationCodes>,
  'code_hash' | 'attempts' | 'expires_at' | 'verified_at'
>

export type CodeCheckResult =
  | 'correct'
  | 'already_verified'
  | 'wrong'
  | 'no_attempts_left'
  | 'expired'

/** Generates six uniformly distributed digits. */
export const generateCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0')

/** Keyed hash of a code, bound to its session and target. Only the hash is stored. */
export function hashCode(
  encryption: Pick<Encryption, 'blindIndex'>,
  of: { session_id: number; channel: Channel; target: string; code: string },
): Buffer {
  return encryption.blindIndex('code', `${of.session_id}|${of.channel}|${of.target}|${of.code}`)
}

/** Blind index of a target. `adult` shares the index of `phone`. */
export const targetIndex = (
  encryption: Pick<Encryption, 'blindIndex'>,
  channel: Channel,
  target: string,
) => encryption.blindIndex(channel === 'email' ? 'email' : 'phone', target)

/** Checks a submitted code. Compares in constant time, also if no code was sent. */
export function checkCode(sent: SentCode, submitted: Buffer, now: Date): CodeCheckResult {
  const isMatch = timingSafeEqual(sent.code_hash ?? Buffer.alloc(submitted.length), submitted)
  if (sent.attempts >= maxCodeAttempts) return 'no_attempts_left'
  const ends =
    sent.verified_at === null ? Date.parse(sent.expires_at) : verifiedUntil(sent.verified_at)
  if (ends <= now.getTime()) return 'expired'
  if (!isMatch) return 'wrong'
  return sent.verified_at === null ? 'correct' : 'already_verified'
}

/** When a verification expires, in ms since the epoch. */
export const verifiedUntil = (verified_at: string) =>
  Date.parse(verified_at) + verificationLifetimeSeconds * 1_000

/** Verifications at this instant or earlier have expired. */
export const verifiedSince = (now: Date) =>
  new Date(now.getTime() - verificationLifetimeSeconds * 1_000).toISOString()

/** When another code may be requested, in ms since the epoch. */
const resendAllowedAt = (sent_at: string) => Date.parse(sent_at) + codeResendDelaySeconds * 1_000

/**
 * Codes sent after `after` and until `until` are too recent for another one. One sent later was stored by a clock that was
 * ahead, and delays nothing.
 */
export function recentSends(now: Date): { after: Date; until: Date } {
  return {
    after: new Date(now.getTime() - codeResendDelaySeconds * 1_000),
    until: new Date(now.getTime() + clockToleranceMs),
  }
}

/** In ms, at most `codeResendDelaySeconds`. */
export function resendDelay(sent_at: string, now: Date): number {
  const sent = Date.parse(sent_at)
  const { after, until } = recentSends(now)
  if (sent <= after.getTime() || sent > until.getTime()) return 0
  return Math.min(resendAllowedAt(sent_at) - now.getTime(), codeResendDelaySeconds * 1_000)
}

/** Maps the times of a code to the API type. */
export function toCodeStatus(row: {
  sent_at: string
  expires_at: string
  is_extended: boolean
}): VerificationCodeStatus {
  return {
    expires_at: row.expires_at,
    resend_at: new Date(resendAllowedAt(row.sent_at)).toISOString(),
    can_extend: !row.is_extended,
  }
}
