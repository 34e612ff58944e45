import type { CodeSent } from '#contract/accounts.ts'
import { codeAttempts, codeSeconds } from '#contract/account-rules.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { type Channel, codeSent } from './codes.ts'

/**
 * 시간 연장: a code that still lives gets its whole time again from now, once.
 * @throws Refusal `conflict` where there is nothing to lengthen, or it was lengthened before.
 */
export async function extendCode(
  { transact, session, now }: Pick<Caller, 'transact' | 'session' | 'now'>,
  channel: Channel,
): Promise<CodeSent> {
  if (!session) refuse('conflict')
  const ends = new Date(now.getTime() + codeSeconds[channel] * 1_000)
  const extended = await transact((tx) =>
    tx
      .updateTable('verifications')
      .set({ ends_at: ends.toISOString(), is_extended: true })
      .where('session_id', '=', session.id)
      .where('channel', '=', channel)
      .where('is_extended', '=', false)
      .where('verified_at', 'is', null)
      .where('attempts', '<', codeAttempts)
      .where('ends_at', '>', now.toISOString())
      .returning(['sent_at', 'ends_at', 'is_extended'])
      .executeTakeFirst(),
  )
  return extended ? codeSent(extended) : refuse('conflict')
}
