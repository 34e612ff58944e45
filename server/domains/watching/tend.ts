import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { foldViews, forgetViewings, talliesAtOnce } from './views.ts'

/** Adds the views since the last time to the counters, and forgets who watched on days that are over. */
export async function tendWatching({
  transact,
  clock,
}: Pick<Database, 'transact'> & { clock: Clock }): Promise<void> {
  while ((await transact(foldViews)) === talliesAtOnce);
  await transact((tx) => forgetViewings(tx, clock.now()))
}
