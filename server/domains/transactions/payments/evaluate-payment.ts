import type { Payment, PaymentGateway } from '#server/adapters/payments/index.ts'
import type { OrderRow } from '../orders/orders.ts'

/** Outcome of a payment at the gateway. */
export type PaymentOutcome =
  | { status: 'paid'; payment: Payment }
  /** `unmatched`: a payment that took money without paying the order in full; what is left of it is cancelled. */
  | { status: 'failed'; code: string; unmatched?: Payment }
  | { status: 'unknown'; reason: string }

/** Failure code of an order whose payment does not match it. */
export const paymentMismatchCode = 'PAYMENT_MISMATCH'

type OrderTerms = Pick<OrderRow, 'order_id' | 'amount' | 'currency' | 'kind'>

/** Whether a payment matches the order in every field; the status DONE alone is not enough. */
export function matchesOrder(
  order: OrderTerms,
  payment: Payment,
  { merchant_id }: Pick<PaymentGateway, 'merchant_id'>,
): boolean {
  return (
    payment.order_id === order.order_id &&
    payment.total_amount === order.amount &&
    payment.currency === order.currency &&
    payment.merchant_id === merchant_id &&
    payment.type === (order.kind === 'subscription' ? 'BILLING' : 'NORMAL')
  )
}

/** Derives the outcome of an order from its payment. `unknown` while the payment is in progress. */
export function evaluatePayment(
  order: OrderTerms,
  payment: Payment,
  merchant: Pick<PaymentGateway, 'merchant_id'>,
): PaymentOutcome {
  // The payment belongs to another order: it neither pays this one nor may be cancelled for it.
  if (payment.order_id !== order.order_id) return { status: 'failed', code: paymentMismatchCode }
  switch (payment.status) {
    case 'DONE':
      if (matchesOrder(order, payment, merchant)) return { status: 'paid', payment }
      return { status: 'failed', code: paymentMismatchCode, unmatched: payment }
    case 'ABORTED':
    case 'EXPIRED':
    case 'CANCELED':
      return { status: 'failed', code: payment.failure?.code ?? payment.status }
    // Part of it went back before it was recorded, so it can never pay the order.
    case 'PARTIAL_CANCELED':
      return { status: 'failed', code: payment.status, unmatched: payment }
    case 'READY':
    case 'IN_PROGRESS':
      return { status: 'unknown', reason: payment.status }
  }
}
