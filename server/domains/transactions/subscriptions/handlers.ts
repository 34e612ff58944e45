import type { endpoints } from '#contract/index.ts'
import type { Caller, Handlers } from '#server/kernel/handler.ts'
import type { OrderRow } from '../orders.ts'
import type { MoneyParts } from '../parts.ts'
import { payerOf } from '../payer.ts'
import { wireOrder } from '../queries.ts'
import { openCardWindow } from './card-window.ts'
import { changeRenewal } from './change-renewal.ts'
import { readPlans } from './queries.ts'
import { quotePlan, readMySubscription } from './read-subscription.ts'
import { registerCard } from './register-card.ts'
import { subscribe } from './subscribe.ts'

export function subscriptionsHandlers(parts: MoneyParts): Handlers<typeof endpoints.subscriptions> {
  const idOf = (caller: Caller) => payerOf(caller).member.id
  const mineOf = (caller: Caller) => readMySubscription(parts.db, idOf(caller), caller.now)
  const wire = (order: OrderRow | null) => order && wireOrder(parts.db, order)
  return {
    async listPlans({ db, tag }) {
      tag('plans')
      const results = await readPlans(db)
      return { count: results.length, results }
    },

    readSubscription: (caller) => mineOf(caller),

    quotePlan: (caller) =>
      quotePlan(parts, idOf(caller), Number(caller.query.subscription_plan_id), caller.now),

    async subscribe(caller) {
      const { order, window } = await subscribe(parts, idOf(caller), caller.body, caller.now)
      return { order: await wire(order), window, mine: await mineOf(caller) }
    },

    async registerCard(caller) {
      const order = await registerCard(parts, idOf(caller), caller.body, caller.now)
      return { order: await wire(order), mine: await mineOf(caller) }
    },

    openCardWindow: (caller) => openCardWindow(parts, idOf(caller), caller.now),

    async changeRenewal(caller) {
      await changeRenewal(parts, idOf(caller), caller.body.auto_renew, caller.now)
      return mineOf(caller)
    },
  }
}
