import { fieldCodes, problemCodes } from './core/problem-codes.ts'
import { RefundIneligibilityReason } from './transactions/payment-constants.ts'
import { Episode } from './contents/contents.ts'
import * as z from 'zod/mini'

export const FieldProblem = z.object({
  field: z.string(),
  code: z.enum(fieldCodes),
  detail: z.string(),
})

/** D-46. A place of the member's that is taken: what plays where. */
export const ActiveStream = z.object({
  id: z.int(),
  /** `Chrome · Windows`; empty where the browser does not say. */
  device: z.string(),
  /** Whether it is another tab of the browser that asks. */
  is_this_browser: z.boolean(),
  series_title: z.string(),
  /** Null where the work has but one. */
  episode_number: z.nullable(z.int()),
  episode_title: z.string(),
  began_at: z.iso.datetime(),
})

export type ActiveStream = z.infer<typeof ActiveStream>

/** RFC 9457 problem document (D-04). `offers` comes with `purchase_required` and a locked video (D-40). */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string(),
  errors: z.array(FieldProblem),
  request_id: z.string(),
  /** Comes with `video_not_ready` while the film is on its way: how much of the work is done, 0..1. */
  preparing: z.optional(z.object({ progress: z.number() })),
  /** Comes with `points_missing`: how many, and the smallest package that fills the gap (D-53). */
  missing: z.optional(z.object({ points: z.int(), package: z.int() })),
  /** Comes with `payment_declined`: the gateway's code and what to do about it, in Korean. */
  decline: z.optional(z.object({ code: z.string(), detail: z.string() })),
  /** Comes with `amount_changed`: what it costs now, in won. */
  amount: z.optional(z.int()),
  /** Comes with `refund_refused` (D-55). */
  obstacle: z.optional(RefundIneligibilityReason),
  /** Comes with `too_many_streams`: what plays meanwhile, the first that began first. */
  streams: z.optional(z.array(ActiveStream)),
  offers: z.optional(
    z.object({
      price: z.nullable(z.int()),
      /** What 대여 costs (D-51); null where it is not let. */
      rental_price: z.nullable(z.int()),
      /** Its free beginning (D-42), `duration` in seconds; null where there is none to show. */
      preview: z.nullable(
        z.object({
          manifest_url: z.string(),
          duration: z.number(),
          captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
          /** Those beside it, as with a film that plays whole. */
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

export type EncodingProgress = NonNullable<Problem['preparing']>

export type PurchaseOffers = NonNullable<Problem['offers']>

export type PointShortfall = NonNullable<Problem['missing']>

export type PaymentDecline = NonNullable<Problem['decline']>
