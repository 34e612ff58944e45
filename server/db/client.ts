import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { countEvent } from '#server/shared/event-counts.ts'
import type { DB } from './schema/tables.generated.ts'

/** Read access. It has only `selectFrom` and similar methods, so a write is a type error (rule 2). */
export type Db = Pick<
  Kysely<DB>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
>

/** Write access within an open transaction. */
export type Tx = Transaction<DB>

/** Runs `work` in a transaction, and again after a serialization failure or deadlock. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type Database = {
  db: Db
  transact: Transact
  pool: pg.Pool
  /** Opens all connections of the pool, so that no request waits for a new connection. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** Serialization failure and deadlock: the transaction was rolled back and can be retried at once. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 4

// Rows use the types of the API: numbers for integers, ISO 8601 UTC strings for timestamps, unchanged strings for dates.
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Timeouts in ms, so that no statement, lock or idle transaction blocks others. */
const timeouts =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000'

export function openDatabase(
  url: string,
  options: {
    connections: number
    name: string
    onError?: (error: Error) => void
    guarded?: boolean
    /** Whether errors count in the database metrics; a replica has its own metrics. */
    counted?: boolean
    /** In ms. Without `answer_within`, only the server limits the time of a statement. */
    connect_within?: number
    answer_within?: number
  },
): Database {
  const onFailure = options.counted === false ? () => {} : countError
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: options.connect_within ?? 3_000,
    idleTimeoutMillis: 30_000,
    types,
    ...(options.answer_within ? { query_timeout: options.answer_within } : {}),
    ...(options.guarded === false ? {} : { options: timeouts }),
  })
  // Errors of a connection in use are reported by its query; an unhandled `error` event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareNamed(client, onFailure)
  })
  countConnectErrors(pool, onFailure)
  // An idle connection that fails is replaced at the next query; an unhandled `error` event would end the process.
  pool.on('error', (error) => options.onError?.(error))
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    db: kysely,
    pool,
    async transact(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await kysely.transaction().execute(work)
        } catch (error) {
          const code = (error as { code?: string }).code ?? ''
          if (attempt === maxAttempts || !retryableCodes.has(code)) throw error
        }
      }
    },
    async warm() {
      const opening = Array.from({ length: options.connections }, () => pool.connect())
      for (const opened of await Promise.allSettled(opening))
        if (opened.status === 'fulfilled') opened.value.release()
    },
    close: () => kysely.destroy(),
  }
}

const namedStatement = /^\s*\/\* (\w+) \*\//

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

/**
 * Prepares statements that begin with a name in a comment, so that a connection parses and plans them once: for a few
 * long and frequent statements. The text of a name must be constant.
 */
function prepareNamed(client: pg.PoolClient, onFailure: (error: unknown) => void) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const countingQuery = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? namedStatement.exec(text)?.[1] : undefined
    const args = name ? [{ name, text, values }, ...rest] : [text, values, ...rest]
    const last = args.findLastIndex((arg) => arg !== undefined)
    const callback = args[last]
    // The pool passes a callback; all other callers use the promise.
    if (typeof callback === 'function')
      args[last] = (error: unknown, result: unknown) => {
        if (error) onFailure(error)
        ;(callback as (...results: unknown[]) => void)(error, result)
      }
    const running = query(...args)
    if (running instanceof Promise) running.catch(onFailure)
    return running
  }
  client.query = countingQuery as typeof client.query
}

/** Whether an error means that the database is unreachable or unavailable, as opposed to an invalid statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = error as { code?: string; message?: string; severity?: string } | null
  const code = failure?.code ?? ''
  // PostgreSQL closes the connection after these, e.g. because it rejects connections.
  if (failure?.severity === 'FATAL' || failure?.severity === 'PANIC') return true
  // 08: connection, 57P: shutting down or starting, 53: out of resources, 57014: statement timeout, 55P03: lock timeout.
  if (/^(08|57P|53)/.test(code) || code === '57014' || code === '55P03') return true
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
