import type { Payment, PaymentGateway } from '#server/adapters/payments/index.ts'
import type { OrderRow } from '../orders/orders.ts'

/** How an order stands at the gateway, as far as that is certain. */
export type PaymentOutcome =
  | { fate: 'paid'; payment: Payment }
  /** `stray`: money was taken that is none of ours, and has to go back (P8). */
  | { fate: 'failed'; code: string; stray?: Payment }
  | { fate: 'unknown'; reason: string }

/** A payment that answers to an order of ours and is not the one we asked for. */
export const paymentMismatchCode = 'PAYMENT_MISMATCH'

type Ours = Pick<OrderRow, 'order_id' | 'amount' | 'currency' | 'kind'>

/** P5: `paid` needs all of it to be ours, not the word DONE alone. */
export function matchesOrder(
  order: Ours,
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

/** What a payment says of the order it was read for. `unknown` where it is still under way. */
export function evaluatePayment(
  order: Ours,
  payment: Payment,
  merchant: Pick<PaymentGateway, 'merchant_id'>,
): PaymentOutcome {
  // Of another order, whatever becomes of it: it pays none of this one, and is not ours to cancel.
  if (payment.order_id !== order.order_id) return { fate: 'failed', code: paymentMismatchCode }
  switch (payment.status) {
    case 'DONE':
      if (matchesOrder(order, payment, merchant)) return { fate: 'paid', payment }
      return { fate: 'failed', code: paymentMismatchCode, stray: payment }
    case 'ABORTED':
    case 'EXPIRED':
    case 'CANCELED':
      return { fate: 'failed', code: payment.failure?.code ?? payment.status }
    case 'PARTIAL_CANCELED':
    case 'READY':
    case 'IN_PROGRESS':
      return { fate: 'unknown', reason: payment.status }
  }
}
