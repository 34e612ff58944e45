import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
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
import { closeMemberSubscription, endLapsedSubscription } from './subscriptions/close-account.ts'

/**
 * The account-deletion hook of payments. While the deletion is scheduled nothing is charged and no points expire, so that the
 * refund is the one that was announced (D-122).
 */
export const paymentsDeletionHook: AccountDeletionHook = {
  /** Ends open payment windows. Waits for a renewal that holds the wallet; later ones do not begin. */
  async schedule(tx, member_id) {
    const wallet = await lockExistingWallet(tx, member_id)
    if (wallet) await failUnpaidOrders(tx, wallet.id)
  },

  async cancel(tx, member_id, now) {
    const wallet = await lockExistingWallet(tx, member_id)
    if (wallet) await endLapsedSubscription(tx, wallet.id, now)
  },

  delete: closeMemberPayments,
}

/**
 * Refunds the remaining paid points and every subscription charge that was refundable when the deletion was requested to the
 * original cards by jobs, and e-mails the total. The wallet and its ledger are kept without an owner for the statutory
 * retention period. See D-18.
 */
async function closeMemberPayments(
  tx: Tx,
  member_id: number,
  at: { now: Date; requested_at: Date },
): Promise<void> {
  const { now } = at
  const wallet = await lockExistingWallet(tx, member_id)
  if (!wallet) return
  await failUnpaidOrders(tx, wallet.id)
  const points = await refundPoints(tx, wallet.id, at)
  const charge = await closeMemberSubscription(tx, wallet.id, at)
  const to = points + charge > 0 ? await findOwnerEmail(tx, wallet.id) : undefined
  const copy = closeAccountEmailCopy({ points, charge })
  if (to) await queueMessage(tx, { kind: 'mail', to, ...renderEmail(copy) }, { now })
}

async function failUnpaidOrders(tx: Tx, wallet_id: number): Promise<void> {
  for (const { id } of await lockUnpaidOrders(tx, wallet_id))
    await failUnpaidOrder(tx, id, failureCodes.replaced)
}

/** @returns the refunded won. */
async function refundPoints(
  tx: Tx,
  wallet_id: number,
  { now, requested_at }: { now: Date; requested_at: Date },
): Promise<number> {
  let won = 0
  for (const { id } of await findRefundableTopUps(tx, wallet_id)) {
    const order = await lockOrder(tx, id)
    const item = await topUpReversal.lockItem(tx, order, requested_at)
    const decision = decideRefund(item, requested_at)
    if (!decision.is_refundable) continue
    won += decision.amount
    await beginRefund(tx, order, decision, { reason: 'account_deletion', now })
  }
  return won
}
