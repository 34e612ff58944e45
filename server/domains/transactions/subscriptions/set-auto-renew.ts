import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { lockWallet } from '../ledger/wallets.ts'
import { startedOrNull, lockSubscription } from './subscription-queries.ts'

/**
 * Says whether a subscription is renewed (D-56): absolute, so that pressing twice is pressing once. What is paid for stays
 * (S4); a charge that was set out to before is not called back (S5).
 * @throws Refusal `not_found` where nothing is subscribed to.
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
    await tx
      .updateTable('subscriptions')
      .set({ auto_renew })
      .where('id', '=', subscription.id)
      .execute()
  })
}
