import type { CodeSent } from '#contract/accounts.ts'
import {
  codeAttempts,
  codeLength,
  type codeSeconds,
  resendSeconds,
  verifiedSeconds,
} from '#contract/account-rules.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { randomInt, timingSafeEqual } from 'node:crypto'

/** Where a code goes, and what it proves (D-11). */
export type Channel = keyof typeof codeSeconds

/** A code that was sent, as its row has it. */
export type Sent = {
  /** Null where none was sent, because the address has an account: nothing matches it. */
  code_hash: Buffer | null
  attempts: number
  ends_at: string
  verified_at: string | null
}

/** `already` stands for a code typed twice: it was right, and stays so. */
export type Verdict = 'right' | 'already' | 'wrong' | 'spent' | 'ended'

/** Six digits, each as likely as another. */
export const newCode = () => String(randomInt(10 ** codeLength)).padStart(codeLength, '0')

/** What is stored of a code: keyed, and bound to the one browser and the one target it was made for. */
export function codeHash(
  sealing: Pick<Sealing, 'index'>,
  of: { session_id: number; channel: Channel; target: string; code: string },
): Buffer {
  return sealing.index('code', `${of.session_id}|${of.channel}|${of.target}|${of.code}`)
}

/** How a number or address is looked up: `adult` proves the phone of a member. */
export const targetIndex = (sealing: Pick<Sealing, 'index'>, channel: Channel, target: string) =>
  sealing.index(channel === 'email' ? 'email' : 'phone', target)

/** What a typed code is worth (D-11). Does the same work where there is nothing to match. */
export function judge(sent: Sent, typed: Buffer, now: Date): Verdict {
  const isAlike = timingSafeEqual(sent.code_hash ?? Buffer.alloc(typed.length), typed)
  if (sent.attempts >= codeAttempts) return 'spent'
  const ends = sent.verified_at === null ? Date.parse(sent.ends_at) : provenUntil(sent.verified_at)
  if (ends <= now.getTime()) return 'ended'
  if (!isAlike) return 'wrong'
  return sent.verified_at === null ? 'right' : 'already'
}

/** D-10: until when what was proven may be used, in ms. */
export const provenUntil = (verified_at: string) =>
  Date.parse(verified_at) + verifiedSeconds * 1_000

/** Whoever was verified before this instant has to be verified again. */
export const provenSince = (now: Date) =>
  new Date(now.getTime() - verifiedSeconds * 1_000).toISOString()

/** When another code may be asked for. */
export const resendAt = (sent_at: string) => Date.parse(sent_at) + resendSeconds * 1_000

/** A code's times as the wire has them. */
export function codeSent(row: {
  sent_at: string
  ends_at: string
  is_extended: boolean
}): CodeSent {
  return {
    expires_at: row.ends_at,
    resend_at: new Date(resendAt(row.sent_at)).toISOString(),
    can_extend: !row.is_extended,
  }
}
