import type { PaymentDependencies } from '../dependencies.ts'
import { enqueueRefundProcessing } from '../refunds/refund-order.ts'
import { findStuckSubjects } from './payment-queries.ts'
import { enqueuePaymentProcessing } from './process-payment.ts'
import { enqueueUnmatchedCancel } from './unmatched-payments.ts'

const enqueueByKind = {
  order: enqueuePaymentProcessing,
  refund: enqueueRefundProcessing,
  unmatched: enqueueUnmatchedCancel,
} as const

/** Longer than any step takes, in ms. */
const stuckAfterMs = 10 * 60_000
const batchSize = 100

/**
 * Enqueues jobs for pending orders, refunds and unmatched payments that have none, because the job used up its attempts
 * during a long gateway outage or was removed from the queue. At most 100 of each kind per run.
 */
export async function requeueStuckPayments({
  db,
  transact,
  clock,
}: Pick<PaymentDependencies, 'db' | 'transact' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - stuckAfterMs)
  for (const { kind, id } of await findStuckSubjects(db, before, batchSize))
    await transact((tx) => enqueueByKind[kind](tx, id))
}
