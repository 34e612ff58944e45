import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { call } from '#web/api/client.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextPageOffset } from './history-pages.ts'

const pageSize = 40

export const historyQuery = infiniteQueryOptions({
  queryKey: ['watching', 'histories'],
  async queryFn({ pageParam: offset }) {
    // Of the film one comes from, the last seconds may be under way yet.
    if (offset === 0) await flushUnsentProgress(1_500)
    const { results } = await call(watch_history.listWatchHistory, {
      query: { limit: pageSize, offset },
    })
    return { results, is_last: results.length < pageSize }
  },
  initialPageParam: 0,
  getNextPageParam: nextPageOffset,
  // Whoever comes back from the player sees where he is now.
  staleTime: 0,
})

/** Lines that one call takes. */
const mostAtOnce = 200

/** Deletes lines of the history. Those that are gone by now are what was wanted. */
export async function deleteLines(ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += mostAtOnce)
    await call(watch_history.deleteWatchHistory, {
      query: { watch_id: ids.slice(at, at + mostAtOnce).map(String) },
    })
}
