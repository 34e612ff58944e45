import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import { lockSubscription, startedOrNull, updateSubscription } from './subscription-queries.ts'

/**
 * Turns renewal of a subscription on or off (D-56). Idempotent. The paid period is kept (S4); a pending charge is not
 * cancelled (S5).
 * @throws ProblemError `not_found` without a current subscription.
 */
export async function setAutoRenew(
  { transact }: Pick<PaymentDependencies, 'transact'>,
  member_id: number,
  auto_renew: boolean,
  now: Date,
): Promise<void> {
  await transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = startedOrNull(await lockSubscription(tx, wallet.id))
    if (!subscription || subscription.status === 'ended') return throwProblem('not_found')
    if (subscription.auto_renew === auto_renew) return
    await updateSubscription(tx, subscription.id, { auto_renew })
  })
}
