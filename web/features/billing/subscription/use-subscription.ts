import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refundResultMessage } from '#web/features/billing/purchases/messages.ko.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { apiRequest } from '#web/api/client.ts'
import {
  isOrderPending,
  invalidateBilling,
  orderQuery,
  subscriptionQuery,
} from '#web/features/billing/queries.ts'
import { idempotentRequest } from '#web/api/use-api-mutation.ts'

/**
 * The member's subscription. Polls a pending charge; `settledOrder` is then its order, which has the reason if it was
 * declined.
 */
export function useSubscription(enabled = true): {
  query: UseQueryResult<MemberSubscription>
  settledOrder: Order | null
} {
  const query = useQuery({ ...subscriptionQuery, enabled })
  const pendingOrderId = query.data?.pending_order_id ?? null
  const [watchedOrderId, setWatchedOrderId] = useState<string | null>(null)
  if (pendingOrderId !== null && pendingOrderId !== watchedOrderId)
    setWatchedOrderId(pendingOrderId)
  const order = useQuery({
    ...orderQuery(watchedOrderId ?? ''),
    enabled: watchedOrderId !== null,
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : 2_000),
  })
  const settledOrder = pendingOrderId === null && isSettled(order.data) ? order.data : null
  const settledStatus = settledOrder?.status
  useEffect(() => {
    if (settledStatus) void invalidateBilling()
  }, [settledStatus])
  return { query, settledOrder }
}

const isSettled = (order: Order | undefined): order is Order =>
  order !== undefined && order.status !== 'created' && !isOrderPending(order)

/** Sets auto-renewal to an absolute value, so that double clicks are harmless. */
export async function setAutoRenew(
  client: QueryClient,
  auto_renew: boolean,
): Promise<MemberSubscription> {
  const memberSubscription = await apiRequest(subscriptions.setAutoRenew, { body: { auto_renew } })
  client.setQueryData(subscriptionQuery.queryKey, memberSubscription)
  void invalidateBilling()
  return memberSubscription
}

/** Refunds the charge of the current period, which ends it. Shows a toast if the gateway rejects it. */
export async function refundCharge(order_id: string): Promise<void> {
  try {
    const refund = await idempotentRequest(transactions.requestRefund, { body: { order_id } })
    if (refund.status === 'failed') toasts.show(refundResultMessage(refund), 'danger')
  } finally {
    await invalidateBilling()
  }
}

/** Whether the subscription grants access or is still charged; an ended one counts as none. */
export const isActiveSubscription = (
  subscription: MemberSubscription['subscription'] | undefined,
): subscription is NonNullable<MemberSubscription['subscription']> =>
  subscription != null && subscription.status !== 'ended'
