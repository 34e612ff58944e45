import {
  buildPath,
  type EndpointResponse,
  type EndpointInput,
  type Endpoint,
} from '#contract/core/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import {
  createServerApp,
  type PagesBuild,
  type ServerApp,
} from '#server/composition/create-server.ts'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { JobName, JobPayloads } from '#server/jobs/job-types.ts'
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts'
import type { TaskName } from '#server/jobs/task-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { daysSinceWritten } from '#seed/works/index.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished, type ProvidedContext } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { openTestGateway, type TestGateway } from '#test/services/payment-gateway.ts'

/** A clock that advances only when it is set. */
export type TestClock = Clock & { set(instant: string): void; advance(ms: number): void }

export type TestApp = Pick<Database, 'db' | 'transact' | 'pool'> & {
  config: Config
  origin: string
  owner_url: string
  url: string
  clock: TestClock
  server: ServerApp
  /** The payment gateway, on the clock of the test app. @throws if the app was opened without one. */
  readonly gateway: TestGateway
  /** Calls an endpoint over HTTP. @throws ProblemResponseError for a problem response. */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    headers?: Record<string, string>,
  ): Promise<EndpointResponse<E>>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Starts a job runner, which stops with `stop` or with the app. */
  work(): Promise<JobRunner>
  /** Starts another server on the same database and files, as on a second machine. @returns its origin. */
  another(): Promise<string>
  /** Runs a periodic task once. */
  runTask(name: TaskName): Promise<void>
  /** Runs the handler of one job directly, without the queue. */
  workNow<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void>
  close(): Promise<void>
}

/** A problem response to a client. */
export class ProblemResponseError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
  }
}

/** Returns the problem that a call fails with; any other outcome fails the test. */
export async function expectProblem(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => new Error('the call was expected to fail'),
    (error: unknown) => error,
  )
  if (error instanceof ProblemResponseError) return error.problem
  throw error
}

/**
 * Opens a real server on its own database, on loopback. Closing it removes everything it created. Call it in
 * `beforeAll`, or use `openTestAppForTest`, which closes it with the test.
 */
