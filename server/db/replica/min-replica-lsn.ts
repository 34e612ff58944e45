import { createBatcher } from '../request-batcher.ts'
import type pg from 'pg'

/** A place in the primary's log of changes, in bytes from its beginning: exact for the first 9 PB. */
export type Lsn = number

/** How far a replica must have come before somebody is answered from it. */
export type MinReplicaLsn = {
  /** For who asks now; undefined where nobody knows. */
  current(): Promise<Lsn | undefined>
  /** Where the primary stands at some moment after the question: no replica of it has come further. */
  latest(): Promise<Lsn | undefined>
}

/** What nobody tells, as counters are not, may be so old twice over, in ms. */
const untold = 5_000

/**
 * Where the primary stands: all that anybody could see when this was asked lies below. What was flushed is enough where
 * commits wait for that, and unlike what was inserted it has been sent.
 */
export async function readPrimaryLsn(on: pg.ClientBase | pg.Pool): Promise<Lsn> {
  const { rows } = await on.query<{ position: Lsn }>(
    `select pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off'
       then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as position`,
  )
  return rows[0]!.position
}

/**
 * The floor of a process that is told of changes. It rises with what was told, not with every write, so that a replica
 * that is seconds behind is of use until something changes that is shown.
 * @param ask reads the position on the very connection that listens: PostgreSQL hands over what was told before the
 * question ahead of the end of its answer, so that nothing told is missed by who asks, be it his own write.
 */
export function createMinReplicaLsn(
  ask: () => Promise<Lsn | undefined>,
): MinReplicaLsn & { /** Something that is shown has changed. */ told(): void } {
  let floor = 0
  let tellings = 0
  /** The tellings that `floor` lies above. */
  let covered = -1
  let mark = { position: 0, at: Number.NEGATIVE_INFINITY }

  async function look() {
    const upTo = tellings
    const sent = performance.now()
    const position = await ask()
    if (position === undefined) return undefined
    const reach = (least: Lsn) => void (floor = Math.max(floor, least))
    if (tellings !== covered) {
      reach(position)
      // What came in meanwhile may have happened after the position was taken: the next look is above it.
      covered = upTo
    }
    const age = sent - mark.at
    if (age >= untold) {
      reach(age < 2 * untold ? mark.position : position)
      mark = { position, at: sent }
    }
    return floor
  }

  return { current: sharing(look), latest: sharing(ask), told: () => void tellings++ }
}

/** One question at a time: who asks while an answer is on its way shares the next, which is of a moment after he asked. */
function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  const share = createBatcher<void, T>(
    async (asked) => {
      const answer = await ask()
      return asked.map(() => ({ answer }))
    },
    { at_once: 1, most: Number.POSITIVE_INFINITY },
  )
  return () => share()
}

/** The floor of who is told nothing: all that was there when he asked. */
export function latestPrimaryLsn(primary: { pool: pg.Pool }): MinReplicaLsn {
  const ask = () => readPrimaryLsn(primary.pool)
  return { current: ask, latest: ask }
}
