import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import {
  maxCodeAttempts,
  codeLength,
  type codeLifetimeSeconds,
  codeResendDelaySeconds,
  verificationLifetimeSeconds,
} from '#contract/accounts/account-rules.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { randomInt, timingSafeEqual } from 'node:crypto'

/** Where a code goes, and what it proves (D-11). */
export type Channel = keyof typeof codeLifetimeSeconds

/** A code that was sent, as its row has it. */
export type SentCode = {
  /** Null where none was sent, because the address has an account: nothing matches it. */
  code_hash: Buffer | null
  attempts: number
  ends_at: string
  verified_at: string | null
}

/** `already` stands for a code typed twice: it was right, and stays so. */
export type CodeCheckResult = 'right' | 'already' | 'wrong' | 'spent' | 'ended'

/** Six digits, each as likely as another. */
export const generateCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0')

/** What is stored of a code: keyed, and bound to the one browser and the one target it was made for. */
export function hashCode(
  sealing: Pick<Encryption, 'blindIndex'>,
  of: { session_id: number; channel: Channel; target: string; code: string },
): Buffer {
  return sealing.blindIndex('code', `${of.session_id}|${of.channel}|${of.target}|${of.code}`)
}

/** How a number or address is looked up: `adult` proves the phone of a member. */
export const targetIndex = (
  sealing: Pick<Encryption, 'blindIndex'>,
  channel: Channel,
  target: string,
) => sealing.blindIndex(channel === 'email' ? 'email' : 'phone', target)

/** What a typed code is worth (D-11). Does the same work where there is nothing to match. */
export function checkCode(sent: SentCode, typed: Buffer, now: Date): CodeCheckResult {
  const isAlike = timingSafeEqual(sent.code_hash ?? Buffer.alloc(typed.length), typed)
  if (sent.attempts >= maxCodeAttempts) return 'spent'
  const ends =
    sent.verified_at === null ? Date.parse(sent.ends_at) : verifiedUntil(sent.verified_at)
  if (ends <= now.getTime()) return 'ended'
  if (!isAlike) return 'wrong'
  return sent.verified_at === null ? 'right' : 'already'
}

/** D-10: until when what was proven may be used, in ms. */
export const verifiedUntil = (verified_at: string) =>
  Date.parse(verified_at) + verificationLifetimeSeconds * 1_000

/** Whoever was verified before this instant has to be verified again. */
export const verifiedSince = (now: Date) =>
  new Date(now.getTime() - verificationLifetimeSeconds * 1_000).toISOString()

/** When another code may be asked for. */
export const resendAllowedAt = (sent_at: string) =>
  Date.parse(sent_at) + codeResendDelaySeconds * 1_000

/** A code's times as the wire has them. */
export function toCodeStatus(row: {
  sent_at: string
  ends_at: string
  is_extended: boolean
}): VerificationCodeStatus {
  return {
    expires_at: row.ends_at,
    resend_at: new Date(resendAllowedAt(row.sent_at)).toISOString(),
    can_extend: !row.is_extended,
  }
}
