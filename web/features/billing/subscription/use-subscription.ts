import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refundResultMessage } from '#web/features/billing/purchases/messages.ko.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { apiRequest } from '#web/api/client.ts'
import {
  isOrderPending,
  billingKeys,
  orderQuery,
  subscriptionQuery,
} from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { idempotentRequest } from '#web/api/idempotent-request.ts'

/**
 * The member's subscription. A charge whose outcome is not certain is looked at until it is, and `charged` is then the
 * order with how it went: that is said here, because the subscription alone does not tell why nothing began.
 */
export function useSubscription(enabled = true): {
  mine: UseQueryResult<MemberSubscription>
  charged: Order | null
} {
  const mine = useQuery({ ...subscriptionQuery, enabled })
  const charging = mine.data?.pending_order_id ?? null
  const [watched, watch] = useState<string | null>(null)
  if (charging !== null && charging !== watched) watch(charging)
  const order = useQuery({
    ...orderQuery(watched ?? ''),
    enabled: watched !== null,
    refetchInterval: ({ state }) => (isSettled(state.data) ? false : 2_000),
  })
  const charged = charging === null && isSettled(order.data) ? order.data : null
  const outcome = charged?.status
  useEffect(() => {
    if (outcome) void billingKeys()
  }, [outcome])
  return { mine, charged }
}

const isSettled = (order: Order | undefined): order is Order =>
  order !== undefined && order.status !== 'created' && !isOrderPending(order)

/** Says whether it is renewed: absolute, so that pressing twice is pressing once (D-56). */
export async function setRenewal(auto_renew: boolean): Promise<MemberSubscription> {
  const mine = await apiRequest(subscriptions.setAutoRenew, { body: { auto_renew } })
  memberQueryClient.setQueryData(subscriptionQuery.queryKey, mine)
  void billingKeys()
  return mine
}

/** Has the charge of the running period paid back, with which it ends (D-55). Says so where the gateway refused. */
export async function payChargeBack(order_id: string): Promise<void> {
  try {
    const refund = await idempotentRequest(transactions.requestRefund, { body: { order_id } })
    if (refund.status === 'failed') toasts.show(refundResultMessage(refund), 'danger')
  } finally {
    await billingKeys()
  }
}

/** Whether it opens films or is charged still: what ended is as if there were none. */
export const isActiveSubscription = (
  subscription: MemberSubscription['subscription'] | undefined,
): subscription is NonNullable<MemberSubscription['subscription']> =>
  subscription != null && subscription.status !== 'ended'
