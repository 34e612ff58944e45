import type { Order, transactions as contract } from '#contract/transactions/transactions.ts'
import type { subscriptions as plansContract } from '#contract/transactions/subscriptions.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiRequest } from '#web/api/client.ts'
import { episodeAccessStore } from '#web/session/member-content.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { sessionEpoch } from '#web/api/session-hint.ts'

// Of the contract the types alone: its table would bring the validator along to the player.
const paging = { shape: { ordering: null, limit: null, offset: null, ownership_type_id: null } }
const get = { method: 'GET' }
const once = { method: 'POST', idempotent: true }
const base = '/api/transactions'

/** The calls of money. What is posted goes by `requestOnce` (request-once.ts), but giving an order up and opening a card's window. */
export const money = {
  listPackages: { ...get, path: `${base}/points/packages/` },
  listPurchases: { ...get, path: `${base}/episodes/purchases/me/`, query: paging },
  orderEpisode: { ...once, path: `${base}/episodes/purchases/me/` },
  confirmPayment: { ...once, path: `${base}/payments/confirm/` },
  listPendingOrders: { ...get, path: `${base}/orders/` },
  readOrder: { ...get, path: `${base}/orders/{order_id}/` },
  abandonOrder: { method: 'POST', path: `${base}/orders/{order_id}/abandon/` },
  listPoints: { ...get, path: `${base}/points/me/`, query: paging },
  listPointTransactions: { ...get, path: `${base}/points/transactions/me/`, query: paging },
  createPointTransaction: { ...once, path: `${base}/points/transactions/me/` },
  requestRefund: { ...once, path: `${base}/refunds/` },
  listRefunds: { ...get, path: `${base}/status/refund/me/`, query: paging },
  listLedgerEntries: { ...get, path: `${base}/histories/me/`, query: paging },
} as unknown as Omit<typeof contract, 'receiveTossWebhook' | 'listStatuses'>

export const plans = {
  readSubscription: { ...get, path: `${base}/subscriptions/me/` },
  previewPlanChange: {
    ...get,
    path: `${base}/subscriptions/me/quote/`,
    query: { shape: { subscription_plan_id: null } },
  },
  subscribe: { ...once, path: `${base}/subscriptions/me/` },
  registerCard: { ...once, path: `${base}/subscriptions/card/` },
  createBillingAuth: { method: 'POST', path: `${base}/subscriptions/card/window/` },
  setAutoRenew: { method: 'PATCH', path: `${base}/subscriptions/me/` },
} as unknown as Omit<typeof plansContract, 'listPlans'>

/** Everything below stands under this: after any write all of it is read again. */
const all = ['money'] as const
const pageSize = 20

/** Reads again whatever of money is on the screen, and the rest when it is. */
export function billingKeys() {
  episodeAccessStore.forget()
  return memberQueryClient.invalidateQueries({ queryKey: all })
}

/** Money is never shown from before: what is kept is shown only while it is read again. */
const newest = { staleTime: 0 } as const

export const pointBalanceQuery = queryOptions({
  queryKey: [...all, 'points'],
  queryFn: () => apiRequest(money.listPoints, { query: { limit: pageSize } }),
  ...newest,
})

export const pointPackagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: () => apiRequest(money.listPackages, {}),
})

export const subscriptionQuery = queryOptions({
  queryKey: [...all, 'subscription'],
  queryFn: () => apiRequest(plans.readSubscription, {}),
  // A charge that is not certain yet is looked at until it is.
  refetchInterval: ({ state }) => (state.data?.pending_order_id ? 2_000 : false),
  ...newest,
})

/** What changing to a plan would cost, and from when, as it stands now. */
export const planQuoteQuery = (plan_id: number) =>
  queryOptions({
    queryKey: [...all, 'quote', plan_id],
    queryFn: () =>
      apiRequest(plans.previewPlanChange, { query: { subscription_plan_id: String(plan_id) } }),
    ...newest,
  })

/** Whether how it went is not certain yet. */
export const isOrderPending = ({ status }: Pick<Order, 'status'>) =>
  status === 'confirming' || status === 'unknown'

/** An order, looked at again while it is not certain. */
export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: [...all, 'order', order_id],
    queryFn: () => apiRequest(money.readOrder, { params: { order_id } }),
    refetchInterval: ({ state }) => (state.data && isOrderPending(state.data) ? 2_000 : false),
    ...newest,
  })

/** What is not certain yet, looked at until it is. */
export const pendingOrdersQuery = queryOptions({
  queryKey: [...all, 'unsettled'],
  queryFn: () => apiRequest(money.listPendingOrders, {}),
  refetchInterval: ({ state }) => (state.data && state.data.count > 0 ? 2_000 : false),
  ...newest,
})

/** The member's own (3) or rented (2) episodes, page by page. */
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
      const held = page.results.filter(({ state }) => state === 'active')
      episodeAccessStore.tell(
        held.map(({ episode }) => ({ id: episode.id, access: 'owned' })),
        epoch,
      )
      return page
    },
    ...pages(),
    ...newest,
  })

export const pointTransactionsQuery = infiniteQueryOptions({
  queryKey: [...all, 'point-transactions'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listPointTransactions, { query: { limit: pageSize, offset } }),
  ...pages(),
  ...newest,
})

export const paymentHistoryQuery = infiniteQueryOptions({
  queryKey: [...all, 'history'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listLedgerEntries, { query: { limit: pageSize, offset } }),
  ...pages(),
  ...newest,
})

export const refundsQuery = infiniteQueryOptions({
  queryKey: [...all, 'refunds'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(money.listRefunds, { query: { limit: pageSize, offset } }),
  ...pages(),
  ...newest,
})

/** Pages of a list, by how many lines are there already. */
function pages() {
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
