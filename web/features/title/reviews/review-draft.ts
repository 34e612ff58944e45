import type { ReviewTarget } from './queries.ts'

/** What is typed and not yet sent. */
type Draft = { rating: number | null; context: string; is_spoiler: boolean }

const keyOf = (member_id: number | null, { content_type, object_id }: ReviewTarget) =>
  `hanpyeon.review-draft.${member_id}.${content_type}.${object_id}`

/** A member's unsent review of a work, in this tab: it outlives a failure and a reload. */
export function reviewDraftStorage(member_id: number | null, work: ReviewTarget) {
  const key = keyOf(member_id, work)
  return {
    read(): Draft | null {
      try {
        return parseReviewDraft(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    keep(draft: Draft) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // No room, or not allowed: it is on the screen still.
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Not allowed: nothing was kept.
      }
    },
  }
}

/** What was kept, unless another hand has been at it. */
export function parseReviewDraft(kept: unknown): Draft | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { rating, context, is_spoiler } = kept as Record<string, unknown>
  if (typeof context !== 'string' || typeof is_spoiler !== 'boolean') return null
  const isRating = typeof rating === 'number' && Number.isInteger(rating * 2)
  return { rating: isRating && rating > 0 && rating <= 5 ? rating : null, context, is_spoiler }
}
