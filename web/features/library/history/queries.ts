import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { call } from '#web/api/client.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextPageOffset } from './history-pages.ts'

const pageSize = 40

export const historyQuery = infiniteQueryOptions({
  queryKey: contentKeys.history,
  async queryFn({ pageParam: offset }) {
    // The last seconds of the episode the member comes from may not be sent yet.
    if (offset === 0) await flushUnsentProgress(1_500)
    const { results } = await call(watch_history.listWatchHistory, {
      query: { limit: pageSize, offset },
    })
    return { results, is_last: results.length < pageSize }
  },
  initialPageParam: 0,
  getNextPageParam: nextPageOffset,
  // A member returning from the player sees the current position.
  staleTime: 0,
})

/** Items that one request accepts. */
const maxBatchSize = 200

/**
 * Deletes items of the watch history, in batches.
 * @throws ApiError `not_found` if an item is already deleted.
 */
export async function deleteHistoryItems(ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += maxBatchSize)
    await call(watch_history.deleteWatchHistory, {
      query: { watch_id: ids.slice(start, start + maxBatchSize).map(String) },
    })
}
