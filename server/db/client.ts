import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { metrics } from '#server/shared/metrics.ts'
import type { DB } from './schema/tables.generated.ts'

/** Permission to read. Only `selectFrom` and its kin are there: a write does not compile (rule 2). */
export type Db = Pick<
  Kysely<DB>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'
>

/** Permission to write, for as long as the transaction is open. */
export type Tx = Transaction<DB>

/** Runs `work` in one transaction and again, whole, when PostgreSQL says two got in each other's way. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type Database = {
  db: Db
  transact: Transact
  pool: pg.Pool
  /** Opens all connections of the pool, so that nobody's request has to wait for one to be opened. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** Serialization failure and deadlock: nothing was done, the same work may succeed at once. */
const retryable = new Set(['40001', '40P01'])
const attempts = 4

// Rows carry what the wire carries: whole numbers as numbers, instants as ISO 8601 in UTC, dates as they stand.
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

/** No statement, lock or idle transaction holds others up. In ms. */
const guards =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000'

export function openDatabase(
  url: string,
  options: {
    connections: number
    name: string
    onError?: (error: Error) => void
    guarded?: boolean
    /** Whether its errors are figures of the database; those of a replica have figures of their own. */
    counted?: boolean
    /** In ms; how long an answer may take is up to the server unless told. */
    connect_within?: number
    answer_within?: number
  },
): Database {
  const onFault = options.counted === false ? () => {} : countError
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: options.connect_within ?? 3_000,
    idleTimeoutMillis: 30_000,
    types,
    ...(options.answer_within ? { query_timeout: options.answer_within } : {}),
    ...(options.guarded === false ? {} : { options: guards }),
  })
  // One that dies in use tells it by the query that was asked or comes next; unheard, it would end the process, too.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareNamed(client, onFault)
  })
  countRefusals(pool, onFault)
  // A connection that dies while idle is replaced at the next query; unheard, its error would end the process.
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
          if (attempt === attempts || !retryable.has(code)) throw error
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

const named = /^\s*\/\* (\w+) \*\//

function countError(error: unknown) {
  const code = (error as { code?: string } | null)?.code ?? ''
  metrics.database_errors.inc({ class: /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : 'lost' })
}

/** Counts connections that were not to be had, too: while nobody answers, no statement is there to fail. */
function countRefusals(pool: pg.Pool, onFault: (error: unknown) => void) {
  const connect = pool.connect.bind(pool)
  type Heard = Parameters<typeof connect>[0]
  const asked = (heard?: Heard) => {
    if (!heard) {
      const opening = connect()
      opening.catch(onFault)
      return opening
    }
    return connect((error, client, release) => {
      if (error) onFault(error)
      heard(error, client, release)
    })
  }
  pool.connect = asked as typeof pool.connect
}

/**
 * Has a connection parse and plan a statement once that begins with its name in a comment: for the few that are long and
 * asked often. Its text must be the same every time.
 */
function prepareNamed(client: pg.PoolClient, onFault: (error: unknown) => void) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const asked = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? named.exec(text)?.[1] : undefined
    const given = name ? [{ name, text, values }, ...rest] : [text, values, ...rest]
    const last = given.findLastIndex((one) => one !== undefined)
    const heard = given[last]
    // The pool's own way to ask; everybody else waits for a promise.
    if (typeof heard === 'function')
      given[last] = (error: unknown, result: unknown) => {
        if (error) onFault(error)
        ;(heard as (...told: unknown[]) => void)(error, result)
      }
    const asking = query(...given)
    if (asking instanceof Promise) asking.catch(onFault)
    return asking
  }
  client.query = asked as typeof client.query
}

/** Whether an error says that the database cannot be reached or will not serve, rather than that we asked wrongly. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const fault = error as { code?: string; message?: string; severity?: string } | null
  const code = fault?.code ?? ''
  // What PostgreSQL ends the connection over, whatever its reason: it lets nobody in, or out of order.
  if (fault?.severity === 'FATAL' || fault?.severity === 'PANIC') return true
  // 08: connection, 57P: shutting down or starting, 53: out of resources, 57014: cancelled by time-out, 55P03: somebody
  // else held what was asked for until then.
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
  // The pool and a connection of its own say each in other words that none came in time.
  return /Connection terminated|timeout (?:exceeded when trying to connect|expired)|not queryable/.test(
    fault?.message ?? '',
  )
}
