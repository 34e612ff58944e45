import { draftStorage } from '#web/lib/drafts.ts'
import type { ReviewTarget } from './reviews-props.ts'

/** An unsent review. */
type Draft = { rating: number | null; context: string; is_spoiler: boolean }

/** A member's unsent review. */
export function reviewDraftStorage(
  member_id: number | null,
  { content_type, object_id }: ReviewTarget,
) {
  const { read, save, remove } = draftStorage(`review.${content_type}.${object_id}`, member_id)
  return {
    read: () => parseReviewDraft(read()),
    save: (draft: Draft) => save(JSON.stringify(draft)),
    remove,
  }
}

/** Parses a stored draft, or returns null if it is invalid. */
export function parseReviewDraft(text: string | null): Draft | null {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    return null
  }
  const { rating, context, is_spoiler } = (stored ?? {}) as Record<string, unknown>
  if (typeof context !== 'string' || typeof is_spoiler !== 'boolean') return null
  const isRating = typeof rating === 'number' && Number.isInteger(rating * 2)
  return { rating: isRating && rating > 0 && rating <= 5 ? rating : null, context, is_spoiler }
}
