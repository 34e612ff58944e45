import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import type { MoneyParts } from './parts.ts'

const closed = async () => refuse('service_unavailable')

export function transactionsHandlers(_parts: MoneyParts): Handlers<typeof endpoints.transactions> {
  return {
    listPackages: closed,
    listPurchases: closed,
    orderEpisode: closed,
    confirmPayment: closed,
    readOrder: closed,
    abandonOrder: closed,
    hearGateway: closed,
    listPoints: closed,
    listPointTransactions: closed,
    chargePoints: closed,
    refund: closed,
    listRefunds: closed,
    listStatuses: closed,
    listMoney: closed,
  }
}
