import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { orderQuery } from '#web/features/billing/queries.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { readPaymentReturn } from '#web/features/billing/payment-window.ts'

/** Query parameters of the payment window's success URL. */
export type PaymentReturnParams = { order_id: string; payment_key: string; amount: number }

const orderIdPattern = /^[A-Za-z0-9_-]{6,64}$/

/** Returns null if the query is not one of the payment window. */
export function parseSuccessReturn(query: URLSearchParams): PaymentReturnParams | null {
  const order_id = query.get('orderId') ?? ''
  const payment_key = query.get('paymentKey') ?? ''
  const amount = Number(query.get('amount'))
  const isValid =
    orderIdPattern.test(order_id) &&
    payment_key.length > 0 &&
    payment_key.length <= 200 &&
    Number.isInteger(amount) &&
    amount > 0
  return isValid ? { order_id, payment_key, amount } : null
}

/** A closed window names no order: falls back to the last order of this tab. */
export function parseFailureReturn(
  query: URLSearchParams,
): { order_id: string; code: string } | null {
  const orderId = query.get('orderId')
  const order_id = orderId && orderIdPattern.test(orderId) ? orderId : readPaymentReturn()?.order_id
  const queryCode = query.get('code') ?? ''
  const code = /^[A-Z_]{1,100}$/.test(queryCode) ? queryCode : 'PAY_PROCESS_CANCELED'
  return order_id ? { order_id, code } : null
}

/** Confirms a payment. The order query shows the result. */
export const useConfirmPayment = () =>
  useApiMutation(transactions.confirmPayment, {
    errors: 'inline',
    onSuccess: (order, _, client) =>
      client.setQueryData(orderQuery(order.order_id).queryKey, order),
    onError: (error, { body }, client) =>
      error instanceof ApiError && client.invalidateQueries(orderQuery(String(body.order_id))),
  })
