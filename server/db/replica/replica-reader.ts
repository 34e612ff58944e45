import { metrics } from '#server/shared/metrics.ts'
import { type Database, type Db, openDatabase } from '../client.ts'
import type { MinReplicaLsn, Lsn } from './min-replica-lsn.ts'
import type { DB } from '../schema/tables.generated.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import { PostgresIntrospector, type QueryResult } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Where public answers are read: from the replica where it is as new as they must be, else from the primary. */
export type ReplicaReader = {
  db: Db
  /** Whether the replica is read; undefined where none is set. */
  isReplicaRead(): boolean | undefined
  /** How far it is behind. @throws where nobody can say. */
  lag(): Promise<ReplicaLag>
  /** Looks once whether the replica can be read. Until then it is not. */
  probe(): Promise<void>
  warm(): Promise<void>
  close(): Promise<void>
}

/** What there is to replay, and how old the last change is that was replayed: 0 where it was the last. */
export type ReplicaLag = { bytes: Lsn; seconds: number }

/**
 * Why the primary was read: of the replica `unseen` nobody has looked yet, `unheard` nobody knows how far it must be,
 * `away` it does not answer, `slow` it takes too long over it, `behind` it lacks what was told, `promoted` it is one no
 * more, `astray` it is another primary's, `busy` all connections are in use, `conflict` its replaying stopped the
 * statement, `failed` the statement failed otherwise.
 */
export type ReplicaBypassReason =
  | ('unseen' | 'unheard' | 'away' | 'slow' | 'behind' | 'promoted' | 'astray')
  | ('busy' | 'conflict' | 'failed')

/** Of these everybody would find the same: the replica rests until it is looked at again. */
const lasting: ReadonlySet<ReplicaBypassReason> = new Set([
  ...(['unheard', 'away', 'slow', 'behind', 'promoted', 'astray'] as const),
])

/** For how long it is waited that the replica comes to the floor, in ms, look by look. A healthy one takes 1 to 10. */
const patience = [0, 1, 3, 6, 10, 20, 30, 30]
/** What lets nobody in within so many ms is away. */
const connectWithin = 500
const floorWithin = 1_000
/** How often a replica that rests is looked at, in ms. */
const lookEvery = 250

/**
 * One `Db` over two places. Whoever reads it learns nothing of them: what goes wrong with the replica is asked of the
 * primary. It takes statements that read, each by itself: there are no transactions here.
 * @param replica_url undefined: everything is read from the primary, as if this were not here.
 * @param options.onTurn is told when the replica begins to rest for a reason that somebody should see to, and when it is
 * read again (undefined).
 */
export function openReplicaReader(
  primary: Pick<Database, 'db' | 'pool'>,
  replica_url: string | undefined,
  options: {
    floor: MinReplicaLsn
    connections: number
    name: string
    /** How long an answer of the replica is waited for, in ms, before the primary is asked. */
    answer_within: number
    onTurn?: (why: ReplicaBypassReason | undefined) => void
  },
): ReplicaReader {
  if (!replica_url) {
    const nothing = async () => {}
    return {
      db: primary.db,
      isReplicaRead: () => undefined,
      lag: () => Promise.reject(new Error('There is no replica')),
      ...{ probe: nothing, warm: nothing, close: nothing },
    }
  }
  const replica = openReplica(primary, replica_url, options)

  async function ask(text: string, parameters: readonly unknown[]) {
    const answer = await replica.ask(text, parameters)
    const source = typeof answer === 'string' ? 'primary' : 'replica'
    metrics.public_reads.inc({ source })
    if (typeof answer !== 'string') return answer
    metrics.replica_bypass.inc({ reason: answer })
    return primary.pool.query(text, [...parameters])
  }
  const connection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }) {
      const { rows } = await ask(query.sql, query.parameters)
      return { rows } as QueryResult<R>
    },
    streamQuery() {
      throw new Error('Streams are read where transactions are')
    },
  }
  class ReadingDriver extends DummyDriver {
    override acquireConnection = async () => connection
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadingDriver(),
      createIntrospector: (on) => new PostgresIntrospector(on),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { ...replica, db }
}

