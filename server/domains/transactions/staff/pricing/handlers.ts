import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { readNewestTerms } from '../../entitlements/rental-terms-queries.ts'
import { createPlan, updatePlan } from './edit-plans.ts'
import { createPackage, replacePackage, retirePackage } from './edit-packages.ts'
import { readStudioPackages } from './package-queries.ts'
import { readStudioPlans } from './plan-queries.ts'
import { setRentalTerms } from './set-rental-terms.ts'

const toList = <T>(results: T[]) => ({ count: results.length, results })

/** Public lists of plans, packages and rental terms. Database triggers invalidate their cached responses. */
export const studioPricingHandlers: Handlers<typeof endpoints.studio_pricing> = {
  listPlans: async ({ db }) => toList(await readStudioPlans(db)),
  createPlan: (call) => call.transact((tx) => createPlan(tx, call, call.body)),
  updatePlan: (call) =>
    call.transact((tx) => updatePlan(tx, call, { ...call.params, ...call.body })),

  listPackages: async ({ db }) => toList(await readStudioPackages(db)),
  createPackage: (call) => call.transact((tx) => createPackage(tx, call, call.body)),
  replacePackage: (call) =>
    call.transact((tx) => replacePackage(tx, call, { ...call.params, ...call.body })),
  retirePackage: (call) => call.transact((tx) => retirePackage(tx, call, call.params.id)),

  readRentalTerms: ({ db }) => readNewestTerms(db),
  setRentalTerms: (call) => call.transact((tx) => setRentalTerms(tx, call, call.body)),
}
