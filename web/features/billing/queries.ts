import type { Order, transactions as contract } from '#contract/transactions/transactions.ts'
import type { subscriptions as plansContract } from '#contract/transactions/subscriptions.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiRequest } from '#web/api/client.ts'
import { episodeAccessStore } from '#web/session/member-content.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { sessionEpoch } from '#web/api/session-hint.ts'

// Only the types come from the contract: its table would pull zod into the player's chunk.
const paging = { shape: { ordering: null, limit: null, offset: null, ownership_type_id: null } }
const getCall = { method: 'GET' }
const idempotentPost = { method: 'POST', idempotent: true }
const base = '/api/transactions'

/**
 * Transaction endpoints. POST goes through `idempotentRequest`, except abandoning an order and opening the card
 * window.
 */
export const money = {
  listPackages: { ...getCall, path: `${base}/points/packages/` },
  listPurchases: { ...getCall, path: `${base}/episodes/purchases/me/`, query: paging },
  orderEpisode: { ...idempotentPost, path: `${base}/episodes/purchases/me/` },
  confirmPayment: { ...idempotentPost, path: `${base}/payments/confirm/` },
  listPendingOrders: { ...getCall, path: `${base}/orders/` },
  readOrder: { ...getCall, path: `${base}/orders/{order_id}/` },
  abandonOrder: { method: 'POST', path: `${base}/orders/{order_id}/abandon/` },
  listPoints: { ...getCall, path: `${base}/points/me/`, query: paging },
  listPointTransactions: { ...getCall, path: `${base}/points/transactions/me/`, query: paging },
  createPointTransaction: { ...idempotentPost, path: `${base}/points/transactions/me/` },
  requestRefund: { ...idempotentPost, path: `${base}/refunds/` },
  listRefunds: { ...getCall, path: `${base}/status/refund/me/`, query: paging },
  listLedgerEntries: { ...getCall, path: `${base}/histories/me/`, query: paging },
} as unknown as Omit<typeof contract, 'receiveTossWebhook' | 'listStatuses'>

export const plans = {
  readSubscription: { ...getCall, path: `${base}/subscriptions/me/` },
  previewPlanChange: {
    ...getCall,
    path: `${base}/subscriptions/me/quote/`,
    query: { shape: { subscription_plan_id: null } },
  },
  subscribe: { ...idempotentPost, path: `${base}/subscriptions/me/` },
  registerCard: { ...idempotentPost, path: `${base}/subscriptions/card/` },
  createBillingAuth: { method: 'POST', path: `${base}/subscriptions/card/window/` },
  setAutoRenew: { method: 'PATCH', path: `${base}/subscriptions/me/` },
} as unknown as Omit<typeof plansContract, 'listPlans'>

/** Common prefix: every write invalidates all queries below. */
const all = ['money'] as const
const pageSize = 20

/** Invalidates all billing queries and the episode access map. */
export function billingKeys() {
  episodeAccessStore.forget()
  return memberQueryClient.invalidateQueries({ queryKey: all })
}

/** Billing data is always refetched on mount. */
const alwaysStale = { staleTime: 0 } as const

export const pointBalanceQuery = queryOptions({
  queryKey: [...all, 'points'],
  queryFn: () => apiRequest(money.listPoints, { query: { limit: pageSize } }),
  ...alwaysStale,
})

export const pointPackagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: () => apiRequest(money.listPackages, {}),
})

export const subscriptionQuery = queryOptions({
  queryKey: [...all, 'subscription'],
  queryFn: () => apiRequest(plans.readSubscription, {}),
  // Polls while a charge is pending.
  refetchInterval: ({ state }) => (state.data?.pending_order_id ? 2_000 : false),
  ...alwaysStale,
})

/** The current price and start date of a change to this plan. */
export const planQuoteQuery = (plan_id: number) =>
  queryOptions({
    queryKey: [...all, 'quote', plan_id],
    queryFn: () =>
      apiRequest(plans.previewPlanChange, { query: { subscription_plan_id: String(plan_id) } }),
    ...alwaysStale,
  })

/** Whether the outcome of a payment is still unknown. */
export const isOrderPending = ({ status }: Pick<Order, 'status'>) =>
  status === 'confirming' || status === 'unknown'

/** An order, polled while it is pending. */
export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: [...all, 'order', order_id],
    queryFn: () => apiRequest(money.readOrder, { params: { order_id } }),
    refetchInterval: ({ state }) => (state.data && isOrderPending(state.data) ? 2_000 : false),
    ...alwaysStale,
  })

/** Pending orders, polled until none is left. */
export const pendingOrdersQuery = queryOptions({
  queryKey: [...all, 'unsettled'],
  queryFn: () => apiRequest(money.listPendingOrders, {}),
  refetchInterval: ({ state }) => (state.data && state.data.count > 0 ? 2_000 : false),
  ...alwaysStale,
})

/** The member's bought (3) or rented (2) episodes. */
export const purchasesQuery = (ownership_type_id: 2 | 3) =>
  infiniteQueryOptions({
    queryKey: [...all, 'purchases', ownership_type_id],
    async queryFn({ pageParam: offset }) {
      const epoch = sessionEpoch()
      const page = await apiRequest(money.listPurchases, {
        query: {
          ownership_type_id: String(ownership_type_id) as '2' | '3',
          limit: pageSize,
          offset,
        },
      })
      const active = page.results.filter(({ state }) => state === 'active')
      episodeAccessStore.tell(
        active.map(({ episode }) => ({ id: episode.id, access: 'owned' })),
        epoch,
      )
      return page
    },
    ...offsetPages(),
    ...alwaysStale,
  })

export const pointTransactionsQuery = infiniteQueryOptions({
  queryKey: [...all, 'point-transactions'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listPointTransactions, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

export const paymentHistoryQuery = infiniteQueryOptions({
  queryKey: [...all, 'history'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listLedgerEntries, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

export const refundsQuery = infiniteQueryOptions({
  queryKey: [...all, 'refunds'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listRefunds, { query: { limit: pageSize, offset } }),
  ...offsetPages(),
  ...alwaysStale,
})

/** Offset pagination. */
function offsetPages() {
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
