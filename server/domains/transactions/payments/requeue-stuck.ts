import { sql } from 'kysely'
import type { PaymentDependencies } from '../dependencies.ts'
import { enqueuePaymentProcessing } from './process-payment.ts'
import { enqueueRefundProcessing } from '../refunds/refund-order.ts'
import { enqueueUnmatchedCancel } from './unmatched-payments.ts'

const enqueueByKind = {
  order: enqueuePaymentProcessing,
  refund: enqueueRefundProcessing,
  stray: enqueueUnmatchedCancel,
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
  const { rows } = await sql<{ kind: 'order' | 'refund' | 'stray'; id: number }>`
    (select 'order' as kind, id from orders
      where status in ('confirming', 'unknown') and processing_started_at <= ${before} and not job_is_queued('order:' || id)
      order by processing_started_at limit ${batchSize})
    union all
    (select 'refund', id from refunds
      where status = 'reserved' and requested_at <= ${before} and not job_is_queued('refund:' || id) limit ${batchSize})
    union all
    (select 'stray', id from unmatched_payments
      where status = 'reserved' and detected_at <= ${before} and not job_is_queued('stray:' || id) limit ${batchSize})`.execute(
    db,
  )
  for (const { kind, id } of rows) await transact((tx) => enqueueByKind[kind](tx, id))
}