export async function openTestApp(
  options: {
    env?: Record<string, string>
    pages?: PagesBuild
    now?: string
    /** Whether to start a payment gateway. */
    gateway?: boolean
    /** Collects every log line, of all levels. */
    lines?: string[]
    /** Whether the database starts with the demonstration catalogue. */
    planted?: boolean
    /** The limit of concurrent streams per member, 1 by default. */
    streams?: number
    /** A separate PostgreSQL server, for tests that must not affect the shared one. */
    database?: ProvidedContext['database']
    /** A replica of `database` for public reads. */
    replica_url?: string
  } = {},
): Promise<TestApp> {
  const cluster = options.database ?? inject('database')
  const { owner_url, url } = cluster
  const now = options.now ?? new Date().toISOString()
  const template = options.planted ? selectTemplate(cluster, new Date(now)) : cluster.template
  const name = `world_${randomUUID().replaceAll('-', '')}`
  // `file_copy` takes a third of the time of the default, which writes every page to the WAL.
  await asOwner(owner_url, `create database ${name} template ${template} strategy file_copy`)
  const databaseUrl = (address: string) => address.replace(/\/[^/]*$/, `/${name}`)
  const data_dir = await mkdtemp(join(tmpdir(), 'hanpyeon-world-'))
  const clock = createTestClock(now)
  const gateway = options.gateway ? await openTestGateway(clock) : undefined
  // The return URL of the payment window must be known before the server listens.
  const reservedPort = gateway && (await freePort())
  const baseConfig = readConfig({
    DATA_DIR: data_dir,
    DATABASE_URL: databaseUrl(url),
    DATABASE_OWNER_URL: databaseUrl(owner_url),
    ...(options.replica_url ? { DATABASE_REPLICA_URL: databaseUrl(options.replica_url) } : {}),
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    SEED: 'none',
    MEDIA_TOKEN_SECRET: 'a secret of this test and no other, long enough',
    DATA_ENCRYPTION_SECRET: 'what seals the phones of this test and no other',
    // Public addresses need no mail server in tests.
    UNSENT_MESSAGES: 'keep',
    ...(reservedPort
      ? { TOSS_BASE_URL: gateway.origin, SITE_URL: `http://127.0.0.1:${reservedPort}` }
      : {}),
    ...options.env,
  })
  // Rate limits are off unless the test enables them.
  const config = { ...baseConfig, rate_limits: options.env?.['RATE_LIMITS'] === 'on' }
  const { lines } = options
  const log = lines
    ? createLogger('trace', 'test', { write: (line) => void lines.push(line) })
    : createLogger(config.log_level, 'test')
  const servers: ServerApp[] = []
  async function startServer(port = 0) {
    const server = await createServerApp(
      config,
      { url: databaseUrl(url) },
      {
        log,
        clock,
        // Most tests that save progress wait for each write.
        progress_interval_ms: 50,
        // On a slow machine a hundred clients of one test wait longer than clients of the service may.
        max_wait_ms: 60_000,
        ...(options.pages ? { pages: options.pages } : {}),
        ...(options.streams ? { readStreamLimit: async () => options.streams ?? 1 } : {}),
      },
    )
    servers.push(server)
    // The configuration does not allow port 0.
    await server.http.listen(port, '127.0.0.1')
    const address = server.http.server.address() as AddressInfo
    return { server, origin: `http://127.0.0.1:${address.port}` }
  }
  const { server, origin } = await startServer(reservedPort)
  gateway?.tell(origin)
  const runners: JobRunner[] = []

  const world: Omit<TestApp, 'gateway'> = {
    ...server.database,
    config,
    origin,
    owner_url: databaseUrl(owner_url),
    url: databaseUrl(url),
    clock,
    server,
    fetch: (path, init) =>
      fetch(origin + path, { redirect: 'manual', ...init, ...sameOriginHeaders(init) }),
    async call(endpoint, input, headers = {}) {
      const parsed = input as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      // Cached responses follow a commit within milliseconds; tests read what they have just written.
      if (endpoint.access === 'public' && endpoint.method === 'GET')
        await server.flushInvalidations()
      const response = await fetch(origin + buildPath(endpoint, parsed), {
        method: endpoint.method,
        ...(parsed.body === undefined ? {} : { body: JSON.stringify(parsed.body) }),
        ...sameOriginHeaders({
          headers: {
            ...(parsed.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        }),
      })
      const text = await response.text()
      if (!response.ok) throw new ProblemResponseError(JSON.parse(text) as Problem)
      return (text ? JSON.parse(text) : null) as never
    },
    another: async () => (await startServer()).origin,
    async work() {
      const runner = await startJobRunner({
        owner_url: databaseUrl(owner_url),
        jobs: createWorkerModules(config, server.database, { log, clock }).jobs,
        concurrency: { cpu: 1, light: 1 },
        log,
      })
      runners.push(runner)
      return runner
    },
    async runTask(name) {
      const { tasks } = createWorkerModules(config, server.database, { log, clock })
      await tasks[name](new AbortController().signal)
    },
    workNow(name, payload) {
      const { jobs } = createWorkerModules(config, server.database, { log, clock })
      return jobs[name].run(payload, {
        signal: new AbortController().signal,
        attempt: 1,
        max_attempts: 1,
      })
    },
    async close() {
      for (const runner of runners) await runner.stop()
      for (const running of servers) await running.close()
      await gateway?.close()
      await asOwner(owner_url, `drop database if exists ${name} with (force)`)
      await rm(data_dir, { recursive: true, force: true })
    },
  }
  // Not enumerable, so that a spread of `world` does not evaluate the getter, which may throw.
  return Object.defineProperty(world as TestApp, 'gateway', {
    get() {
      if (!gateway) throw new Error('no gateway: pass { gateway: true } to openTestApp')
      return gateway
    },
  })
}

/** Returns the template with the catalogue if it was seeded for the day of `now`, else the empty one. */
function selectTemplate({ planted, template }: ProvidedContext['database'], now: Date): string {
  return planted?.days === daysSinceWritten(now) ? planted.template : template
}

/** Adds the headers of a same-origin request. */
function sameOriginHeaders(init: RequestInit | undefined): { headers: Headers } {
  const headers = new Headers(init?.headers)
  if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
  return { headers }
}

/** Opens a test app that closes with the current test. */
export async function openTestAppForTest(
  options: Parameters<typeof openTestApp>[0] = {},
): Promise<TestApp> {
  const world = await openTestApp(options)
  onTestFinished(() => world.close())
  return world
}

function createTestClock(start: string): TestClock {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    set: (instant) => void (now = Date.parse(instant)),
    advance: (ms) => void (now += ms),
  }
}

async function asOwner(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
