/**
 * Money and points: what was ordered, paid, bought and given back, and who may therefore play what.
 *
 * What holds, always (the letters are those of the constraints' messages, in 0014_money.sql):
 * - every entry of the ledger balances, is added and never changed, and has one cause; a wallet's balances are what its
 *   entries add up to, and never below 0; points come from lots, and go back to the lots they came from (L1–L8);
 * - an order is of what it was made for; `paid` is said only of a payment that is ours to the won; a payment that the
 *   gateway is not sure of is settled by reading; what was paid and cannot be handed out goes back by itself (P1–P8);
 * - the gateway is asked by recorded attempts; a new Idempotency-Key is used only after reading has shown that the attempt
 *   before had no effect, so nothing is refunded or confirmed twice (R5, 0032_gateway_attempts.sql);
 * - an episode is entitled to if and only if its order is paid and not refunded, or a period runs, or it is free (P6).
 *
 * Locks are taken in one order: wallet, order, subscription or purchase. All of it hangs on the wallet, which outlives
 * the member (D-18).
 */
export { createChargePoints } from './charge-points.ts'
export { confirmPayment } from './confirm-payment.ts'
export {
  createEntitlementFinder,
  type Entitlement,
  entitlement,
  entitlementFrom,
  type FindEntitlement,
  readEntitlement,
  readStreamLimit,
  withoutPlan,
} from './entitlement.ts'
export { grantPoints } from './grant-points.ts'
export { transactionsHandlers } from './handlers.ts'
export { listMoney, listPurchases, listRefunds, readRefund } from './lists.ts'
export { noteHandedOut } from './note-handed-out.ts'
export { orderEpisode } from './order-episode.ts'
export type { MoneyParts } from './parts.ts'
export type { Payer } from './payer.ts'
export { settleOrderJob } from './settle-order.ts'
export { cancelStray } from './stray-payments.ts'
export { closeCase, type OpenCase } from './open-cases.ts'
export { reserveStaffRefund } from './reserve-staff-refund.ts'
export { settleRefund, settleRefundJob } from './settle-refund.ts'
export { findOrderOwner, listOrders } from './staff-lists.ts'
export { forgetCard } from './subscriptions/cards.ts'
export { subscriptionsHandlers } from './subscriptions/handlers.ts'
export { leaveMoney } from './leave.ts'
export { differencesTable } from './reconciliation/differences-table.ts'
export { dayStart, reconcileDaily } from './reconciliation/reconcile-daily.ts'
export { reconcile, type Span } from './reconciliation/reconcile.ts'
export { readPlans } from './subscriptions/queries.ts'
export { readMySubscription } from './subscriptions/read-subscription.ts'
export { notePlayed, notePlaying } from './subscriptions/note-played.ts'
export { maintainMoney } from './maintenance.ts'
export { renewDue } from './subscriptions/renew-due.ts'
