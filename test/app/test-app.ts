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
import { createJobHandlers } from '#server/composition/create-job-handlers.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import type { JobName, JobPayloads } from '#server/jobs/job-types.ts'
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts'
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

/** A clock that stands still until it is moved. */
export type TestClock = Clock & { set(instant: string): void; advance(ms: number): void }

export type TestApp = Pick<Database, 'db' | 'transact' | 'pool'> & {
  config: Config
  origin: string
  owner_url: string
  url: string
  clock: TestClock
  house: ServerApp
  /** The payment gateway, by the world's clock. @throws where the world was opened without one. */
  readonly gateway: TestGateway
  /** Makes a call over HTTP; throws what was refused as `CallRefused`. */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    headers?: Record<string, string>,
  ): Promise<EndpointResponse<E>>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Works the jobs until `stop`, or the end of the world. */
  work(): Promise<JobRunner>
  /** Another server on the same database and files, as on a second machine. @returns its origin. */
  another(): Promise<string>
  /** Does one job's work here and now, past the queue. */
  workNow<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void>
  close(): Promise<void>
}

/** A refusal as a client sees it. */
export class ProblemResponseError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}`)
    this.problem = problem
  }
}

/** The problem that a call ends in; what is no refusal fails the test. */
export async function expectProblem(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => new Error('It was not refused'),
    (fault: unknown) => fault,
  )
  if (error instanceof ProblemResponseError) return error.problem
  throw error
}

/**
 * A real server on a real database of its own, on loopback; everything it makes goes when it is closed.
 * Call it in `beforeAll`, or in a test, where it closes itself.
 */
export async function openTestApp(
  options: {
    env?: Record<string, string>
    pages?: PagesBuild
    now?: string
    /** Whether a payment gateway stands beside it. */
    gateway?: boolean
    /** Takes in every line that is logged, however small. */
    lines?: string[]
    /** Whether the demonstration catalogue is in it from the start; `plantWorld` then adds nothing. */
    planted?: boolean
    /** How many films each member may play at once, 1 unless told. */
    streams?: number
    /** A PostgreSQL of the test's own, for what must not happen to that of the whole run. */
    database?: ProvidedContext['database']
    /** Where a replica of that one is: public answers are read there. */
    replica_url?: string
  } = {},
): Promise<TestApp> {
  const server = options.database ?? inject('database')
  const { owner_url, url } = server
  const now = options.now ?? new Date().toISOString()
  const template = options.planted ? plantedTemplate(server, new Date(now)) : server.template
  const name = `world_${randomUUID().replaceAll('-', '')}`
  // Copying files takes a third of the time of the default, which writes every page to the log.
  await asOwner(owner_url, `create database ${name} template ${template} strategy file_copy`)
  const at = (address: string) => address.replace(/\/[^/]*$/, `/${name}`)
  const data_dir = await mkdtemp(join(tmpdir(), 'hanpyeon-world-'))
  const clock = standingClock(now)
  const gateway = options.gateway ? await openTestGateway(clock) : undefined
  // The gateway's window leads back to an address that is known before the server listens there.
  const ahead = gateway && (await freePort())
  const given = readConfig({
    DATA_DIR: data_dir,
    DATABASE_URL: at(url),
    DATABASE_OWNER_URL: at(owner_url),
    ...(options.replica_url ? { DATABASE_REPLICA_URL: at(options.replica_url) } : {}),
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    MEDIA_TOKEN_SECRET: 'a secret of this test and no other, long enough',
    DATA_ENCRYPTION_SECRET: 'what seals the phones of this test and no other',
    ...(ahead ? { TOSS_BASE_URL: gateway.origin, SITE_URL: `http://127.0.0.1:${ahead}` } : {}),
    ...options.env,
  })
  // Off for who does not ask for them, whatever the address of his site.
  const config = { ...given, rate_limits: options.env?.['RATE_LIMITS'] === 'on' }
  const { lines } = options
  const log = lines
    ? createLogger('trace', 'test', { write: (line) => void lines.push(line) })
    : createLogger(config.log_level, 'test')
  const houses: ServerApp[] = []
  async function serve(port = 0) {
    const house = await createServerApp(
      config,
      { url: at(url) },
      {
        ...{ log, clock },
        ...(options.pages ? { pages: options.pages } : {}),
        ...(options.streams ? { streams_of: async () => options.streams ?? 1 } : {}),
      },
    )
    houses.push(house)
    // Port 0 cannot be asked for in the configuration: it is for tests alone.
    await house.http.listen(port, '127.0.0.1')
    const address = house.http.server.address() as AddressInfo
    return { house, origin: `http://127.0.0.1:${address.port}` }
  }
  const { house, origin } = await serve(ahead)
  gateway?.tell(origin)
  const runners: JobRunner[] = []

  const world: Omit<TestApp, 'gateway'> = {
    ...house.database,
    config,
    origin,
    owner_url: at(owner_url),
    url: at(url),
    clock,
    house,
    fetch: (path, init) => fetch(origin + path, { redirect: 'manual', ...init, ...fromHere(init) }),
    async call(endpoint, input, headers = {}) {
      const given = input as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const response = await fetch(origin + buildPath(endpoint, given), {
        method: endpoint.method,
        ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        ...fromHere({
          headers: {
            ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        }),
      })
      const text = await response.text()
      if (!response.ok) throw new ProblemResponseError(JSON.parse(text) as Problem)
      return (text ? JSON.parse(text) : null) as never
    },
    another: async () => (await serve()).origin,
    async work() {
      const runner = await startJobRunner({
        owner_url: at(owner_url),
        work: createJobHandlers(config, house.database, {
          log,
          clock,
        }),
        cpu_bound: { names: ['encode_asset', 'generate_demo_film'], at_once: 1 },
        light_concurrency: 1,
        log,
      })
      runners.push(runner)
      return runner
    },
    workNow(name, payload) {
      const work = createJobHandlers(config, house.database, {
        log,
        clock,
      })
      return work[name](payload, {
        signal: new AbortController().signal,
        attempt: 1,
        max_attempts: 1,
      })
    },
    async close() {
      for (const runner of runners) await runner.stop()
      for (const one of houses) await one.close()
      await gateway?.close()
      await asOwner(owner_url, `drop database if exists ${name} with (force)`)
      await rm(data_dir, { recursive: true, force: true })
    },
  }
  // Not to be copied with the rest: asking a world without one is a fault.
  return Object.defineProperty(world as TestApp, 'gateway', {
    get() {
      if (!gateway) throw new Error('This world has no gateway: openWorld({ gateway: true }).')
      return gateway
    },
  })
}

/** @returns the template with the catalogue when it was planted for the day of `now`; the empty one otherwise. */
function plantedTemplate({ planted, template }: ProvidedContext['database'], now: Date): string {
  return planted?.days === daysSinceWritten(now) ? planted.template : template
}

/** As a browser says that our own page asks. */
function fromHere(init: RequestInit | undefined): { headers: Headers } {
  const headers = new Headers(init?.headers)
  if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin')
  return { headers }
}

/** A world for one test, closed with it. */
export async function openTestAppForTest(
  options: Parameters<typeof openTestApp>[0] = {},
): Promise<TestApp> {
  const world = await openTestApp(options)
  onTestFinished(() => world.close())
  return world
}

function standingClock(start: string): TestClock {
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
