import type { CodeSent } from '#contract/accounts.ts'
import { codeSeconds, resendSeconds } from '#contract/account-rules.ts'
import type { Tx } from '#server/db/client.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { type Message, queueMessage } from '#server/messages/queue.ts'
import { type Channel, codeHash, codeSent, newCode, resendAt, targetIndex } from './codes.ts'
import { codeText, letters } from './letters.ts'
import type { AccountsParts } from './parts.ts'
import { holdSession, openGuestSession } from './sessions.ts'
import { draw } from './throttles.ts'

type Asking = Pick<Caller, 'db' | 'transact' | 'now' | 'session' | 'visitor' | 'cookie'>

/**
 * Sends a code to an address somebody wants to sign up with. Where it has an account, its owner is written that instead,
 * and no code matches: the answer, and the work done for it, are the same (D-14).
 */
export async function sendEmailCode(caller: Asking, parts: AccountsParts, email: string) {
  return sendCode(caller, parts, 'email', email, async (tx, code) => {
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const told = letters.alreadyMember(parts.site_url)
    const sent = letters.signupCode(code, codeSeconds.email / 60)
    return {
      message: { kind: 'mail', to: email, ...(member ? told : sent) },
      matches: !member,
    }
  })
}

/**
 * Sends a code to a phone, whoever has it: to sign up, to find an address, to change a member's number. `adult` is the
 * proof of age, by the member's own phone (D-23).
 */
export async function sendPhoneCode(
  caller: Asking,
  parts: AccountsParts,
  channel: 'phone' | 'adult',
  phonenumber: string,
) {
  return sendCode(caller, parts, channel, phonenumber, async (_tx, code) => ({
    message: { kind: 'sms', to: phonenumber, text: codeText(code) },
    matches: true,
  }))
}

/**
 * Puts a new code in the place of the one before. The first of a browser opens a session without a member (D-12).
 * @throws Refusal `too_early` within 60 s of the last, `rate_limited`
 */
async function sendCode(
  caller: Asking,
  parts: AccountsParts,
  channel: Channel,
  target: string,
  compose: (tx: Tx, code: string) => Promise<{ message: Message; matches: boolean }>,
): Promise<CodeSent> {
  const { transact, now, visitor } = caller
  // Before anything is counted: pressing too early costs no allowance.
  await refuseTooEarly(caller, channel)
  await draw(caller, parts, [
    ['codes_to_target', target],
    ['codes_from_address', networkOf(visitor.address)],
  ])
  const at = now.toISOString()
  const ends = new Date(now.getTime() + codeSeconds[channel] * 1_000)
  const { sent, opened } = await transact(async (tx) => {
    const living = caller.session && (await holdSession(tx, caller.session.id))
    const opened = living ? null : await openGuestSession(tx, 'verification', visitor, now)
    const session_id = living ?? opened?.id ?? 0
    const code = newCode()
    const hash = codeHash(parts.sealing, { session_id, channel, target, code })
    const { message, matches } = await compose(tx, code)
    const row = {
      target_sealed: parts.sealing.seal(target),
      target_index: targetIndex(parts.sealing, channel, target),
      code_hash: matches ? hash : null,
      attempts: 0,
      sent_at: at,
      ends_at: ends.toISOString(),
      is_extended: false,
      verified_at: null,
    }
    const sent = await tx
      .insertInto('verifications')
      .values({ session_id, channel, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'channel'])
          .doUpdateSet(row)
          // Of two at once the second finds the first one's row.
          .where('verifications.sent_at', '<=', before(now)),
      )
      .returning(['sent_at', 'ends_at', 'is_extended'])
      .executeTakeFirst()
    if (!sent) refuse('too_early', { retry_after: resendSeconds })
    await queueMessage(tx, message, { now, useless_at: ends })
    return { sent, opened }
  })
  // The first step of a sign-up; a phone is proven for an id that was forgotten as well.
  if (opened) caller.cookie.give(opened.token, opened.ends, channel === 'email')
  return codeSent(sent)
}

const before = (now: Date) => new Date(now.getTime() - resendSeconds * 1_000).toISOString()

async function refuseTooEarly({ db, session, now }: Asking, channel: Channel) {
  if (!session) return
  const last = await db
    .selectFrom('verifications')
    .select('sent_at')
    .where('session_id', '=', session.id)
    .where('channel', '=', channel)
    .where('sent_at', '>', before(now))
    .executeTakeFirst()
  if (!last) return
  const wait = resendAt(last.sent_at) - now.getTime()
  refuse('too_early', { retry_after: Math.max(1, Math.ceil(wait / 1_000)) })
}
