import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from './failed-attempts.ts'
import type { AccountsDependencies } from '../dependencies.ts'

/**
 * D-16: lets pass who gives his password, or signed in within ten minutes. A password that came is looked at in any
 * case, and wrong ones slow down like those of signing in. Call it outside a transaction.
 * @throws Refusal `reauthentication_required`, `invalid_credentials` or `rate_limited`
 */
export async function reauthenticate(
  parts: Pick<AccountsDependencies, 'passwords' | 'sealing'>,
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session' | 'member' | 'isAborted'>,
  current_password: string | undefined,
): Promise<void> {
  const { session, member, now } = caller
  if (!session || !member) throwProblem('authentication_required')
  if (current_password === undefined) {
    const since = now.getTime() - Date.parse(session.signed_in_at ?? '')
    // Without an instant this is no number, and not fresh.
    if (since < reauthenticationWindowSeconds * 1_000) return
    throwProblem('reauthentication_required')
  }
  const right = await parts.passwords.withHashingSlot(async ({ verify }) => {
    await countAttempt(caller, parts, member.email)
    const row = await caller.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', member.id)
      .executeTakeFirst()
    return verify(row?.password_hash ?? null, current_password, caller.isAborted)
  })
  if (!right) throwProblem('invalid_credentials')
  await caller.transact((tx) => clearAttempts(tx, parts, member.email))
}
