import type { PaymentDependencies } from './dependencies.ts'
import { endExpiredRentals } from './entitlements/purchase-queries.ts'
import { expireUnpaidOrders } from './orders/abandon-order.ts'
import { requeueStuckPayments } from './payments/requeue-stuck.ts'
import { expirePoints } from './points/expire-points.ts'
import { notifyExpiringPoints } from './points/notify-expiring-points.ts'

/** Rentals ended per transaction. */
const rentalBatchSize = 500

const steps = [
  requeueStuckPayments,
  expireUnpaidOrders,
  expirePoints,
  expireRentals,
  notifyExpiringPoints,
]

/**
 * Runs the time-based steps, except renewals, which wait for the gateway and are a separate periodic task (D-58). Each step
 * scans an index of due rows, so an idle run is cheap. A failing step does not stop the others.
 * @throws the error of the first step that failed.
 */
export async function runPaymentsMaintenance(
  deps: PaymentDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const failed: unknown[] = []
  for (const step of steps)
    if (!signal?.aborted) await step(deps, signal).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

/** Marks expired rentals as ended (D-51). Reads compare `expires_at` themselves, so a delay has no effect. */
async function expireRentals({ transact, clock }: PaymentDependencies, signal?: AbortSignal) {
  const now = clock.now()
  const endBatch = () => transact((tx) => endExpiredRentals(tx, now, rentalBatchSize))
  while (!signal?.aborted && (await endBatch()) === rentalBatchSize);
}
