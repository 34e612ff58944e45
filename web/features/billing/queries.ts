import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiRequest } from '#web/api/client.ts'
import { applyEpisodeAccess, clearEpisodeAccess } from '#web/session/member-content-queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'

/** Keys of a member's billing queries. Every write of money invalidates `all`. */
export const billingKeys = {
  all: ['billing'],
  pointBalance: ['billing', 'point-balance'],
  /** Below the balance, so that both are refetched together. */
  pointBalancePage: (limit: number) => ['billing', 'point-balance', { limit }] as const,
  expiringPoints: ['billing', 'point-balance', 'expiring'],
  pointPackages: ['billing', 'point-packages'],
  pointHistory: ['billing', 'point-history'],
  subscription: ['billing', 'subscription'],
  planQuote: (plan_id: number) => ['billing', 'plan-quote', plan_id] as const,
  order: (order_id: string) => ['billing', 'order', order_id] as const,
  pendingOrders: ['billing', 'pending-orders'],
  purchases: (filter: { ownership_type_id: 2 | 3 } | { limit: number }) =>
    ['billing', 'purchases', filter] as const,
  payments: ['billing', 'payments'],
  refunds: ['billing', 'refunds'],
} as const

export const pageSize = 20

/** Invalidates all billing queries and the episode access map. */
export function invalidateBilling() {
  clearEpisodeAccess()
  return memberQueryClient.invalidateQueries({ queryKey: billingKeys.all })
}

/** Billing data is always refetched on mount. */
export const alwaysStale = { staleTime: 0 } as const

export const pointBalanceQuery = queryOptions({
  queryKey: billingKeys.pointBalance,
  queryFn: () => apiRequest(transactions.listPoints, { query: { limit: pageSize } }),
  ...alwaysStale,
})

export const pointPackagesQuery = queryOptions({
  queryKey: billingKeys.pointPackages,
  queryFn: () => apiRequest(transactions.listPackages, {}),
})

export const subscriptionQuery = queryOptions({
  queryKey: billingKeys.subscription,
  queryFn: () => apiRequest(subscriptions.readSubscription, {}),
  // Polls while a charge is pending.
  refetchInterval: ({ state }) => (state.data?.pending_order_id ? 2_000 : false),
  ...alwaysStale,
})

/** The current price and start date of a change to this plan. */
export const planQuoteQuery = (plan_id: number) =>
  queryOptions({
    queryKey: billingKeys.planQuote(plan_id),
    queryFn: () =>
      apiRequest(subscriptions.previewPlanChange, {
        query: { subscription_plan_id: String(plan_id) },
      }),
    ...alwaysStale,
  })

/** Whether the outcome of a payment is still unknown. */
export const isOrderPending = ({ status }: Pick<Order, 'status'>) =>
  status === 'confirming' || status === 'unknown'

/** An order, polled while it is pending. */
export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: billingKeys.order(order_id),
    queryFn: () => apiRequest(transactions.readOrder, { params: { order_id } }),
    refetchInterval: ({ state }) => (state.data && isOrderPending(state.data) ? 2_000 : false),
    ...alwaysStale,
  })

/** Pending orders, polled until none is left. */
export const pendingOrdersQuery = queryOptions({
  queryKey: billingKeys.pendingOrders,
  queryFn: () => apiRequest(transactions.listPendingOrders, {}),
  refetchInterval: ({ state }) => (state.data && state.data.count > 0 ? 2_000 : false),
  ...alwaysStale,
})

/** The member's bought (3) or rented (2) episodes. */
export const purchasesQuery = (ownership_type_id: 2 | 3) =>
  infiniteQueryOptions({
    queryKey: billingKeys.purchases({ ownership_type_id }),
    async queryFn({ client, pageParam: offset }) {
      const page = await apiRequest(transactions.listPurchases, {
        query: {
          ownership_type_id: String(ownership_type_id) as '2' | '3',
          limit: pageSize,
          offset,
        },
      })
      const active = page.results.filter(({ state }) => state === 'active')
      applyEpisodeAccess(
        client,
        active.map(({ episode }) => ({ id: episode.id, access: 'owned' })),
      )
      return page
    },
    ...offsetPages(),
    ...alwaysStale,
  })

export const pointTransactionsQuery = infiniteQueryOptions({
  queryKey: billingKeys.pointHistory,
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listPointTransactions, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

export const paymentHistoryQuery = infiniteQueryOptions({
  queryKey: billingKeys.payments,
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listLedgerEntries, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

export const refundsQuery = infiniteQueryOptions({
  queryKey: billingKeys.refunds,
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listRefunds, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

/** Offset pagination. */
export function offsetPages() {
  return {
    initialPageParam: 0,
    getNextPageParam(
      last: { count: number; results: unknown[] },
      _all: unknown,
      offset: number,
    ): number | undefined {
      const next = offset + last.results.length
      return last.results.length > 0 && next < last.count ? next : undefined
    },
  }
}
