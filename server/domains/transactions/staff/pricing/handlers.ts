import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { createPlan, updatePlan } from './edit-plans.ts'
import { readStudioPlans } from './plan-queries.ts'

const toList = <T>(results: T[]) => ({ count: results.length, results })

/** What the service sells. Database triggers invalidate the cached responses. */
export const studioPricingHandlers: Handlers<typeof endpoints.studio_pricing> = {
  listPlans: async ({ db }) => toList(await readStudioPlans(db)),
  createPlan: (call) => call.transact((tx) => createPlan(tx, call, call.body)),
  updatePlan: (call) =>
    call.transact((tx) => updatePlan(tx, call, { ...call.params, ...call.body })),
}
