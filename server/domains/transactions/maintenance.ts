import { expireUnpaidOrders } from './orders/abandon-order.ts'
import { expirePoints } from './points/expire-points.ts'
import { expireRentals } from './entitlements/expire-rentals.ts'
import { notifyExpiringPoints } from './points/notify-expiring-points.ts'
import type { PaymentDependencies } from './dependencies.ts'
import { requeueStuckPayments } from './payments/requeue-stuck.ts'

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
  parts: PaymentDependencies,
  signal?: AbortSignal,
): Promise<void> {
  const failed: unknown[] = []
  for (const step of steps)
    if (!signal?.aborted) await step(parts, signal).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}
