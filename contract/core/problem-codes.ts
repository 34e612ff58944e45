import * as z from 'zod/mini'
import { Episode } from '#contract/contents/contents.ts'
import { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'

/** The closed list of refusals (D-04). `server/http/errors/problem-details.ts` gives each its status, `server/http/copy` its words. */
export const problemCodes = [
  'invalid_request',
  'malformed_body',
  'invalid_credentials',
  'link_invalid',
  'passkey_rejected',
  'authentication_required',
  'purchase_required',
  'points_missing',
  'payment_declined',
  'forbidden',
  'foreign_origin',
  'reauthentication_required',
  'second_factor_required',
  'last_second_factor',
  'under_age',
  'adult_verification_required',
  'not_found',
  'account_not_found',
  'method_not_allowed',
  'not_watched',
  'refund_refused',
  'conflict',
  'already_owned',
  'not_for_sale',
  'order_under_way',
  'payment_mismatch',
  'same_plan',
  'amount_changed',
  'key_reused',
  'verification_required',
  'phone_in_use',
  'video_not_ready',
  'too_many_streams',
  'stream_required',
  'playback_position_required',
  'already_answered',
  'edited_meanwhile',
  'no_longer_shown',
  'body_too_large',
  'file_too_large',
  'unsupported_media_type',
  'file_not_taken',
  'file_unreadable',
  'rate_limited',
  'too_early',
  'internal_error',
  'service_unavailable',
  'file_not_stored',
  'upload_too_large',
  'upload_empty',
  'upload_ended',
  'no_room',
  'film_under_way',
  'film_shown',
  'no_source',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** Refusals any call can make; an endpoint lists only what it adds. */
export const commonProblems = [
  'invalid_request',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ProblemCode[]

/** What is wrong with one field. */
export const fieldCodes = [
  'required',
  'unknown_field',
  'wrong_type',
  'wrong_format',
  'not_in_list',
  'too_small',
  'too_big',
  'too_short',
  'too_long',
  'must_agree',
  'under_age',
  'not_alike',
  'wrong_code',
  'code_ended',
  'not_confirmed',
  'too_common',
  'too_personal',
  'reserved',
  'broken_time',
  'ends_before_start',
  'out_of_order',
  'after_end',
  'no_captions',
  'too_many_lines',
  'in_the_past',
  'before_it_opens',
  'free_has_no_price',
  'cannot_be_had',
] as const
export type FieldCode = (typeof fieldCodes)[number]

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
