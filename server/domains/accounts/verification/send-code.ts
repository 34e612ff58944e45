import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { codeLifetimeSeconds, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { type Message, queueMessage } from '#server/messages/queue-message.ts'
import {
  type Channel,
  hashCode,
  toCodeStatus,
  generateCode,
  resendAllowedAt,
  targetIndex,
} from './verification-codes.ts'
import { findCode, upsertCode } from './code-queries.ts'
import { codeSmsText, accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findAccount } from '../member-queries.ts'
import { extendSession, openGuestSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type SendCodeContext = Pick<
  RequestContext,
  'db' | 'transact' | 'now' | 'session' | 'client' | 'cookie'
>

/**
 * Sends a sign-up code to an address. If the address already has an account, its owner gets a notice instead and no code
 * matches; the response and the work done are the same (D-14).
 */
export async function sendEmailCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  email: string,
) {
  return sendCode(caller, deps, 'email', email, async (tx, code) => {
    const account = await findAccount(tx, { email })
    const notice = accountEmails.alreadyMember(deps.site_url)
    const codeEmail = accountEmails.signupCode(code, codeLifetimeSeconds.email / 60)
    const content = account ? notice : codeEmail
    return { message: { kind: 'mail', to: email, ...content }, matches: !account }
  })
}

/**
 * Sends a code to any phone: for sign-up, e-mail recovery or a change of number. The channel `adult` is age verification
 * with the member's own phone (D-23).
 */
export async function sendPhoneCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  channel: 'phone' | 'adult',
  phonenumber: string,
) {
  return sendCode(caller, deps, channel, phonenumber, async (_tx, code) => ({
    message: { kind: 'sms', to: phonenumber, text: codeSmsText(code) },
    matches: true,
  }))
}

/**
 * Sends a code that replaces the previous one. A browser without a session gets a guest session (D-12).
 * @throws ProblemError `resend_too_soon` within 60 s of the previous code, `rate_limited`
 */
async function sendCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  channel: Channel,
  target: string,
  compose: (tx: Tx, code: string) => Promise<{ message: Message; matches: boolean }>,
): Promise<VerificationCodeStatus> {
  const { db, transact, now, session, client } = caller
  const { encryption } = deps
  // Checked first, so that a request that comes too early consumes no rate limit.
  const previous = session && (await findCode(db, { session_id: session.id, channel }))
  const wait = previous ? resendAllowedAt(previous.sent_at) - now.getTime() : 0
  if (wait > 0) throwProblem('resend_too_soon', { retry_after: Math.ceil(wait / 1_000) })
  await consumeRateLimits(caller, deps, [
    ['codes_to_target', target],
    ['codes_from_address', clientNetwork(client.address)],
  ])
  const ends = new Date(now.getTime() + codeLifetimeSeconds[channel] * 1_000)
  const { sent, opened } = await transact(async (tx) => {
    const lockedId = session && (await extendSession(tx, session.id))
    const opened = lockedId ? null : await openGuestSession(tx, 'verification', client, now)
    const key = { session_id: lockedId ?? opened?.id ?? 0, channel }
    const code = generateCode()
    const hash = hashCode(encryption, { ...key, target, code })
    const { message, matches } = await compose(tx, code)
    const row = {
      target_ciphertext: encryption.encrypt(target),
      target_blind_index: targetIndex(encryption, channel, target),
      code_hash: matches ? hash : null,
      attempts: 0,
      sent_at: now.toISOString(),
      expires_at: ends.toISOString(),
      is_extended: false,
      verified_at: null,
    }
    const sent = await upsertCode(tx, key, row, resendThreshold(now))
    if (!sent) throwProblem('resend_too_soon', { retry_after: codeResendDelaySeconds })
    await queueMessage(tx, message, { now, expires_at: ends })
    return { sent, opened }
  })
  // Only a code to an e-mail address starts a sign-up; a phone may be verified for e-mail recovery.
  if (opened) caller.cookie.give(opened.token, opened.ends, channel === 'email')
  return toCodeStatus(sent)
}

const resendThreshold = (now: Date) =>
  new Date(now.getTime() - codeResendDelaySeconds * 1_000).toISOString()
