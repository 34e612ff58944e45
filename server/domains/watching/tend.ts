import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { foldViews, forgetViewings, talliesAtOnce } from './views.ts'

/** Adds the views since the last run to the counters, and deletes viewings of past days. */
export async function tendWatching(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await transact(foldViews)) === talliesAtOnce);
  await transact((tx) => forgetViewings(tx, clock.now()))
}
