import { readEpisode, readSeries } from '#web/api/endpoints/contents.generated.ts'
import { useSyncExternalStore } from 'react'
import { apiRequest } from '#web/api/client.ts'

type Work = { content_type: 'series' | 'episode'; object_id: number }

/** What a page shows of its reviews. */
type RatingSummary = { average: number | null; count: number }

const newer = new Map<string, { was: RatingSummary; now: RatingSummary }>()
const listeners = new Set<() => void>()

const keyOf = ({ content_type, object_id }: Work) => `${content_type}:${object_id}`

/**
 * Reads the figures of a work again because the member has changed them: a browser may show him a page of a minute
 * ago (D-07), and he looks for what he did. `was` is what his page says.
 */
export async function refetchRatingSummary(work: Work, was: RatingSummary): Promise<void> {
  const shown = newer.get(keyOf(work))?.now ?? was
  // A server hears of a change a moment after it is made, and answers with what it prepared until then.
  for (const pause of [0, 250, 1_000]) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const now = await ask(work)
    if (now.average === shown.average && now.count === shown.count) continue
    newer.set(keyOf(work), { was, now })
    for (const listener of listeners) listener()
    return
  }
}

async function ask({ content_type, object_id }: Work): Promise<RatingSummary> {
  const asked = { params: { id: object_id } }
  const { rating_average, review_count } =
    content_type === 'series'
      ? await apiRequest(readSeries, asked, { cache: 'no-cache' })
      : await apiRequest(readEpisode, asked, { cache: 'no-cache' })
  return { average: rating_average, count: review_count }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The figures of a work: those of the page, unless it is from before they were read again. */
export function useRatingSummary(work: Work, page: RatingSummary): RatingSummary {
  const found = useSyncExternalStore(
    subscribe,
    () => newer.get(keyOf(work)),
    () => undefined,
  )
  const isOld = found?.was.average === page.average && found.was.count === page.count
  return found && isOld ? found.now : page
}
