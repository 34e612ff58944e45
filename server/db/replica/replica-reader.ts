import { countEvent } from '#server/shared/event-counts.ts'
import { type Database, type Db, openDatabase } from '../client.ts'
import type { MinReplicaLsn, Lsn } from './min-replica-lsn.ts'
import type { DB } from '../schema/tables.generated.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import { PostgresIntrospector, type QueryResult } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Reads for public responses: from the replica if it has replayed the minimum LSN, else from the primary. */
export type ReplicaReader = {
  db: Db
  /** Whether the replica is in use; undefined if none is configured. */
  isReplicaRead(): boolean | undefined
  /** @throws if the lag cannot be determined */
  lag(): Promise<ReplicaLag>
  /** Checks the replica once. It is bypassed until the first successful check. */
  probe(): Promise<void>
  warm(): Promise<void>
  close(): Promise<void>
}

/** WAL bytes to replay, and the age of the last replayed transaction: 0 without lag. */
type ReplicaLag = { bytes: Lsn; seconds: number }

/**
 * Why the primary was read instead of the replica: `unchecked` not checked yet, `lsn_unknown` minimum LSN unknown, `unreachable`, `slow` response timeout, `behind` has not replayed the minimum LSN, `promoted` no longer a replica,
 * `wrong_primary` replica of another primary, `busy` all connections in use, `conflict` statement cancelled by a recovery
 * conflict, `failed` statement failed otherwise.
 */
export type ReplicaBypassReason =
  | ('unchecked' | 'lsn_unknown' | 'unreachable' | 'slow' | 'behind' | 'promoted' | 'wrong_primary')
  | ('busy' | 'conflict' | 'failed')

/** These reasons apply to every read: the replica is bypassed until the next check. */
const lastingReasons: ReadonlySet<ReplicaBypassReason> = new Set([
  ...(['lsn_unknown', 'unreachable', 'slow', 'behind', 'promoted', 'wrong_primary'] as const),
])

/** Delays between checks of the replayed LSN, in ms. A healthy replica takes 1 to 10 ms in total. */
const catchUpDelaysMs = [0, 1, 3, 6, 10, 20, 30, 30]
/** A replica that accepts no connection within this time is `unreachable`. */
const connectTimeoutMs = 500
const lsnTimeoutMs = 1_000
/** Interval of checks of a bypassed replica, in ms. */
const probeIntervalMs = 250

/**
 * Opens a `Db` that reads from the replica or the primary; a read that fails on the replica is repeated on the primary.
 * Statements run individually, without transactions, and must be read-only.
 * @param replica_url undefined: everything is read from the primary
 * @param options.onTurn called with a reason that needs attention when the replica is bypassed, and with undefined when it
 * is in use again
 */
