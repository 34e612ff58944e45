import type { ServerModule } from '#server/api/server-module.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import type { PaymentDependencies } from './dependencies.ts'
import { readPaymentGauges } from './reconciliation/reconciliation-queries.ts'
import { transactionsHandlers, subscriptionsHandlers } from './handlers.ts'
import { requeueStuck, runPaymentsMaintenance } from './maintenance.ts'
import { processPaymentJob } from './payments/process-payment.ts'
import { cancelUnmatchedPayment } from './payments/unmatched-payments.ts'
import { reconcileDaily } from './reconciliation/reconcile.ts'
import { processRefundJob } from './refunds/refund-order.ts'
import { enqueueDueRenewals, renewSubscription } from './subscriptions/billing/renew-due.ts'
import { deleteBillingKey, enqueueBillingKeyDeletion } from './subscriptions/cards/billing-cards.ts'
import { studioPaymentsHandlers } from './staff/payments/handlers.ts'
import { studioPriceChangesHandlers } from './staff/price-changes/handlers.ts'
import { studioPricingHandlers } from './staff/pricing/handlers.ts'
import { announceOffers } from './subscriptions/price-offers/announce-offers.ts'
import { findUndeletedCards } from './subscriptions/subscription-queries.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'

export const transactionsServerModule = ({ payments }: { payments: PaymentDependencies }) =>
  ({
    endpoints: {
      transactions: transactionsHandlers(payments),
      subscriptions: subscriptionsHandlers(payments),
      studio_payments: studioPaymentsHandlers(payments),
      studio_pricing: studioPricingHandlers,
      studio_price_changes: studioPriceChangesHandlers,
    },
  }) satisfies ServerModule

export const transactionsWorkerModule = (deps: PaymentDependencies) =>
  ({
    jobs: {
      process_payment: {
        lane: 'io',
        run: ({ order_id }) => processPaymentJob(deps, order_id),
        requeueLost: requeueStuck(deps, 'order'),
      },
      process_refund: {
        lane: 'io',
        run: ({ refund_id }) => processRefundJob(deps, refund_id),
        requeueLost: requeueStuck(deps, 'refund'),
      },
      cancel_unmatched_payment: {
        lane: 'io',
        run: ({ unmatched_payment_id }) => cancelUnmatchedPayment(deps, unmatched_payment_id),
        requeueLost: requeueStuck(deps, 'unmatched'),
      },
      delete_billing_key: {
        lane: 'io',
        run: ({ card_id }) => deleteBillingKey(deps, card_id),
        requeueLost: requeueEach(deps, findUndeletedCards, enqueueBillingKeyDeletion),
      },
      renew_subscription: {
        lane: 'charges',
        run: ({ wallet_id }) => renewSubscription(deps, wallet_id),
        requeueLost: (signal) => enqueueDueRenewals(deps, signal),
      },
    },
    tasks: {
      payments: (signal) => runPaymentsMaintenance(deps, signal),
      reconciliation: (signal) => reconcileDaily(deps, signal),
      price_changes: (signal) => announceOffers(deps, signal),
    },
    gauges: {
      help: {
        orders_unknown: 'Orders with an unknown gateway outcome',
        orders_unknown_oldest_seconds: 'Age of the oldest order with an unknown gateway outcome',
        reconciliation_differences: 'Differences found by the last scheduled reconciliation',
        reconciliation_age_seconds: 'Time since the last scheduled reconciliation',
      },
      read: () => readPaymentGauges(deps.db, deps.clock.now()),
    },
  }) satisfies WorkerModule
