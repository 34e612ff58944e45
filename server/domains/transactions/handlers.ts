import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { type PaymentDependencies, type Payer, requirePayer } from './dependencies.ts'
import type { endpoints } from '#contract/index.ts'
import { orderStatuses, pointPackages } from '#contract/transactions/payment-constants.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { abandonOrder } from './orders/abandon-order.ts'
import { createPointTransactions } from './points/create-point-transaction.ts'
import { confirmPayment } from './payments/confirm-payment.ts'
import { handleTossWebhook } from './payments/toss-webhook.ts'
import {
  listLedgerEntries,
  listPoints,
  listPointTransactions,
  listPurchases,
  listRefunds,
  listPendingOrders,
} from './history/member-history.ts'
import { orderEpisode } from './orders/order-episode.ts'
import { orderStatusLabels } from './orders/orders.copy.ts'
import { findMemberOrder, loadOrderResponse } from './orders/order-queries.ts'
import { requestRefund } from './refunds/request-refund.ts'

const purchaseLimit = { times: 10, seconds: 60 }

/**
 * Counts a purchase or refund request against the member's rate limit.
 * @throws ProblemError `rate_limited`
 */
export async function consumePurchaseLimit(
  { limits }: Pick<PaymentDependencies, 'limits'>,
  { member, transact, now }: Payer,
): Promise<void> {
  if (limits)
    await transact((tx) => consumeRateLimit(tx, `purchases:${member.id}`, purchaseLimit, now))
}

export function transactionsHandlers(
  parts: PaymentDependencies,
): Handlers<typeof endpoints.transactions> {
  const chargePoints = createPointTransactions(parts)
  return {
    listPackages: async () => ({ count: pointPackages.length, results: [...pointPackages] }),
    listStatuses: async () => ({
      count: orderStatuses.length,
      results: orderStatuses.map((code) => ({ code, name: orderStatusLabels[code] })),
    }),

    async orderEpisode(call) {
      await consumePurchaseLimit(parts, requirePayer(call))
      return orderEpisode(parts, requirePayer(call), call.body)
    },
    async chargePoints(call) {
      await consumePurchaseLimit(parts, requirePayer(call))
      return chargePoints(requirePayer(call), call.body)
    },
    confirmPayment: async (call) => confirmPayment(parts, requirePayer(call), call.body),
    abandonOrder: async (call) =>
      abandonOrder(requirePayer(call), call.params.order_id, call.body.code),
    listUnsettled: async (call) => {
      const { db, member } = requirePayer(call)
      return listPendingOrders(db, member.id)
    },
    async readOrder(call) {
      const { db, member } = requirePayer(call)
      const order = await findMemberOrder(db, member.id, call.params.order_id)
      return loadOrderResponse(db, order ?? throwProblem('not_found'))
    },
    async hearGateway(call) {
      await handleTossWebhook(parts, call.body)
      return {}
    },

    listPurchases: async (call) => {
      const { db, member, now } = requirePayer(call)
      return listPurchases(db, member.id, call.query, now)
    },
    listPoints: async (call) => {
      const { db, member, now } = requirePayer(call)
      return listPoints(db, member.id, call.query, now)
    },
    listPointTransactions: async (call) => {
      const { db, member } = requirePayer(call)
      return listPointTransactions(db, member.id, call.query)
    },
    listMoney: async (call) => {
      const { db, member } = requirePayer(call)
      return listLedgerEntries(db, member.id, call.query)
    },
    listRefunds: async (call) => {
      const { db, member } = requirePayer(call)
      return listRefunds(db, member.id, call.query)
    },
    async refund(call) {
      await consumePurchaseLimit(parts, requirePayer(call))
      return requestRefund(parts, requirePayer(call), call.body)
    },
  }
}
