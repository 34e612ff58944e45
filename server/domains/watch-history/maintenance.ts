import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  aggregateViews,
  deletePastDailyViewers,
  refreshTrending,
  viewBatchSize,
} from './view-count-queries.ts'

/** Adds new views to the counters, deletes the daily viewers of past days, and ranks the views of the last day. */
export async function runWatchHistoryMaintenance(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const aggregateBatch = () => transact((tx) => aggregateViews(tx, clock.now()))
  while (!signal?.aborted && (await aggregateBatch()) === viewBatchSize);
  await transact((tx) => deletePastDailyViewers(tx, clock.now()))
  await transact((tx) => refreshTrending(tx, clock.now()))
}
