import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import type { Tx } from '#server/db/client.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { closeAccountEmailCopy } from './close-account.copy.ts'
import { failureCodes } from './orders/orders.copy.ts'
import { lockExistingWallet } from './ledger/wallet-queries.ts'
import { failUnpaidOrder, lockOrder, lockUnpaidOrders } from './orders/order-queries.ts'
import { beginRefund } from './refunds/refund-order.ts'
import { decideRefund } from './refunds/refund-policy.ts'
import { findRefundableTopUps } from './refunds/refund-queries.ts'
import { topUpReversal } from './refunds/reversals.ts'
import { findCurrentCharge } from './subscriptions/billing/charge-queries.ts'
import { lockCharge } from './subscriptions/billing/charge-reversal.ts'
import { removeCard } from './subscriptions/cards/billing-cards.ts'
import {
  lockExistingSubscription,
  lockSubscription,
  markSubscriptionEnded,
  startedOrNull,
} from './subscriptions/subscription-queries.ts'
import { emailOwner } from './payments/payment-emails.ts'

/**
 * The account-deletion hook of payments. While the account is paused nothing is charged and no points expire, so that the
 * refund of a deletion is the one that was announced (decisions/0012-account-deletion).
 */
export const paymentsDeletionHook: AccountDeletionHook = {
  /** Ends open payment windows. Waits for a renewal that holds the wallet; later ones do not begin. */
  async pause(tx, member_id) {
    const wallet = await lockExistingWallet(tx, member_id)
    if (wallet) await failUnpaidOrders(tx, wallet.id)
  },

  async resume(tx, member_id, now) {
    const wallet = await lockExistingWallet(tx, member_id)
    if (wallet) await endLapsedSubscription(tx, wallet.id, now)
  },

  delete: closeMemberPayments,
}

/**
 * Refunds the remaining paid points and every subscription charge that was refundable when the deletion was requested to the
 * original cards by jobs, and e-mails the total. The wallet and its ledger are kept without an owner for the statutory
 * retention period.
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
  if (points + charge === 0) return
  await emailOwner(tx, wallet.id, renderEmail(closeAccountEmailCopy({ points, charge })), now)
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

/**
 * Ends the subscription of a member whose account is deleted, and deletes the billing key by a job. Charges that were
 * refundable when the deletion was requested are refunded; a pending charge is refunded automatically once it succeeds. The caller holds the lock of the
 * wallet.
 * @returns the refunded won.
 */
async function closeMemberSubscription(
  tx: Tx,
  wallet_id: number,
  { now, requested_at }: { now: Date; requested_at: Date },
): Promise<number> {
  const won = await refundCharges(tx, wallet_id, { now, requested_at })
  const subscription = await lockExistingSubscription(tx, wallet_id)
  if (subscription) await markSubscriptionEnded(tx, subscription.id, now)
  await removeCard(tx, wallet_id, now)
  return won
}

/**
 * Ends a subscription that lapsed while the account was paused: its period has ended, or its renewal had failed before.
 * Resuming the account charges nothing.
 */
async function endLapsedSubscription(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  const subscription = startedOrNull(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.status === 'ended') return
  if (subscription.status === 'active' && Date.parse(subscription.period_end) > now.getTime())
    return
  await markSubscriptionEnded(tx, subscription.id, now)
}

async function refundCharges(
  tx: Tx,
  wallet_id: number,
  { now, requested_at }: { now: Date; requested_at: Date },
): Promise<number> {
  let won = 0
  for (;;) {
    const charge = await findCurrentCharge(tx, wallet_id)
    if (!charge?.order_id) return won
    const order = await lockOrder(tx, charge.order_id)
    const decision = decideRefund(await lockCharge(tx, order), requested_at)
    if (!decision.is_refundable) return won
    won += decision.amount
    // The refund of an upgrade restores the previous period, whose charge the next iteration examines.
    await beginRefund(tx, order, decision, { reason: 'account_deletion', now })
  }
}
