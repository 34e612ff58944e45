import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findAccount } from '../member-queries.ts'
import { clearAttempts, countAttempt } from '../rate-limits.ts'

/**
 * Requires the current password, or a sign-in within the last ten minutes (D-16). A password that is present is always
 * checked, and failures count as failed sign-in attempts. Call it outside a transaction.
 * @throws ProblemError `reauthentication_required`, `invalid_credentials` or `rate_limited`
 */
export async function reauthenticate(
  deps: Pick<AccountsDependencies, 'passwords' | 'encryption'>,
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session' | 'member' | 'isAborted'>,
  current_password: string | undefined,
): Promise<void> {
  const { session, member, now } = caller
  if (!session || !member) throwProblem('authentication_required')
  if (current_password === undefined) {
    const sinceSignIn = now.getTime() - Date.parse(session.signed_in_at ?? '')
    // Without `signed_in_at` this is NaN, and the comparison is false.
    if (sinceSignIn < reauthenticationWindowSeconds * 1_000) return
    throwProblem('reauthentication_required')
  }
  const isCorrect = await deps.passwords.withHashingSlot(async ({ verify }) => {
    await countAttempt(caller, deps, member.email)
    const account = await findAccount(caller.db, { id: member.id })
    return verify(account?.password_hash ?? null, current_password, caller.isAborted)
  })
  if (!isCorrect) throwProblem('invalid_credentials')
  await caller.transact((tx) => clearAttempts(tx, deps, member.email))
}
