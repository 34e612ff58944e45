import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { findOwnerEmail, lockWallet } from '../ledger/wallet-queries.ts'
import { subscriptionEmails } from './emails.ts'
import {
  lockSubscription,
  readPlan,
  startedOrNull,
  updateSubscription,
} from './subscription-queries.ts'

/**
 * Turns renewal of a subscription on or off (D-56). Idempotent. The paid period is kept (S4); a pending charge is not
 * cancelled (S5). Turning it off is confirmed by e-mail.
 * @throws ProblemError `not_found` without a current subscription.
 */
export async function setAutoRenew(
  { transact, site_url }: Pick<PaymentDependencies, 'transact' | 'site_url'>,
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
    if (auto_renew) return
    const to = await findOwnerEmail(tx, wallet.id)
    if (!to) return
    const { name } = await readPlan(tx, subscription.plan_id)
    const email = subscriptionEmails.stopped(name, new Date(subscription.period_end), site_url)
    await queueMessage(tx, { kind: 'mail', to, ...email }, { now })
  })
}
