import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import pg from 'pg'

/** Limits in ms. PostgreSQL ends a statement first; a client gives up on a server that does not answer at all. */
const statementTimeoutMs = 5_000
const answerTimeoutMs = statementTimeoutMs + 1_000
const connectTimeoutMs = 3_000
const closeTimeoutMs = 1_000
const keepAliveDelayMs = 10_000

/** In ms: no statement, lock or idle transaction blocks others. */
export const serverLimits = {
  statement_timeout: statementTimeoutMs,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** `set`: by each connection; `none`: no limits; `role`: those of the role, because a pooler in transaction mode shares settings. */
export type StatementLimits = 'set' | 'none' | 'role'

/** Statements that set or lift the limits, because PgBouncer refuses startup parameters. */
export const limitSettings = (limits: 'set' | 'none') =>
  Object.entries(serverLimits)
    .map(([name, ms]) => `set ${name} = ${limits === 'set' ? ms : 0}`)
    .join('; ')

type ConnectionOptions = {
  name: string
  /** In ms. */
  connect_within?: number | undefined
  /** Limit of each statement in ms; 0 for work of unknown length. */
  answer_within?: number | undefined
}

const namedStatement = /^\s*\/\* (\w+) \*\//

const readTimeout = 'Query read timeout'
export const isReadTimeout = (error: unknown) =>
  (error as Error | undefined)?.message === readTimeout

/** Whether PostgreSQL closes the connection after the error, e.g. because it stops or rejects connections. */
export const isFatal = (error: unknown) =>
  /^(?:FATAL|PANIC)$/.test((error as { severity?: string } | null)?.severity ?? '')

/**
 * A connection that ends when PostgreSQL does not answer in time. Statements that begin with a name in a comment are
 * prepared, so that a connection parses and plans them once: for a few long and frequent statements. The text of a name
 * must be constant.
 */
export class Connection extends pg.Client {
  /** Whether all statements of this connection reach the same server process. */
  protected readonly isSession: boolean = true
  /** Called with the error of each failed statement. */
  onFailure: (error: unknown) => void = () => {}

  constructor(config?: pg.ClientConfig) {
    super(config)
    // Statements report their errors; an unhandled `error` event would end the process.
    this.on('error', () => {})
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const name =
        this.isSession && typeof text === 'string' ? namedStatement.exec(text)?.[1] : undefined
      const args = name ? [{ name, text, values }, ...rest] : [text, values, ...rest]
      const last = args.findLastIndex((arg) => arg !== undefined)
      const callback = args[last]
      // The pool passes a callback; all other callers use the promise.
      if (typeof callback === 'function')
        args[last] = (error: unknown, result: unknown) => {
          if (error) this.#onError(error)
          ;(callback as (...results: unknown[]) => void)(error, result)
        }
      const running = query(...args)
      if (running instanceof Promise) running.catch((error: unknown) => this.#onError(error))
      return running
    }) as typeof this.query
    const end = this.end.bind(this) as (...args: unknown[]) => unknown
    this.end = ((callback: unknown) => {
      const timer = setTimeout(() => this.destroy(), closeTimeoutMs).unref()
      this.once('end', () => clearTimeout(timer))
      return callback ? end(callback) : end()
    }) as typeof this.end
  }

  /** Ends the connection without waiting for the server. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  #onError(error: unknown) {
    // The late response would be taken for that of the next statement; after a fatal error the server closes the connection,
    // which the pool would hand out until then.
    if (isReadTimeout(error) || isFatal(error)) void this.end()
    this.onFailure(error)
  }
}

/** A connection through a pooler in transaction mode, which before PgBouncer 1.21 lost prepared statements. */
class PooledConnection extends Connection {
  protected override readonly isSession = false
}

const configOf = (url: string, options: ConnectionOptions): pg.ClientConfig => ({
  connectionString: url,
  application_name: options.name,
  connectionTimeoutMillis: options.connect_within ?? connectTimeoutMs,
  query_timeout: options.answer_within ?? answerTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveDelayMs,
})

/** Creates a single connection, which the caller opens. */
export const createClient = (url: string, options: ConnectionOptions): Connection =>
  new Connection(configOf(url, options))

export type ConnectionPool = {
  pool: pg.Pool
  /** Destroys all connections: their server is unreachable, or no longer the primary. */
  dropConnections(): void
}

/**
 * Creates a pool. One connection to a primary that gets no answer in time, or finds the server read-only, drops all: the
 * others lead to the same server, and new ones to its successor.
 */
export function createPool(
  url: string,
  options: ConnectionOptions & {
    connections: number
    limits: StatementLimits
    /** Whether a connection to a server that hangs or is read-only ends all others; a replica is bypassed instead. */
    is_primary: boolean
    types?: pg.CustomTypesConfig
    onFailure?: (error: unknown) => void
  },
): ConnectionPool {
  const open = new Set<Connection>()
  const dropConnections = () => {
    for (const client of open) client.destroy()
  }
  const pool = new pg.Pool({
    ...configOf(url, options),
    Client: options.limits === 'role' ? PooledConnection : Connection,
    max: options.connections,
    idleTimeoutMillis: 30_000,
    ...(options.types ? { types: options.types } : {}),
    async onConnect(client) {
      if (options.limits === 'role') return
      await client.query(limitSettings(options.limits))
      if (options.is_primary) await refuseReadOnly(client)
    },
  })
  pool.on('connect', (client) => {
    const connection = client as unknown as Connection
    open.add(connection)
    connection.onFailure = (error) => {
      options.onFailure?.(error)
      if (options.is_primary && (isReadTimeout(error) || isReadOnly(error))) dropConnections()
    }
  })
  pool.on('remove', (client) => open.delete(client as unknown as Connection))
  return { pool, dropConnections }
}

const readOnlyCode = '25006'

/** Whether the server is a standby, or a primary that was demoted. It has changed nothing then. */
export const isReadOnly = (error: unknown) =>
  (error as { code?: string } | null)?.code === readOnlyCode

/** Like `target_session_attrs=read-write` of libpq, which node-postgres lacks. @throws an error that `isReadOnly` */
async function refuseReadOnly(client: pg.ClientBase) {
  const { rows } = await client.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  if (rows[0]?.read_only === 'on')
    throw Object.assign(new Error('the server is read-only'), { code: readOnlyCode })
}

/** Interval of the statements that show that a session works, and the limit of each, in ms. */
const pingIntervalMs = 1_000
const pingTimeoutMs = 3_000
/** Every n-th of them also sends a notification to the session itself. */
const pingsPerNotification = 5

/** A connection with state of its own: advisory locks and LISTEN. */
export type Session = {
  /** Runs a statement after those before it. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
  /** Aborted when the connection has ended in any way, with a `StuckSession` as the reason if it did not work. */
  ended: AbortSignal
  close(): Promise<void>
}

/** The server of the session hangs, is not the primary any more, or delivers no notifications. */
export class StuckSession extends Error {}

/**
 * Opens a session on the primary and checks every second that it works: the same server process answers in time, it may
 * write, and notifications arrive. If not, the session ends. PostgreSQL in turn detects a dead machine within half a
 * minute and releases its locks.
 * @param onNotification receives the notifications of the channels that the session listens to
 * @throws StuckSession if the session does not work from the start, e.g. on a standby
 */
export async function openSession(
  url: string,
  name: string,
  onNotification?: (channel: string, payload: string) => void,
): Promise<Session> {
  // The pings limit the time: their deadline does not expire while this process itself is busy.
  const client = createClient(url, { name, answer_within: 0 })
  const ending = new AbortController()
  client.once('end', () => ending.abort(new Error(`connection "${name}" ended`)))
  const end = (reason: string) => {
    ending.abort(new StuckSession(`connection "${name}": ${reason}`))
    client.destroy()
  }
  /** A connection runs one statement at a time. */
  const limit = pLimit(1)
  const query: Session['query'] = (text, values) => limit(() => client.query(text, values))

  let pid: number | undefined
  let pings = 0
  let heard = 0
  let pingedAt: number | undefined
  const ping = async () => {
    pingedAt = performance.now()
    const isNotifying = onNotification && pings++ % pingsPerNotification === 0
    const notification = isNotifying ? `, pg_notify('${channel}', '${pings}')` : ''
    const { rows } = await query<{ pid: number; read_only: string }>(
      `select pg_backend_pid() as pid, current_setting('transaction_read_only') as read_only${notification}`,
    )
    pingedAt = undefined
    pid ??= rows[0]?.pid
    if (rows[0]?.pid !== pid) end('another server process answers: a pooler in transaction mode?')
    if (rows[0]?.read_only === 'on') end('the server is read-only')
    // PostgreSQL delivers notifications before the result of the statement.
    if (isNotifying && heard !== pings) end('no notifications arrive')
  }
  const timer = setInterval(() => {
    if (pingedAt === undefined) return void ping().catch(() => end('a statement failed'))
    if (performance.now() - pingedAt < pingTimeoutMs) return
    // After a turn of the event loop, in which a response is read that arrived while the process was busy.
    setImmediate(() => pingedAt !== undefined && end('the server does not answer'))
  }, pingIntervalMs).unref()
  ending.signal.addEventListener('abort', () => clearInterval(timer))

  const channel = `heartbeat_${randomUUID().slice(0, 8)}`
  client.on('notification', (message) => {
    if (message.channel === channel) heard = Number(message.payload)
    else onNotification?.(message.channel, message.payload ?? '')
  })
  try {
    await client.connect()
    await query(`set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
      set tcp_keepalives_count = 3${onNotification ? `; listen ${channel}` : ''}`)
    await ping()
    ending.signal.throwIfAborted()
  } catch (error) {
    clearInterval(timer)
    await client.end()
    throw error
  }
  return { query, ended: ending.signal, close: () => client.end() }
}
