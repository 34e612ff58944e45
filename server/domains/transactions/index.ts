/**
 * Orders, payments, points, purchases, subscriptions and refunds, and the entitlements that follow from them.
 *
 * Invariants. The codes in parentheses appear in the constraint messages of 0007_transactions.sql.
 * - Every ledger entry balances, is append-only and has one source. A wallet's balances equal the sum of its entries and
 *   are never negative. Points come from lots and return to the lots they came from (L1–L8).
 * - The item of an order never changes. An order is `paid` only by a payment that matches it exactly. An uncertain payment
 *   is resolved by reading it from the gateway. A paid order that cannot be delivered is refunded automatically (P1–P8).
 * - Every gateway call belongs to a recorded attempt. A new Idempotency-Key is used only after a read has shown that the
 *   previous attempt had no effect, so nothing is confirmed or refunded twice (R5).
 * - A member may play an episode if and only if its order is paid and not refunded, the subscription period covers it, or
 *   the episode is free (P6).
 *
 * Lock order: wallet, order, then subscription or purchase. Every row belongs to the wallet, which outlives the member
 * (D-18).
 */
export { createPointTransactions } from './points/create-point-transaction.ts'
export { confirmPayment } from './payments/confirm-payment.ts'
export {
  createEntitlementFinder,
  type Entitlement,
  entitlementColumns,
  entitlementJoins,
  type FindEntitlement,
  readEntitlement,
  readStreamLimit,
  noPlanLimits,
} from './entitlements/entitlements.ts'
export { grantPoints } from './points/grant-points.ts'
export { transactionsHandlers } from './handlers.ts'
export {
  listLedgerEntries,
  listPurchases,
  listRefunds,
  readRefund,
} from './history/member-history.ts'
export { recordPurchaseUse } from './entitlements/entitlements.ts'
export { orderEpisode } from './orders/order-episode.ts'
export type { PaymentDependencies } from './dependencies.ts'
export type { Payer } from './dependencies.ts'
export { processPaymentJob } from './payments/process-payment.ts'
export { cancelUnmatchedPayment } from './payments/unmatched-payments.ts'
export { closeManualCase, type ManualCase } from './reconciliation/manual-case-queries.ts'
export { beginStaffRefund } from './refunds/request-refund.ts'
export { processRefund, processRefundJob } from './refunds/process-refund.ts'
export { findOrderOwner, listStaffOrders } from './history/staff-orders.ts'
export { deleteBillingKey } from './subscriptions/cards/billing-cards.ts'
export { subscriptionsHandlers } from './subscriptions/handlers.ts'
export { closeMemberPayments } from './close-account.ts'
export { formatReconciliation } from './reconciliation/reconciliation-report.ts'
export { seoulDayStart, reconcileDaily } from './reconciliation/daily-reconciliation.ts'
export { reconcile, type ReconciliationPeriod } from './reconciliation/reconcile.ts'
export { readPlans } from './subscriptions/subscription-queries.ts'
export { readMemberSubscription } from './subscriptions/read-subscription.ts'
export { recordPlanUse, recordPlanUseBatch } from './entitlements/entitlements.ts'
export { runPaymentsMaintenance } from './maintenance.ts'
export { renewDue } from './subscriptions/billing/renew-due.ts'
