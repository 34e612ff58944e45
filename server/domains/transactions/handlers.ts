import type { endpoints } from '#contract/index.ts'
import { orderStatuses, pointPackages } from '#contract/money.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { abandonOrder } from './abandon-order.ts'
import { createChargePoints } from './charge-points.ts'
import { confirmPayment } from './confirm-payment.ts'
import { countPurchase } from './count-purchase.ts'
import { hearGateway } from './hear-gateway.ts'
import {
  listMoney,
  listPoints,
  listPointTransactions,
  listPurchases,
  listRefunds,
  listUnsettled,
} from './lists.ts'
import { orderEpisode } from './order-episode.ts'
import { statusNames } from './orders.copy.ts'
import type { MoneyParts } from './parts.ts'
import { payerOf } from './payer.ts'
import { findOwnOrder, wireOrder } from './queries.ts'
import { refund } from './refund.ts'

export function transactionsHandlers(parts: MoneyParts): Handlers<typeof endpoints.transactions> {
  const chargePoints = createChargePoints(parts)
  return {
    listPackages: async () => ({ count: pointPackages.length, results: [...pointPackages] }),
    listStatuses: async () => ({
      count: orderStatuses.length,
      results: orderStatuses.map((code) => ({ code, name: statusNames[code] })),
    }),

    async orderEpisode(call) {
      await countPurchase(parts, payerOf(call))
      return orderEpisode(parts, payerOf(call), call.body)
    },
    async chargePoints(call) {
      await countPurchase(parts, payerOf(call))
      return chargePoints(payerOf(call), call.body)
    },
    confirmPayment: async (call) => confirmPayment(parts, payerOf(call), call.body),
    abandonOrder: async (call) => abandonOrder(payerOf(call), call.params.order_id, call.body.code),
    listUnsettled: async (call) => {
      const { db, member } = payerOf(call)
      return listUnsettled(db, member.id)
    },
    async readOrder(call) {
      const { db, member } = payerOf(call)
      const order = await findOwnOrder(db, member.id, call.params.order_id)
      return wireOrder(db, order ?? refuse('not_found'))
    },
    async hearGateway(call) {
      await hearGateway(parts, call.body)
      return {}
    },

    listPurchases: async (call) => {
      const { db, member, now } = payerOf(call)
      return listPurchases(db, member.id, call.query, now)
    },
    listPoints: async (call) => {
      const { db, member, now } = payerOf(call)
      return listPoints(db, member.id, call.query, now)
    },
    listPointTransactions: async (call) => {
      const { db, member } = payerOf(call)
      return listPointTransactions(db, member.id, call.query)
    },
    listMoney: async (call) => {
      const { db, member } = payerOf(call)
      return listMoney(db, member.id, call.query)
    },
    listRefunds: async (call) => {
      const { db, member } = payerOf(call)
      return listRefunds(db, member.id, call.query)
    },
    async refund(call) {
      await countPurchase(parts, payerOf(call))
      return refund(parts, payerOf(call), call.body)
    },
  }
}
