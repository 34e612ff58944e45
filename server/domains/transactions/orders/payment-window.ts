import type { PaymentWindow } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { OrderRow } from './orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'

/** Lifetime of a payment window at the gateway. */
const windowMinutes = 30
/** Minimum remaining lifetime, in ms, for an order to be reused. */
const minRemainingMs = 5 * 60_000

export const paymentWindowExpiry = (now: Date) => new Date(now.getTime() + windowMinutes * 60_000)

/** Whether enough time is left to pay in the window of an order. */
export const isPaymentWindowUsable = (order: Pick<OrderRow, 'payment_expires_at'>, now: Date) =>
  order.payment_expires_at !== null &&
  Date.parse(order.payment_expires_at) - now.getTime() > minRemainingMs

export const isPaymentWindowExpired = (order: Pick<OrderRow, 'payment_expires_at'>, now: Date) =>
  order.payment_expires_at !== null && Date.parse(order.payment_expires_at) <= now.getTime()

/** @throws ProblemError `service_unavailable` if no gateway is configured. */
export function requirePaymentGateway({ payments }: Pick<PaymentDependencies, 'payments'>): void {
  if (!payments.isEnabled) throwProblem('service_unavailable')
}

/** Returns the parameters that open the payment window for an order. */
export function paymentWindowFor(
  { payments, site_url }: Pick<PaymentDependencies, 'payments' | 'site_url'>,
  { order_id, amount, title }: Pick<OrderRow, 'order_id' | 'amount' | 'title'>,
  { customer_key }: { customer_key: string },
): PaymentWindow {
  return payments.paymentWindow({
    order_id,
    amount,
    customer_key,
    order_name: title,
    success_url: `${site_url}/payments/success`,
    fail_url: `${site_url}/payments/fail`,
  })
}
