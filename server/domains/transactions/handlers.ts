import { ratingsWithin } from '#contract/core/age-limits.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { type PaymentDependencies, type Payer, requirePayer } from './dependencies.ts'
import type { endpoints } from '#contract/index.ts'
import { orderStatuses } from '#contract/transactions/payment-constants.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { abandonOrder, confirmPayment } from './payments/confirm-payment.ts'
import { createPointTransactions } from './points/create-point-transaction.ts'
import { readPackages } from './points/package-queries.ts'
import { handleTossWebhook } from './payments/toss-webhook.ts'
import {
  listLedgerEntries,
  listPendingOrders,
  listPointTransactions,
  listRefunds,
} from './history/history-queries.ts'
import { listPoints, listPurchases } from './history/list-history.ts'
import { readRentalTerms } from './entitlements/rental-terms-queries.ts'
import { orderEpisode } from './orders/order-episode.ts'
import { orderStatusLabels } from './orders/orders.copy.ts'
import { findMemberOrder, loadOrderResponse, readOrderableEpisode } from './orders/order-queries.ts'
import { requireSelling } from '#server/domains/service/index.ts'
import { requestRefund } from './refunds/refund-order.ts'
import type { OrderRow } from './orders/orders.ts'
import { startBillingAuth } from './subscriptions/cards/billing-cards.ts'
import { answerOffer } from './subscriptions/price-offers/answer-offer.ts'
import { setAutoRenew, subscribe } from './subscriptions/subscribe.ts'
import { readPlans } from './subscriptions/subscription-queries.ts'
import { previewPlanChange, readMemberSubscription } from './subscriptions/read-subscription.ts'
import { registerCard } from './subscriptions/cards/register-card.ts'

const idOf = (call: RequestContext) => requirePayer(call).member.id

/**
 * Counts a purchase, refund or change of the renewal against the member's rate limit.
 * @throws ProblemError `rate_limited`
 */
async function requireLimitedPayer(
  { limits }: Pick<PaymentDependencies, 'limits'>,
  call: RequestContext,
): Promise<Payer> {
  const payer = requirePayer(call)
  const { member, now } = payer
  if (limits) await payer.transact((tx) => consumeRateLimit(tx, ['purchases', member.id], now))
  return payer
}

/** As `requireLimitedPayer`, for an order. @throws ProblemError `not_selling` before anything is charged */
async function requireBuyer(deps: Pick<PaymentDependencies, 'limits'>, call: RequestContext) {
  await requireSelling(call.db)
  return requireLimitedPayer(deps, call)
}

export function transactionsHandlers(
  deps: PaymentDependencies,
): Handlers<typeof endpoints.transactions> {
  const chargePoints = createPointTransactions(deps)

  /** @throws ProblemError `not_found` for an episode above the limit of the profile */
  async function requireWithinLimit({ db, catalogue_limit }: RequestContext, id?: number | null) {
    if (id == null || catalogue_limit === '19') return
    const episode = await readOrderableEpisode(db, id)
    if (!episode || !ratingsWithin(catalogue_limit).includes(episode.age_rating))
      throwProblem('not_found')
  }

  return {
    async listPackages({ db, cacheTag: tag }) {
      tag('packages')
      const results = await readPackages(db)
      return { count: results.length, results }
    },
    readRentalTerms({ db, cacheTag: tag }) {
      tag('packages')
      return readRentalTerms(db)
    },
    listStatuses: async () => ({
      count: orderStatuses.length,
      results: orderStatuses.map((code) => ({ code, name: orderStatusLabels[code] })),
    }),

    async orderEpisode(call) {
      await requireWithinLimit(call, call.body.episode_id)
      return orderEpisode(deps, await requireBuyer(deps, call), call.body)
    },
    async createPointTransaction(call) {
      await requireWithinLimit(call, call.body.episode)
      return chargePoints(await requireBuyer(deps, call), call.body)
    },
    confirmPayment: async (call) => confirmPayment(deps, requirePayer(call), call.body),
    abandonOrder: async (call) =>
      abandonOrder(requirePayer(call), call.params.order_id, call.body.code),
    listPendingOrders: async (call) => listPendingOrders(call.db, idOf(call)),
    async readOrder(call) {
      const order = await findMemberOrder(call.db, idOf(call), call.params.order_id)
      return loadOrderResponse(call.db, order ?? throwProblem('not_found'))
    },
    async receiveTossWebhook(call) {
      await handleTossWebhook(deps, call.body)
      return {}
    },

    listPurchases: async (call) => listPurchases(call.db, idOf(call), call.query, call.now),
    listPoints: async (call) => listPoints(call.db, idOf(call), call.query, call.now),
    listPointTransactions: async (call) => listPointTransactions(call.db, idOf(call), call.query),
    listLedgerEntries: async (call) => listLedgerEntries(call.db, idOf(call), call.query),
    listRefunds: async (call) => listRefunds(call.db, idOf(call), call.query),
    requestRefund: async (call) =>
      requestRefund(deps, await requireLimitedPayer(deps, call), call.body),
  }
}

export function subscriptionsHandlers(
  deps: PaymentDependencies,
): Handlers<typeof endpoints.subscriptions> {
  const readOwn = (caller: RequestContext) =>
    readMemberSubscription(deps.db, idOf(caller), caller.now)
  const toResponse = (order: OrderRow | null) => order && loadOrderResponse(deps.db, order)
  return {
    async listPlans({ db, cacheTag: tag }) {
      tag('plans')
      const results = await readPlans(db)
      return { count: results.length, results }
    },

    readSubscription: readOwn,

    previewPlanChange: (caller) =>
      previewPlanChange(deps, idOf(caller), Number(caller.query.subscription_plan_id), caller.now),

    async subscribe(caller) {
      await requireSelling(caller.db)
      const { order, billing_auth } = await subscribe(deps, idOf(caller), caller.body, caller.now)
      return {
        order: await toResponse(order),
        billing_auth,
        subscription_state: await readOwn(caller),
      }
    },

    async registerCard(caller) {
      await requireSelling(caller.db)
      const order = await registerCard(deps, idOf(caller), caller.body, caller.now)
      return { order: await toResponse(order), subscription_state: await readOwn(caller) }
    },

    createBillingAuth: (caller) => startBillingAuth(deps, idOf(caller), caller.now),

    async setAutoRenew(caller) {
      const payer = await requireLimitedPayer(deps, caller)
      await setAutoRenew(deps, payer.member.id, caller.body.auto_renew, caller.now)
      return readOwn(caller)
    },

    async answerPriceOffer(caller) {
      const payer = await requireLimitedPayer(deps, caller)
      await answerOffer(deps, payer.member.id, { ...caller.params, ...caller.body }, caller.now)
      return readOwn(caller)
    },
  }
}
