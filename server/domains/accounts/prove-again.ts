import { freshSeconds } from '#contract/account-rules.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { forgiveGuesses, takeGuess } from './guesses.ts'
import type { AccountsParts } from './parts.ts'

/**
 * D-16: lets pass who gives his password, or signed in within ten minutes. A password that came is looked at in any
 * case, and wrong ones slow down like those of signing in. Call it outside a transaction.
 * @throws Refusal `reauthentication_required`, `invalid_credentials` or `rate_limited`
 */
export async function proveAgain(
  parts: Pick<AccountsParts, 'passwords' | 'sealing'>,
  caller: Pick<Caller, 'db' | 'transact' | 'now' | 'session' | 'member' | 'isGone'>,
  current_password: string | undefined,
): Promise<void> {
  const { session, member, now } = caller
  if (!session || !member) refuse('authentication_required')
  if (current_password === undefined) {
    const since = now.getTime() - Date.parse(session.signed_in_at ?? '')
    // Without an instant this is no number, and not fresh.
    if (since < freshSeconds * 1_000) return
    refuse('reauthentication_required')
  }
  const right = await parts.passwords.withPlace(async ({ verify }) => {
    await takeGuess(caller, parts, member.email)
    const row = await caller.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', member.id)
      .executeTakeFirst()
    return verify(row?.password_hash ?? null, current_password, caller.isGone)
  })
  if (!right) refuse('invalid_credentials')
  await caller.transact((tx) => forgiveGuesses(tx, parts, member.email))
}
