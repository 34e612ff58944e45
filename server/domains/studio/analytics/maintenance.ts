import type { Database } from '#server/db/client.ts'
import { aggregatePlayerErrors, aggregateStats, statsBatchSize } from './aggregation-queries.ts'

/** Aggregates all pending rows. */
export async function runAnalyticsMaintenance(
  { transact }: Pick<Database, 'transact'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await transact(aggregatePlayerErrors)) === statsBatchSize);
  while (!signal?.aborted && (await transact(aggregateStats)) === statsBatchSize);
}
