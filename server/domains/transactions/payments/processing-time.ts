import type { PaymentDependencies } from '../dependencies.ts'

/** Delay in ms before an order or refund of unknown outcome is first retried. */
export const firstRetryDelayMs = 5_000

/** Time for the database and the network between the calls, in ms. */
const marginMs = 15_000

type Deps = Pick<PaymentDependencies, 'payments'>

/**
 * Time in ms after which the process that began to confirm or cancel a payment has died: it calls the gateway, reads the
 * payment, and calls again.
 */
export const abandonedAfterMs = ({ payments: { limits } }: Deps): number =>
  3 * limits.call_ms + marginMs

/** The same for a charge of a registered card, the longest of all requests. */
export const chargeAbandonedAfterMs = ({ payments: { limits } }: Deps): number =>
  2 * limits.charge_ms + limits.call_ms + marginMs
