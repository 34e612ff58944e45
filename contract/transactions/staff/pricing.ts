import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idParams, listResponse, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { singleLineText } from '#contract/core/text-fields.ts'
import { RentalTerms } from '#contract/transactions/rental-terms.ts'
import { Plan } from '#contract/transactions/subscriptions.ts'
import { PointPackage } from '#contract/transactions/transactions.ts'

/** In code points. */
export const planNameLength = { min: 1, max: 20 } as const
/** The shorter side of the video, in pixels. */
export const planHeights = [480, 720, 1080, 1440, 2160] as const

const planFields = {
  name: singleLineText(planNameLength),
  /** Won per month, tax included. */
  price: z.int().check(z.gte(100), z.lte(1_000_000)),
  max_height: z.literal([...planHeights]),
  streams: z.int().check(z.gte(1), z.lte(20)),
}

/** Terms of a plan, and how many members have them now. */
const PlanVersion = z.object({
  version: z.int(),
  price: z.int(),
  max_height: z.int(),
  streams: z.int(),
  created_at: timestamp,
  subscribers: z.int(),
})

/** A plan with the terms on sale and all former ones, newest first. */
export const StudioPlan = z.extend(Plan, {
  /** Since when nobody can choose it; members who have it keep it. */
  retired_at: z.nullable(timestamp),
  subscribers: z.int(),
  versions: z.array(PlanVersion),
})
export type StudioPlan = z.infer<typeof StudioPlan>

/** Won, and the paid points that they buy. */
export const packageAmountRange = { min: 100, max: 1_000_000 } as const

const packageFields = {
  amount: z.int().check(z.gte(packageAmountRange.min), z.lte(packageAmountRange.max)),
  /** Event points; at most as many as the amount. */
  bonus: z.int().check(z.gte(0), z.lte(packageAmountRange.max)),
}

/** A package on sale, or a former one. */
export const StudioPackage = z.extend(PointPackage, {
  created_at: timestamp,
  retired_at: z.nullable(timestamp),
})
export type StudioPackage = z.infer<typeof StudioPackage>

const StudioRentalTerms = z.extend(RentalTerms, { created_at: timestamp })
export type StudioRentalTerms = z.infer<typeof StudioRentalTerms>

/** Plans, top-up packages and rental terms. A change applies to new orders only. */
export const studio_pricing = {
  listPlans: endpoint({
    method: 'GET',
    path: '/api/studio/plans/',
    summary: 'Lists all plans with their versions and members, those on sale first',
    access: studioAccess.pricing,
    response: listResponse(StudioPlan),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/api/studio/plans/',
    summary: 'Puts a new plan on sale; `conflict` if another has its name',
    access: studioAccess.pricing,
    body: z.strictObject(planFields),
    response: StudioPlan,
    status: 201,
    problems: ['conflict'],
  }),
  updatePlan: endpoint({
    method: 'PATCH',
    path: '/api/studio/plans/{id}/',
    summary: 'Changes a plan for new subscriptions, retires it, or puts it on sale again',
    access: studioAccess.pricing,
    params: idParams,
    body: z.strictObject({
      version: z.int().check(z.gte(1)),
      is_retired: z.optional(z.boolean()),
      name: z.optional(planFields.name),
      price: z.optional(planFields.price),
      max_height: z.optional(planFields.max_height),
      streams: z.optional(planFields.streams),
    }),
    response: StudioPlan,
    problems: ['edit_conflict', 'conflict'],
  }),
  listPackages: endpoint({
    method: 'GET',
    path: '/api/studio/packages/',
    summary: 'Lists the packages of points, those on sale first, then former ones, newest first',
    access: studioAccess.pricing,
    response: listResponse(StudioPackage),
  }),
  createPackage: endpoint({
    method: 'POST',
    path: '/api/studio/packages/',
    summary: 'Puts a package of points on sale; `conflict` if one of its amount is',
    access: studioAccess.pricing,
    body: z.strictObject(packageFields),
    response: StudioPackage,
    status: 201,
    problems: ['conflict'],
  }),
  replacePackage: endpoint({
    method: 'PUT',
    path: '/api/studio/packages/{id}/',
    summary:
      'Replaces a package on sale by one with another bonus; `edit_conflict` if it is retired',
    access: studioAccess.pricing,
    params: idParams,
    body: z.strictObject({ bonus: packageFields.bonus }),
    response: StudioPackage,
    problems: ['edit_conflict', 'conflict'],
  }),
  retirePackage: endpoint({
    method: 'DELETE',
    path: '/api/studio/packages/{id}/',
    summary: 'Takes a package off sale; repeating the call has no further effect',
    access: studioAccess.pricing,
    params: idParams,
    response: null,
  }),
  readRentalTerms: endpoint({
    method: 'GET',
    path: '/api/studio/rental-terms/',
    summary: 'Returns the terms of new rentals, and since when',
    access: studioAccess.pricing,
    response: StudioRentalTerms,
  }),
  setRentalTerms: endpoint({
    method: 'PUT',
    path: '/api/studio/rental-terms/',
    summary: 'Sets the terms of new rentals; `edit_conflict` if `id` is not the current ones',
    access: studioAccess.pricing,
    body: z.strictObject({
      id,
      start_days: z.int().check(z.gte(1), z.lte(365)),
      playback_hours: z.int().check(z.gte(1), z.lte(720)),
    }),
    response: StudioRentalTerms,
    problems: ['edit_conflict'],
  }),
}
