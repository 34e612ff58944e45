import type { Tx } from '#server/db/client.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import type { PaymentDependencies } from './dependencies.ts'
import { notifyEndingRentals } from './entitlements/notify-ending-rentals.ts'
import { endExpiredRentals } from './entitlements/purchase-queries.ts'
import { failExpiredOrders } from './orders/order-queries.ts'
import { expirePoints, notifyExpiringPoints } from './points/expire-points.ts'
import { enqueueRefundProcessing } from './refunds/refund-order.ts'
import { findStuckSubjects } from './payments/payment-queries.ts'
import { enqueuePaymentProcessing } from './payments/process-payment.ts'
import { enqueueUnmatchedCancel } from './payments/unmatched-payments.ts'

/** Rows changed per transaction. */
const batchSize = 500

type Update = (tx: Tx, now: Date, limit: number) => Promise<number>

/** Returns the step that runs an update in batches, each of its own transaction. */
const inBatches =
  (update: Update) =>
  async (
    { transact, clock }: Pick<PaymentDependencies, 'transact' | 'clock'>,
    signal?: AbortSignal,
  ): Promise<void> => {
    const now = clock.now()
    const updateBatch = () => transact((tx) => update(tx, now, batchSize))
    while (!signal?.aborted && (await updateBatch()) === batchSize);
  }

/** Fails orders that were not paid before their window expired. */
export const expireUnpaidOrders = inBatches(failExpiredOrders)

const steps = [
  expireUnpaidOrders,
  expirePoints,
  // Reads compare `expires_at` themselves, so a delay has no effect.
  inBatches(endExpiredRentals),
  notifyExpiringPoints,
  inBatches(notifyEndingRentals),
]

/**
 * Runs the time-based steps, except renewals, which are jobs. Each step scans an index of due rows, so an idle run is
 * cheap. A failing step does not stop the others.
 * @throws the error of the first step that failed.
 */
export async function runPaymentsMaintenance(deps: PaymentDependencies, signal?: AbortSignal) {
  const failed: unknown[] = []
  for (const step of steps)
    if (!signal?.aborted) await step(deps, signal).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

/** Longer than any step takes, in ms. */
const stuckAfterMs = 10 * 60_000

const enqueueByKind = {
  order: enqueuePaymentProcessing,
  refund: enqueueRefundProcessing,
  unmatched: enqueueUnmatchedCancel,
} as const

/**
 * Enqueues jobs for pending orders, refunds or unmatched payments that have none, because the job used up its attempts
 * during a long gateway outage or was removed from the queue.
 */
export const requeueStuck = (
  deps: Pick<PaymentDependencies, 'db' | 'transact' | 'clock'>,
  kind: keyof typeof enqueueByKind,
) =>
  requeueEach(
    deps,
    (db, limit) =>
      findStuckSubjects(db, kind, new Date(deps.clock.now().getTime() - stuckAfterMs), limit),
    (tx, id) => enqueueByKind[kind](tx, id),
  )
