import { readEpisode, readSeries } from '#web/api/endpoints/contents.generated.ts'
import { useSyncExternalStore } from 'react'
import { apiRequest } from '#web/api/client.ts'

type ReviewTarget = { content_type: 'series' | 'episode'; object_id: number }

type RatingSummary = { average: number | null; count: number }

const updates = new Map<string, { before: RatingSummary; after: RatingSummary }>()
const listeners = new Set<() => void>()

const keyOf = ({ content_type, object_id }: ReviewTarget) => `${content_type}:${object_id}`

/**
 * Reads a rating summary again after the member's review changed it, since the page may be cached for a minute (D-07).
 * @param before the summary of the page.
 */
export async function refetchRatingSummary(
  target: ReviewTarget,
  before: RatingSummary,
): Promise<void> {
  const shown = updates.get(keyOf(target))?.after ?? before
  // The server clears its response cache a moment after the change.
  for (const delay_ms of [0, 250, 1_000]) {
    await new Promise((resolve) => setTimeout(resolve, delay_ms))
    const after = await fetchRatingSummary(target)
    if (after.average === shown.average && after.count === shown.count) continue
    updates.set(keyOf(target), { before, after })
    for (const listener of listeners) listener()
    return
  }
}

async function fetchRatingSummary({
  content_type,
  object_id,
}: ReviewTarget): Promise<RatingSummary> {
  const input = { params: { id: object_id } }
  const { rating_average, review_count } =
    content_type === 'series'
      ? await apiRequest(readSeries, input, { cache: 'no-cache' })
      : await apiRequest(readEpisode, input, { cache: 'no-cache' })
  return { average: rating_average, count: review_count }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the rating summary of the page, or a newer one that was read since. */
export function useRatingSummary(target: ReviewTarget, page: RatingSummary): RatingSummary {
  const update = useSyncExternalStore(
    subscribe,
    () => updates.get(keyOf(target)),
    () => undefined,
  )
  const isOutdated = update?.before.average === page.average && update.before.count === page.count
  return update && isOutdated ? update.after : page
}
