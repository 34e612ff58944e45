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
export { closeManualCase, type ManualCase } from './reconciliation/manual-cases.ts'
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
