import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiRequest } from '#web/api/client.ts'
import { episodeAccessStore } from '#web/session/member-content.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { sessionEpoch } from '#web/api/session-hint.ts'

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
  queryFn: () => apiRequest(transactions.listPoints, { query: { limit: pageSize } }),
  ...newest,
})

export const pointPackagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: () => apiRequest(transactions.listPackages, {}),
})

export const subscriptionQuery = queryOptions({
  queryKey: [...all, 'subscription'],
  queryFn: () => apiRequest(subscriptions.readSubscription, {}),
  // A charge that is not certain yet is looked at until it is.
  refetchInterval: ({ state }) => (state.data?.pending_order_id ? 2_000 : false),
  ...newest,
})

/** What changing to a plan would cost, and from when, as it stands now. */
export const planQuoteQuery = (plan_id: number) =>
  queryOptions({
    queryKey: [...all, 'quote', plan_id],
    queryFn: () =>
      apiRequest(subscriptions.previewPlanChange, {
        query: { subscription_plan_id: String(plan_id) },
      }),
    ...newest,
  })

/** Whether how it went is not certain yet. */
export const isOrderPending = ({ status }: Pick<Order, 'status'>) =>
  status === 'confirming' || status === 'unknown'

/** An order, looked at again while it is not certain. */
export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: [...all, 'order', order_id],
    queryFn: () => apiRequest(transactions.readOrder, { params: { order_id } }),
    refetchInterval: ({ state }) => (state.data && isOrderPending(state.data) ? 2_000 : false),
    ...newest,
  })

/** What is not certain yet, looked at until it is. */
export const pendingOrdersQuery = queryOptions({
  queryKey: [...all, 'unsettled'],
  queryFn: () => apiRequest(transactions.listPendingOrders, {}),
  refetchInterval: ({ state }) => (state.data && state.data.count > 0 ? 2_000 : false),
  ...newest,
})

/** The member's own (3) or rented (2) episodes, page by page. */
export const purchasesQuery = (ownership_type_id: 2 | 3) =>
  infiniteQueryOptions({
    queryKey: [...all, 'purchases', ownership_type_id],
    async queryFn({ pageParam: offset }) {
      const epoch = sessionEpoch()
      const page = await apiRequest(transactions.listPurchases, {
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
    apiRequest(transactions.listPointTransactions, { query: { limit: pageSize, offset } }),
  ...pages(),
  ...newest,
})

export const paymentHistoryQuery = infiniteQueryOptions({
  queryKey: [...all, 'history'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listLedgerEntries, { query: { limit: pageSize, offset } }),
  ...pages(),
  ...newest,
})

export const refundsQuery = infiniteQueryOptions({
  queryKey: [...all, 'refunds'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listRefunds, { query: { limit: pageSize, offset } }),
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
