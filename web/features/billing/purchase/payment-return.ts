import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import { ApiError } from '#web/api/client.ts'
import { orderQuery } from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { apiRequest } from '#web/api/client.ts'
import { readPaymentReturn } from '#web/features/billing/payment-window.ts'
import { queryOptions } from '@tanstack/react-query'

/** What the window put into the address of the page it returns to. */
export type PaymentReturnParams = { order_id: string; payment_key: string; amount: number }

const orderIds = /^[A-Za-z0-9_-]{6,64}$/

/** The window's answer, null where the address is none that a window makes. */
export function parseSuccessReturn(query: URLSearchParams): PaymentReturnParams | null {
  const order_id = query.get('orderId') ?? ''
  const payment_key = query.get('paymentKey') ?? ''
  const amount = Number(query.get('amount'))
  const isOne =
    orderIds.test(order_id) &&
    payment_key.length > 0 &&
    payment_key.length <= 200 &&
    Number.isInteger(amount) &&
    amount > 0
  return isOne ? { order_id, payment_key, amount } : null
}

/** Which order failed, and why; one that was closed names none: then it is what this tab set out to pay. */
export function parseFailureReturn(
  query: URLSearchParams,
): { order_id: string; code: string } | null {
  const named = query.get('orderId')
  const order_id = named && orderIds.test(named) ? named : readPaymentReturn()?.order_id
  const given = query.get('code') ?? ''
  const code = /^[A-Z_]{1,100}$/.test(given) ? given : 'PAY_PROCESS_CANCELED'
  return order_id ? { order_id, code } : null
}

/** Done once however often it is rendered, and not again by itself: the order is read for how it went. */
const onceForAll = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnReconnect: false,
} as const

export const confirmQuery = (returned: PaymentReturnParams) =>
  queryOptions({
    queryKey: ['payment', returned.order_id, returned.payment_key],
    async queryFn() {
      const { queryKey } = orderQuery(returned.order_id)
      try {
        const order = await idempotentRequest(transactions.confirmPayment, { body: returned })
        memberQueryClient.setQueryData(queryKey, order)
        return order
      } catch (error) {
        if (error instanceof ApiError) await memberQueryClient.invalidateQueries({ queryKey })
        throw error
      }
    },
    ...onceForAll,
  })

export const abandonQuery = ({ order_id, code }: { order_id: string; code: string }) =>
  queryOptions({
    queryKey: ['payment', order_id, 'abandoned'],
    queryFn: () => apiRequest(transactions.abandonOrder, { params: { order_id }, body: { code } }),
    ...onceForAll,
  })
