import type { endpoints } from '#contract/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { OrderRow } from '../orders/orders.ts'
import { type PaymentDependencies, requirePayer } from '../dependencies.ts'
import { loadOrderResponse } from '../orders/order-queries.ts'
import { startBillingAuth } from './cards/billing-auth-window.ts'
import { setAutoRenew } from './set-auto-renew.ts'
import { readPlans } from './subscription-queries.ts'
import { previewPlanChange, readMemberSubscription } from './read-subscription.ts'
import { registerCard } from './cards/register-card.ts'
import { subscribe } from './subscribe.ts'

export function subscriptionsHandlers(
  deps: PaymentDependencies,
): Handlers<typeof endpoints.subscriptions> {
  const idOf = (caller: RequestContext) => requirePayer(caller).member.id
  const readOwn = (caller: RequestContext) =>
    readMemberSubscription(deps.db, idOf(caller), caller.now)
  const toResponse = (order: OrderRow | null) => order && loadOrderResponse(deps.db, order)
  return {
    async listPlans({ db, cacheTag: tag }) {
      tag('plans')
      const results = await readPlans(db)
      return { count: results.length, results }
    },

    readSubscription: (caller) => readOwn(caller),

    previewPlanChange: (caller) =>
      previewPlanChange(deps, idOf(caller), Number(caller.query.subscription_plan_id), caller.now),

    async subscribe(caller) {
      const { order, billing_auth: window } = await subscribe(
        deps,
        idOf(caller),
        caller.body,
        caller.now,
      )
      return {
        order: await toResponse(order),
        billing_auth: window,
        subscription_state: await readOwn(caller),
      }
    },

    async registerCard(caller) {
      const order = await registerCard(deps, idOf(caller), caller.body, caller.now)
      return { order: await toResponse(order), subscription_state: await readOwn(caller) }
    },

    createBillingAuth: (caller) => startBillingAuth(deps, idOf(caller), caller.now),

    async setAutoRenew(caller) {
      await setAutoRenew(deps, idOf(caller), caller.body.auto_renew, caller.now)
      return readOwn(caller)
    },
  }
}