export function openReplicaReader(
  primary: Pick<Database, 'db' | 'pool'>,
  replica_url: string | undefined,
  options: {
    floor: MinReplicaLsn
    connections: number
    name: string
    /** Response timeout of the replica in ms, after which the primary is read. */
    answer_within: number
    onTurn?: (reason: ReplicaBypassReason | undefined) => void
  },
): ReplicaReader {
  if (!replica_url) {
    const noop = async () => {}
    return {
      db: primary.db,
      isReplicaRead: () => undefined,
      lag: () => Promise.reject(new Error('There is no replica')),
      probe: noop,
      warm: noop,
      close: noop,
    }
  }
  const replica = openReplica(primary, replica_url, options)

  async function execute(text: string, parameters: readonly unknown[]) {
    const result = await replica.execute(text, parameters)
    const source = typeof result === 'string' ? 'primary' : 'replica'
    countEvent('public_reads', source)
    if (typeof result !== 'string') return result
    countEvent('replica_bypass', result)
    return primary.pool.query(text, [...parameters])
  }
  const connection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }) {
      const { rows } = await execute(query.sql, query.parameters)
      return { rows } as QueryResult<R>
    },
    streamQuery() {
      throw new Error('Streaming queries are not supported here')
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

/** Opens connections to a replica. Failures become bypass reasons, so that nothing rejects. */
function openReplicaConnections(
  primary: Pick<Database, 'pool'>,
  url: string,
  options: Parameters<typeof openReplicaReader>[2],
) {
  const { floor: minLsn } = options
  const { pool, warm } = openDatabase(url, {
    connections: options.connections,
    name: options.name,
    connect_within: connectTimeoutMs,
    answer_within: options.answer_within,
    counted: false,
  })
  /** The last known replayed LSN per connection, because one host name can lead to several servers. */
  const replayed = new WeakMap<pg.PoolClient, Lsn>()
  /** After `wrong_primary`, the replica must have replayed more than this LSN. */
  let minValidLsn = 0

  /** @returns the bypass reason if the replica does not reach `needed` in time */
  async function waitForLsn(client: pg.PoolClient, needed: Lsn) {
    if ((replayed.get(client) ?? -1) >= needed) return undefined
    for (const delayMs of catchUpDelaysMs) {
      if (delayMs > 0) await pause(delayMs)
      const position = await readReplayed(client)
      if (position === null) return 'promoted'
      replayed.set(client, position)
      if (position >= needed) return undefined
    }
    return 'behind'
  }

  /** Runs `work` with a connection and the minimum LSN. */
  async function withClient<T>(
    work: (client: pg.PoolClient, needed: Lsn) => Promise<T | ReplicaBypassReason>,
  ): Promise<T | ReplicaBypassReason> {
    const [client, known] = await Promise.all([
      pool.connect().catch((error: unknown) => reasonOf(error)),
      withTimeout(lsnTimeoutMs, minLsn.current()),
    ])
    if (typeof client === 'string') return client
    let broken = false
    try {
      return known === undefined ? 'lsn_unknown' : await work(client, Math.max(known, minValidLsn))
    } catch (error) {
      broken = (error as { severity?: string }).severity !== 'ERROR'
      return reasonOf(error)
    } finally {
      client.release(broken)
    }
  }

  /** @returns why the replica cannot be read; undefined if it can */
  const check = () =>
    withClient(async (client, needed): Promise<ReplicaBypassReason | undefined> => {
      // Read the replayed LSN again in any case: the server may have been promoted.
      replayed.delete(client)
      const lsnReason = await waitForLsn(client, needed)
      if (lsnReason) return lsnReason
      const [replicaSystem, primarySystem] = await Promise.all([
        readSystem(client),
        readSystem(primary.pool),
      ])
      const latest = await withTimeout(lsnTimeoutMs, minLsn.latest())
      if (latest === undefined) return 'lsn_unknown'
      const reached = replayed.get(client) ?? 0
      // On a diverged timeline: it lacks later writes of the primary, although its LSN is higher.
      if (reached > latest) minValidLsn = reached + 1
      return replicaSystem !== primarySystem || reached > latest ? 'wrong_primary' : undefined
    })

  return { check, waitForLsn, withClient, warm, close: () => pool.end() }
}

function openReplica(
  primary: Pick<Database, 'pool'>,
  url: string,
  options: Parameters<typeof openReplicaReader>[2],
) {
  const { floor: minLsn } = options
  const { check, waitForLsn, withClient, warm, close } = openReplicaConnections(
    primary,
    url,
    options,
  )
  let bypassReason: ReplicaBypassReason | undefined = 'unchecked'
  let reportedReason: ReplicaBypassReason | undefined = 'unchecked'
  let closed = false
  let probing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** @returns the result, or the bypass reason */
  async function execute(
    text: string,
    parameters: readonly unknown[],
  ): Promise<pg.QueryResult | ReplicaBypassReason> {
    if (bypassReason) return bypassReason
    const result = await withClient(async (client, needed) => {
      const reason = await waitForLsn(client, needed)
      return reason ?? client.query(text, [...parameters])
    })
    if (typeof result === 'string' && lastingReasons.has(result)) bypass(result)
    return result
  }

  async function probe() {
    const reason = await check()
    if (reason) return bypass(reason)
    bypassReason = undefined
    report(undefined)
  }

  function bypass(reason: ReplicaBypassReason) {
    if (closed) return
    bypassReason = reason
    if (needsAttention(reason)) report(reason)
    timer ??= setTimeout(() => {
      timer = undefined
      void probeOnce()
    }, probeIntervalMs).unref()
  }

  function report(reason: ReplicaBypassReason | undefined) {
    if (reason !== reportedReason) options.onTurn?.(reason)
    reportedReason = reason
  }

  const probeOnce = () => (probing ??= probe().finally(() => (probing = undefined)))

  return {
    execute,
    probe: probeOnce,
    warm,
    isReplicaRead: () => bypassReason === undefined,
    async lag(): Promise<ReplicaLag> {
      const latest = await withTimeout(lsnTimeoutMs, minLsn.latest())
      const lag: ReplicaLag | ReplicaBypassReason =
        latest === undefined ? 'lsn_unknown' : await withClient((client) => readLag(client, latest))
      if (typeof lag !== 'string') return lag
      if (lastingReasons.has(lag)) bypass(lag)
      throw new Error(`The replica is ${lag}`)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await probing
      await close()
    },
  }
}

/** Null if the server is not in recovery: it was promoted, or never was a replica. */
const replayedLsn = `case when pg_is_in_recovery() then
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end`

async function readReplayed(on: pg.PoolClient): Promise<Lsn | null> {
  const { rows } = await on.query<{ at: Lsn | null }>(`select ${replayedLsn} as at`)
  return rows[0]?.at ?? null
}

async function readLag(on: pg.PoolClient, latest: Lsn): Promise<ReplicaLag> {
  const { rows } = await on.query<{ at: Lsn | null; since: number | null }>(
    `select ${replayedLsn} as at,
       extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as since`,
  )
  const { at = null, since } = rows[0] ?? {}
  if (at === null) throw new Error('The server is not in recovery')
  const bytes = Math.max(0, latest - at)
  return { bytes, seconds: bytes > 0 ? (since ?? 0) : 0 }
}

/** The system identifier, which a primary shares with its replicas only. */
async function readSystem(on: Pick<pg.Pool, 'query'> | pg.PoolClient): Promise<string> {
  const { rows } = await on.query<{ system: string }>(
    'select system_identifier::text as system from pg_control_system()',
  )
  return rows[0]!.system
}

/** Reasons that do not pass by themselves and are reported. */
const needsAttention = (reason: ReplicaBypassReason) =>
  reason === 'unreachable' ||
  reason === 'promoted' ||
  reason === 'wrong_primary' ||
  reason === 'failed'

function reasonOf(error: unknown): ReplicaBypassReason {
  const { code, severity, message = '' } = error as { [key in string]?: string }
  // A recovery conflict: replay must remove rows that the statement still reads.
  if (code === '40001' || code === '40P01') return 'conflict'
  if (/timeout exceeded when trying to connect/.test(message)) return 'busy'
  if (/read timeout/.test(message)) return 'slow'
  return severity === 'ERROR' ? 'failed' : 'unreachable'
}

/** Resolves with the result of `promise`, or with undefined if it fails or takes longer. */
async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController()
  try {
    return await Promise.race([promise, pause(ms, undefined, { signal: timeout.signal })])
  } catch {
    return undefined
  } finally {
    timeout.abort()
  }
}
