import type { Tx } from '#server/db/client.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { closeAccountEmailCopy } from './close-account.copy.ts'
import { failureCodes } from './orders/orders.copy.ts'
import { findOwnerEmail, lockExistingWallet } from './ledger/wallet-queries.ts'
import { failUnpaidOrder, lockOrder, lockUnpaidOrders } from './orders/order-queries.ts'
import { beginRefund } from './refunds/refund-order.ts'
import { decideRefund } from './refunds/refund-policy.ts'
import { findRefundableTopUps } from './refunds/refund-queries.ts'
import { topUpReversal } from './refunds/reversals.ts'
import { closeMemberSubscription } from './subscriptions/close-account.ts'

/**
 * Account-deletion hook, called in the transaction that deletes the member. Refunds the remaining paid points and every
 * refundable subscription charge to the original cards by jobs, and e-mails the total. The wallet and its ledger are kept
 * without an owner for the statutory retention period. See D-18.
 */
export async function closeMemberPayments(tx: Tx, member_id: number, now: Date): Promise<void> {
  const wallet = await lockExistingWallet(tx, member_id)
  if (!wallet) return
  for (const { id } of await lockUnpaidOrders(tx, wallet.id))
    await failUnpaidOrder(tx, id, failureCodes.replaced)
  const points = await refundPoints(tx, wallet.id, now)
  const charge = await closeMemberSubscription(tx, wallet.id, now)
  const to = points + charge > 0 ? await findOwnerEmail(tx, wallet.id) : undefined
  const copy = closeAccountEmailCopy({ points, charge })
  if (to) await queueMessage(tx, { kind: 'mail', to, ...renderEmail(copy) }, { now })
}

/** @returns the refunded won. */
async function refundPoints(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  let won = 0
  for (const { id } of await findRefundableTopUps(tx, wallet_id)) {
    const order = await lockOrder(tx, id)
    const decision = decideRefund(await topUpReversal.lockItem(tx, order, now), now)
    if (!decision.is_refundable) continue
    won += decision.amount
    await beginRefund(tx, order, decision, { reason: 'account_deletion', now })
  }
  return won
}