function openReplica(
  primary: Pick<Database, 'pool'>,
  url: string,
  options: Parameters<typeof openReplicaReader>[2],
) {
  const { floor } = options
  const { pool, warm } = openDatabase(url, {
    connections: options.connections,
    name: options.name,
    connect_within: connectWithin,
    answer_within: options.answer_within,
    counted: false,
  })
  let resting: ReplicaBypassReason | undefined = 'unseen'
  let told: ReplicaBypassReason | undefined = 'unseen'
  /** How far the server behind a connection had come when it was last asked: an address may lead to several. */
  const replayed = new WeakMap<pg.PoolClient, Lsn>()
  /** One that went astray must have come further than that before it is believed again. */
  let least = 0
  let closed = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** @returns why it cannot be asked, where it cannot. */
  async function comesTo(client: pg.PoolClient, needed: Lsn) {
    if ((replayed.get(client) ?? -1) >= needed) return undefined
    for (const wait of patience) {
      if (wait > 0) await pause(wait)
      const position = await readReplayed(client)
      if (position === null) return 'promoted'
      replayed.set(client, position)
      if (position >= needed) return undefined
    }
    return 'behind'
  }

  /** What was answered there, or why nothing was. */
  async function ask(
    text: string,
    parameters: readonly unknown[],
  ): Promise<pg.QueryResult | ReplicaBypassReason> {
    if (resting) return resting
    const why = await using(async (client, needed) => {
      const fault = await comesTo(client, needed)
      return fault ?? client.query(text, [...parameters])
    })
    if (typeof why === 'string' && lasting.has(why)) rest(why)
    return why
  }

  /** Does something by a connection, knowing the floor. Nothing is thrown: whoever asked has another place to ask. */
  async function using<T>(
    work: (client: pg.PoolClient, needed: Lsn) => Promise<T | ReplicaBypassReason>,
  ): Promise<T | ReplicaBypassReason> {
    const [client, known] = await Promise.all([
      pool.connect().catch((error: unknown) => whyOf(error)),
      within(floorWithin, floor.current()),
    ])
    if (typeof client === 'string') return client
    let broken = false
    try {
      return known === undefined ? 'unheard' : await work(client, Math.max(known, least))
    } catch (error) {
      broken = (error as { severity?: string }).severity !== 'ERROR'
      return whyOf(error)
    } finally {
      client.release(broken)
    }
  }

  async function probe() {
    const why = await using(async (client, needed): Promise<ReplicaBypassReason | undefined> => {
      // Asked again, whatever is known: it may be a replica no more.
      replayed.delete(client)
      const fault = await comesTo(client, needed)
      if (fault) return fault
      const [its, ours] = await Promise.all([readSystem(client), readSystem(primary.pool)])
      const newest = await within(floorWithin, floor.latest())
      if (newest === undefined) return 'unheard'
      const reached = replayed.get(client) ?? 0
      // It lacks what its primary has written since they parted, which positions alone do not tell.
      if (reached > newest) least = reached + 1
      return its !== ours || reached > newest ? 'astray' : undefined
    })
    if (why) return rest(why)
    resting = undefined
    turn(undefined)
  }

  function rest(why: ReplicaBypassReason) {
    if (closed) return
    resting = why
    if (isTrouble(why)) turn(why)
    timer ??= setTimeout(() => {
      timer = undefined
      void look()
    }, lookEvery).unref()
  }

  function turn(why: ReplicaBypassReason | undefined) {
    if (why !== told) options.onTurn?.(why)
    told = why
  }

  const look = () => (looking ??= probe().finally(() => (looking = undefined)))

  return {
    ask,
    probe: look,
    warm,
    isReplicaRead: () => resting === undefined,
    async lag(): Promise<ReplicaLag> {
      const newest = await within(floorWithin, floor.latest())
      const lag: ReplicaLag | ReplicaBypassReason =
        newest === undefined ? 'unheard' : await using((client) => readLag(client, newest))
      if (typeof lag !== 'string') return lag
      if (lasting.has(lag)) rest(lag)
      throw new Error(`The replica is ${lag}`)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await looking
      await pool.end()
    },
  }
}

/** Null where nothing is replayed any more: it was promoted, or never was a replica. */
const replayedNow = `case when pg_is_in_recovery() then
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end`

async function readReplayed(on: pg.PoolClient): Promise<Lsn | null> {
  const { rows } = await on.query<{ at: Lsn | null }>(`select ${replayedNow} as at`)
  return rows[0]?.at ?? null
}

async function readLag(on: pg.PoolClient, newest: Lsn): Promise<ReplicaLag> {
  const { rows } = await on.query<{ at: Lsn | null; since: number | null }>(
    `select ${replayedNow} as at,
       extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as since`,
  )
  const { at = null, since } = rows[0] ?? {}
  if (at === null) throw new Error('Nothing is replayed')
  const bytes = Math.max(0, newest - at)
  return { bytes, seconds: bytes > 0 ? (since ?? 0) : 0 }
}

/** The number that a primary and all its replicas have, and nobody else. */
async function readSystem(on: Pick<pg.Pool, 'query'> | pg.PoolClient): Promise<string> {
  const { rows } = await on.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  )
  return rows[0]!.system
}

/** What somebody should see to: it does not pass by itself. */
const isTrouble = (why: ReplicaBypassReason) =>
  why === 'away' || why === 'promoted' || why === 'astray' || why === 'failed'

function whyOf(error: unknown): ReplicaBypassReason {
  const { code, severity, message = '' } = error as { [key in string]?: string }
  // Rows that it shows are to be removed, and somebody still reads them.
  if (code === '40001' || code === '40P01') return 'conflict'
  if (/timeout exceeded when trying to connect/.test(message)) return 'busy'
  if (/read timeout/.test(message)) return 'slow'
  return severity === 'ERROR' ? 'failed' : 'away'
}

/** What `promise` gives, or undefined where it takes longer or fails. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  try {
    return await Promise.race([promise, pause(ms, undefined, { signal: late.signal })])
  } catch {
    return undefined
  } finally {
    late.abort()
  }
}
