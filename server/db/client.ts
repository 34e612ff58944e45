import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { countEvent } from '#server/shared/event-counts.ts'
import type { MemberBus, MemberNotice } from '#server/shared/ports/member-bus.ts'
import {
  createPool,
  isFatal,
  isReadOnly,
  isReadTimeout,
  type StatementLimits,
} from './connection.ts'
import { createNotifyBus } from './notify/notify-bus.ts'
import type { DB } from './schema/tables.generated.ts'

/** Read access. It has only `selectFrom` and similar methods, so a write is a type error. */
export type Db = Pick<
  Kysely<DB>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
>

/** Write access within an open transaction. */
export type Tx = Transaction<DB>

/**
 * Runs `work` in a transaction, and again after a serialization failure or deadlock, and once more when the server is not the
 * primary any more.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type Database = {
  db: Db
  transact: Transact
  /** Sends the notices of committed transactions. */
  bus: MemberBus
  pool: pg.Pool
  /** Opens all connections of the pool, so that no request waits for a new connection. */
  warm(): Promise<void>
  /** Ends all connections with their statements, because they lead to a server that hangs or is no longer the primary. */
  dropConnections(): void
  close(): Promise<void>
}

/** Notices of open transactions. */
const pendingNotices = new WeakMap<Tx, MemberNotice[]>()

/** Sends notices to open pages of members after the commit of a transaction of `transact`, and none if it is rolled back. */
export function notifyMembers(tx: Tx, notices: readonly MemberNotice[]): void {
  pendingNotices.set(tx, [...(pendingNotices.get(tx) ?? []), ...notices])
}

/** Serialization failure and deadlock: the transaction was rolled back and can be retried at once. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 4

/** The type `bigint[]`, which `pg.types.builtins` lacks. */
const bigintArray = 1016

/** @throws RangeError above 2^53 − 1: a rounded id would be that of another row */
function parseBigint(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The bigint ${text} is no exact number`)
}

// Rows use the types of the API: numbers for integers, ISO 8601 UTC strings for timestamps, unchanged strings for dates.
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, parseBigint],
  [bigintArray, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseBigint))],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export function openDatabase(
  url: string,
  options: {
    connections: number
    name: string
    onError?: (error: Error) => void
    /** `set` by default. */
    limits?: StatementLimits
    /** Creates the bus of notices to members from that of PostgreSQL, which is the default. */
    createBus?: ((fallback: MemberBus) => MemberBus) | undefined
    /** Whether errors count in the database metrics; a replica has its own metrics. */
    counted?: boolean
    /** In ms. */
    connect_within?: number
    answer_within?: number
  },
): Database {
  const onFailure = options.counted === false ? () => {} : countError
  const { name, connections, limits = 'set', connect_within } = options
  const { pool, dropConnections } = createPool(url, {
    name,
    connections,
    limits,
    is_primary: options.counted !== false,
    types,
    onFailure,
    connect_within,
    answer_within: options.answer_within,
  })
  countConnectErrors(pool, onFailure)
  // An idle connection that fails is replaced at the next query; an unhandled `error` event would end the process.
  pool.on('error', (error) => options.onError?.(error))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const notifyBus = createNotifyBus(pool)
  const bus = options.createBus?.(notifyBus) ?? notifyBus
  return {
    db: kysely,
    pool,
    bus,
    async transact(work) {
      for (let attempt = 1; ; attempt++) {
        let hasBegun = false
        let failure: unknown
        try {
          let notices: MemberNotice[] | undefined
          const result = await kysely.transaction().execute(async (tx) => {
            hasBegun = true
            const value = await work(tx).catch((error: unknown) => {
              failure = error
              throw error
            })
            notices = pendingNotices.get(tx)
            return value
          })
          if (notices) bus.send(notices)
          return result
        } catch (thrown) {
          // A rollback that fails as well throws its own error.
          const error = failure ?? thrown
          const code = (error as { code?: string }).code ?? ''
          if (attempt < maxAttempts && retryableCodes.has(code)) continue
          // The connection led to a former primary. A new one may lead to its successor.
          if (attempt === 1 && (isReadOnly(error) || (!hasBegun && isConnectionLost(error))))
            continue
          throw error
        }
      }
    },
    async warm() {
      const opening = Array.from({ length: options.connections }, () => pool.connect())
      for (const opened of await Promise.allSettled(opening))
        if (opened.status === 'fulfilled') opened.value.release()
    },
    dropConnections,
    async close() {
      await bus.stop()
      await kysely.destroy()
    },
  }
}

const readyTimeoutMs = 2_000

/** Whether the primary answers soon, and accepts writes. Never rejects. */
export async function isWritable(pool: pg.Pool): Promise<boolean> {
  const answer = pool
    .query<{ read_only: string }>(`select current_setting('transaction_read_only') as read_only`)
    .then(
      ({ rows }) => rows[0]?.read_only === 'off',
      () => false,
    )
  const deadline = new AbortController()
  const timeout = pause(readyTimeoutMs, false, { signal: deadline.signal }).catch(() => false)
  return Promise.race([answer, timeout]).finally(() => deadline.abort())
}

function countError(error: unknown) {
  const code = (error as { code?: string } | null)?.code ?? ''
  countEvent('database_errors', /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'lost')
}

/** Also counts failed connection attempts: without a connection no statement fails. */
function countConnectErrors(pool: pg.Pool, onFailure: (error: unknown) => void) {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const countingConnect = (callback?: Callback) => {
    if (!callback) {
      const opening = connect()
      opening.catch(onFailure)
      return opening
    }
    return connect((error, client, release) => {
      if (error) onFailure(error)
      callback(error, client, release)
    })
  }
  pool.connect = countingConnect as typeof pool.connect
}

const unavailableCodes = new Set([
  // Read-only: a standby, or a primary that was demoted.
  '25006',
  // Timeouts of an idle transaction, a statement and a lock.
  ...['25P03', '57014', '55P03'],
])

/** Whether a connection had ended before it was used, as opposed to a server that does not answer in time. */
const isConnectionLost = (error: unknown) =>
  isDatabaseUnavailable(error) && !/timeout/i.test((error as Error | null)?.message ?? '')

/** Whether an error means that the database is unreachable or unavailable, as opposed to an invalid statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = error as { code?: string; message?: string } | null
  const code = failure?.code ?? ''
  if (isFatal(error)) return true
  // 08: connection, 57P: shutting down or starting, 53: out of resources.
  if (/^(08|57P|53)/.test(code) || unavailableCodes.has(code) || isReadTimeout(error)) return true
  if (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOENT',
    ].includes(code)
  )
    return true
  // Timeout messages of the pool and of a single connection.
  return /Connection terminated|timeout (?:exceeded when trying to connect|expired)|not queryable/.test(
    failure?.message ?? '',
  )
}
