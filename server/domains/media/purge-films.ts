import type { Database } from '#server/db/client.ts'
import type { FilmPurger } from '#server/adapters/edge-caches/index.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { JobContext, JobPayloads } from '#server/jobs/job-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'

/**
 * A server reuses a decision about a film for at most 5 s, so until then a cache may have stored a file again. See
 * decisions/0026-playback-rights.
 */
const repeatAfterMs = 7_000

/**
 * Drops films from all caches, and once more after servers have noticed the change. A cache that cannot be reached does
 * not keep the others waiting.
 * @throws if any cache did not confirm it: the job is repeated.
 */
export async function purgeFilms(
  deps: Pick<Database, 'transact'> & {
    filmPurgers: readonly FilmPurger[]
    clock: Clock
    log: Logger
  },
  { asset_ids, is_repeated = false }: JobPayloads['purge_films'],
  { attempt }: Pick<JobContext, 'attempt'>,
): Promise<void> {
  const { filmPurgers, transact, clock, log } = deps
  if (filmPurgers.length === 0) return
  const now = clock.now()
  if (!is_repeated && attempt === 1) {
    const run_at = new Date(now.getTime() + repeatAfterMs)
    await transact((tx) => enqueue(tx, 'purge_films', { asset_ids, is_repeated: true }, { run_at }))
  }
  const results = await Promise.allSettled(filmPurgers.map(({ purge }) => purge(asset_ids, now)))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []))
  if (failures.length > 0) throw new AggregateError(failures, String(failures[0]))
  log.info({ asset_ids, caches: filmPurgers.length }, 'films purged')
}
