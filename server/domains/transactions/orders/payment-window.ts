import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { OrderRow } from './orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'

/** The gateway lets a window stay open for so long. */
const windowMinutes = 30
/** An order whose window closes sooner than that is not handed out again. */
const leastLeft = 5 * 60_000

export const paymentWindowExpiry = (now: Date) => new Date(now.getTime() + windowMinutes * 60_000)

/** Whether somebody could still go through the window of an order in peace. */
export const isPaymentWindowUsable = (order: Pick<OrderRow, 'window_ends_at'>, now: Date) =>
  order.window_ends_at !== null && Date.parse(order.window_ends_at) - now.getTime() > leastLeft

export const isPaymentWindowExpired = (order: Pick<OrderRow, 'window_ends_at'>, now: Date) =>
  order.window_ends_at !== null && Date.parse(order.window_ends_at) <= now.getTime()

/** @throws Refusal `service_unavailable` where no gateway is configured: nothing is sold by card. */
export function requirePaymentGateway({ payments }: Pick<PaymentDependencies, 'payments'>): void {
  if (!payments.isEnabled) throwProblem('service_unavailable')
}

/** What opens the gateway's window for an order (D-52). */
export function paymentWindowFor(
  { payments, site_url }: Pick<PaymentDependencies, 'payments' | 'site_url'>,
  { order_id, amount, title }: Pick<OrderRow, 'order_id' | 'amount' | 'title'>,
  { customer_key }: { customer_key: string },
): PaymentWindow {
  return payments.paymentWindow({
    ...{ order_id, amount, customer_key },
    order_name: title,
    success_url: `${site_url}/payments/success`,
    fail_url: `${site_url}/payments/fail`,
  })
}
