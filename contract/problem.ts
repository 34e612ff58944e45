import { mergeRefusals, suspensionCategories } from './accounts/account-rules.ts'
import { staffRoles } from './core/staff-roles.ts'
import { fieldCodes, problemCodes } from './core/problem-codes.ts'
import { RentalTerms } from './transactions/rental-terms.ts'
import { RefundIneligibilityReason } from './transactions/payment-schemas.ts'
import { Episode } from './contents/contents.ts'
import * as z from 'zod/mini'

export const FieldProblem = z.object({
  field: z.string(),
  code: z.enum(fieldCodes),
  detail: z.string(),
})

/** An active stream of the member. */
export const ActiveStream = z.object({
  id: z.int(),
  /** `Chrome · Windows`; empty if the browser does not send it. */
  device: z.string(),
  /** Whether it is another tab of the requesting browser. */
  is_this_browser: z.boolean(),
  series_title: z.string(),
  /** Null if the work has a single episode. */
  episode_number: z.nullable(z.int()),
  episode_title: z.string(),
  started_at: z.iso.datetime(),
})

export type ActiveStream = z.infer<typeof ActiveStream>

/** The scheduled deletion of an account, and what undoing it restores. */
export const ScheduledDeletion = z.object({
  requested_at: z.iso.datetime(),
  deletes_at: z.iso.datetime(),
  /** The names of the profiles. */
  profiles: z.array(z.string()),
  points: z.int(),
  /** The plan whose period is running; its next charge is null if renewal is off. */
  plan: z.nullable(
    z.object({
      name: z.string(),
      period_end: z.iso.datetime(),
      next_charge: z.nullable(z.object({ at: z.iso.datetime(), amount: z.int() })),
    }),
  ),
  /** Undoes the deletion and signs in, within `cancellationMinutes`. */
  token: z.string(),
})

export type ScheduledDeletion = z.infer<typeof ScheduledDeletion>

/** The suspension of an account, with its reason in general terms. */
export const Suspension = z.object({
  category: z.enum(suspensionCategories),
  suspended_at: z.iso.datetime(),
})

export type Suspension = z.infer<typeof Suspension>

/** RFC 9457 problem document. `offers` accompanies `purchase_required` for a locked video. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string(),
  errors: z.array(FieldProblem),
  request_id: z.string(),
  /** Accompanies `video_not_ready` while the film is being encoded: progress 0..1. */
  encoding: z.optional(z.object({ progress: z.number() })),
  /** Accompanies `insufficient_points`: the shortfall, and the smallest package that covers it. */
  shortfall: z.optional(z.object({ points: z.int(), package: z.int() })),
  /** Accompanies `payment_declined`: the gateway's code and the next step, in Korean. */
  decline: z.optional(z.object({ code: z.string(), detail: z.string() })),
  /** Accompanies `amount_changed`: the current amount in won. */
  amount: z.optional(z.int()),
  /** Accompanies `not_refundable`. */
  ineligibility_reason: z.optional(RefundIneligibilityReason),
  /** Accompanies `too_many_streams`: the active streams, oldest first. */
  streams: z.optional(z.array(ActiveStream)),
  /** Accompanies `deletion_scheduled`. */
  scheduled_deletion: z.optional(ScheduledDeletion),
  /** Accompanies `merge_refused`. */
  merge_refusals: z.optional(z.array(z.enum(mergeRefusals))),
  /** Accompanies `account_suspended`. */
  suspension: z.optional(Suspension),
  /** Accompanies `maintenance`, whose `detail` is the message of staff: the expected end. */
  maintenance: z.optional(z.object({ ends_at: z.iso.datetime() })),
  /** Accompanies `staff_role_required`: the roles that may make the call. */
  roles: z.optional(z.array(z.enum(staffRoles))),
  purchase_options: z.optional(
    z.object({
      price: z.nullable(z.int()),
      /** Rental (대여) price in won; null if it is not rented out. */
      rental_price: z.nullable(z.int()),
      rental_terms: RentalTerms,
      /** The free preview, `duration` in seconds; null if there is none. */
      preview: z.nullable(
        z.object({
          manifest_url: z.string(),
          duration: z.number(),
          captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
          /** The neighbouring episodes, as in `Video`. */
          next_episode: z.nullable(Episode),
          previous_episode: z.nullable(Episode),
        }),
      ),
      ownership_type_id: z.nullable(z.int()),
      plans: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          price: z.int(),
          max_height: z.int(),
          streams: z.int(),
        }),
      ),
    }),
  ),
})

export type Problem = z.infer<typeof Problem>

export type EncodingProgress = NonNullable<Problem['encoding']>

export type PurchaseOffers = NonNullable<Problem['purchase_options']>

export type PointShortfall = NonNullable<Problem['shortfall']>

export type PaymentDecline = NonNullable<Problem['decline']>
