import { createBatcher } from '../request-batcher.ts'
import type pg from 'pg'
import type { Session } from '../connection.ts'

/** A log sequence number of the primary as bytes since the start of the WAL; exact up to 9 PB. */
export type Lsn = number

/** The LSN a replica must have replayed before it may be read. */
export type MinReplicaLsn = {
  /** The minimum LSN for a read that starts now; undefined if the primary is unavailable. */
  current(): Promise<Lsn | undefined>
  /** The LSN of the primary at some time after the call; a valid replica cannot be ahead of it. */
  latest(): Promise<Lsn | undefined>
}

/** Changes without a notification, such as counters, may be outdated by up to twice this time, in ms. */
const maxUntrackedAgeMs = 5_000

/**
 * Reads the LSN of the primary. Everything visible at the time of the call is below it. The flush LSN suffices if commits
 * wait for it, and unlike the insert LSN it has been sent to replicas.
 */
export async function readPrimaryLsn(on: Pick<Session, 'query'>): Promise<Lsn> {
  const { rows } = await on.query<{ position: Lsn }>(
    `select pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off'
       then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as position`,
  )
  return rows[0]!.position
}

/**
 * Creates the minimum LSN of a process that receives change notifications. It advances with notified changes instead of
 * every write, so that a replica that lags by seconds is usable until displayed data changes.
 * @param readLsn reads the LSN on the listening connection: PostgreSQL delivers earlier notifications before the end of
 * the result, so that a reader misses none of them, including those of its own writes
 */
export function createMinReplicaLsn(
  readLsn: () => Promise<Lsn | undefined>,
): MinReplicaLsn & { /** Records that displayed data has changed. */ recordChange(): void } {
  let minLsn = 0
  let changes = 0
  /** Number of changes below `minLsn`. */
  let coveredChanges = -1
  let checkpoint = { position: 0, at: Number.NEGATIVE_INFINITY }

  async function readCurrent() {
    const changesBefore = changes
    const startedAt = performance.now()
    const position = await readLsn()
    if (position === undefined) return undefined
    const raise = (lsn: Lsn) => void (minLsn = Math.max(minLsn, lsn))
    if (changes !== coveredChanges) {
      raise(position)
      // Changes notified during the query may be above the LSN, so they need another query.
      coveredChanges = changesBefore
    }
    const age = startedAt - checkpoint.at
    if (age >= maxUntrackedAgeMs) {
      raise(age < 2 * maxUntrackedAgeMs ? checkpoint.position : position)
      checkpoint = { position, at: startedAt }
    }
    return minLsn
  }

  return {
    current: shareQueries(readCurrent),
    latest: shareQueries(readLsn),
    recordChange: () => void changes++,
  }
}

/** Runs one query at a time. Calls during a query share the next one, so a result is never older than its call. */
function shareQueries<T>(query: () => Promise<T>): () => Promise<T> {
  const share = createBatcher<void, T>(
    async (calls) => {
      const answer = await query()
      return calls.map(() => ({ answer }))
    },
    { concurrency: 1, max_batch_size: Number.POSITIVE_INFINITY },
  )
  return () => share()
}

/** The minimum LSN without notifications: the current LSN of the primary. */
export function latestPrimaryLsn(primary: { pool: pg.Pool }): MinReplicaLsn {
  const readLsn = () => readPrimaryLsn(primary.pool)
  return { current: readLsn, latest: readLsn }
}
