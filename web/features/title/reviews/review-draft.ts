import type { ReviewTarget } from './queries.ts'

/** An unsent review. */
type Draft = { rating: number | null; context: string; is_spoiler: boolean }

const storageKey = (member_id: number | null, { content_type, object_id }: ReviewTarget) =>
  `hanpyeon.review-draft.${member_id}.${content_type}.${object_id}`

/** A member's unsent review in this tab, kept across failures and reloads. */
export function reviewDraftStorage(member_id: number | null, target: ReviewTarget) {
  const key = storageKey(member_id, target)
  return {
    read(): Draft | null {
      try {
        return parseReviewDraft(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      } catch {
        return null
      }
    },
    save(draft: Draft) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft))
      } catch {
        // Storage is full or blocked; the text is still in the form.
      }
    },
    remove() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // Storage is blocked, so nothing was saved.
      }
    },
  }
}

/** Parses a stored draft, or returns null if it is invalid. */
export function parseReviewDraft(stored: unknown): Draft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { rating, context, is_spoiler } = stored as Record<string, unknown>
  if (typeof context !== 'string' || typeof is_spoiler !== 'boolean') return null
  const isRating = typeof rating === 'number' && Number.isInteger(rating * 2)
  return { rating: isRating && rating > 0 && rating <= 5 ? rating : null, context, is_spoiler }
}
