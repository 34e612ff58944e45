/**
 * Orders, payments, points, purchases, subscriptions and refunds, and the entitlements that follow from them.
 *
 * Invariants. The codes in parentheses appear in the constraint messages of 0007_transactions.sql.
 * - Every ledger entry balances, is append-only and has one source. A wallet's balances equal the sum of its entries and
 *   are never negative. Points come from lots and return to the lots they came from.
 * - The item of an order never changes. An order is `paid` only by a payment that matches it exactly. An uncertain payment
 *   is resolved by reading it from the gateway. A paid order that cannot be delivered is refunded automatically.
 * - Every gateway call belongs to a recorded attempt. A new Idempotency-Key is used only after a read has shown that the
 *   previous attempt had no effect, so nothing is confirmed or refunded twice.
 * - A member may play an episode if and only if its order is paid and not refunded, the subscription period covers it, or
 *   the episode is free.
 *
 * Lock order: wallet, order, then subscription or purchase. Every row belongs to the wallet, which outlives the member.
 */
export { paymentsDeletionHook } from './close-account.ts'
export type { Payer, PaymentDependencies } from './dependencies.ts'
export {
  createEntitlementFinder,
  type Entitlement,
  entitlementTo,
  type FindEntitlement,
  noPlanLimits,
  readRentalPeriod,
  readStreamLimit,
  recordPlanUse,
  recordPlanUseBatch,
  recordPurchaseUse,
} from './entitlements/entitlement-queries.ts'
export { readRentalTerms } from './entitlements/rental-terms-queries.ts'
export { transactionsServerModule, transactionsWorkerModule } from './registration.ts'
export { findOrderOwner } from './history/history-queries.ts'
export { listStaffOrders } from './staff/payments/list-staff-orders.ts'
export { orderEpisode } from './orders/order-episode.ts'
export { confirmPayment } from './payments/confirm-payment.ts'
export { createBuyWithPoints } from './points/buy-with-points.ts'
export { createPointTransactions } from './points/create-point-transaction.ts'
export { grantPoints } from './staff/payments/grant-points.ts'
export { seoulDayStart, reconcile, type ReconciliationPeriod } from './reconciliation/reconcile.ts'
export { closeManualCase } from './reconciliation/reconciliation-queries.ts'
export { formatReconciliation } from './reconciliation/reconciliation-report.ts'
export { requestRefund } from './refunds/refund-order.ts'
export { renewSubscription } from './subscriptions/billing/renew-due.ts'
export { registerCard } from './subscriptions/cards/register-card.ts'
export { readMemberSubscription } from './subscriptions/read-subscription.ts'
export { setAutoRenew, subscribe } from './subscriptions/subscribe.ts'
export { findDueSubscriptions, readPlans } from './subscriptions/subscription-queries.ts'
export { chargeAbandonedAfterMs } from './payments/processing-time.ts'
