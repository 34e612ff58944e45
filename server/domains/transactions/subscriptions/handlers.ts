import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import type { MoneyParts } from '../parts.ts'

const closed = async () => refuse('service_unavailable')

export function subscriptionsHandlers(
  _parts: MoneyParts,
): Handlers<typeof endpoints.subscriptions> {
  return {
    listPlans: closed,
    readSubscription: closed,
    quotePlan: closed,
    subscribe: closed,
    registerCard: closed,
    openCardWindow: closed,
    changeRenewal: closed,
  }
}
