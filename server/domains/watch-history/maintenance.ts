import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { aggregateViews, deletePastDailyViewers, viewBatchSize } from './view-count-queries.ts'

/** Adds new views to the counters and deletes the daily viewers of past days. */
export async function runWatchHistoryMaintenance(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await transact(aggregateViews)) === viewBatchSize);
  await transact((tx) => deletePastDailyViewers(tx, clock.now()))
}
