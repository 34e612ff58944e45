import * as z from 'zod/mini'
import { mergeRefusals } from '#contract/accounts/account-rules.ts'
import { timestamp } from '#contract/core/fields.ts'

/** The numbers of rows that a merge moves, and the reasons that prevent it. */
export const MergePreview = z.object({
  profiles: z.int(),
  histories: z.int(),
  likes: z.int(),
  reviews: z.int(),
  /** Reviews of works that the other account has reviewed, too; they are deleted. */
  duplicate_reviews: z.int(),
  inquiries: z.int(),
  purchases: z.int(),
  event_point: z.int(),
  paid_point: z.int(),
  plan_name: z.nullable(z.string()),
  refusals: z.array(z.enum(mergeRefusals)),
})
export type MergePreview = z.infer<typeof MergePreview>
export type MergeRefusal = MergePreview['refusals'][number]

/** A merge that waits for both mailboxes, or for staff. */
export const WaitingMerge = z.object({
  id: z.int(),
  /** The account that is emptied and closed, and the one that stays. */
  source_id: z.int(),
  target_id: z.int(),
  is_source_confirmed: z.boolean(),
  is_target_confirmed: z.boolean(),
  expires_at: timestamp,
  preview: MergePreview,
})
export type WaitingMerge = z.infer<typeof WaitingMerge>
