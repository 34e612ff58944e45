import { root } from '../lib/bench-app.ts'
import { against, type BenchmarkCase } from './cached-responses.ts'
import { freePort, pinPid } from '../lib/processes.ts'
import { benchSegmentsOf } from './media/segments.ts'
import type { Row } from '../report.ts'
import { deleteWaitingJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { readConfig } from '#server/config.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const casesOf = (series: number): readonly BenchmarkCase[] => [
  {
    name: 'list of 50 episodes',
    path: '/api/contents/episodes/?limit=50&ordering=-viewer_count',
    bar: 0.9,
  },
  { name: 'series detail', path: `/api/contents/series/${series}/`, bar: 0.9 },
  { name: 'home page', path: '/', bar: 0.9 },
]
const turns = { rounds: Number(process.env['ROUNDS'] ?? 5), seconds: 2 }
/** Requests between the two measurements. */
const varied = 10_000
/** Time limit in ms for the startup and for the jobs that the worker has started by then. */
const timeoutMs = 600_000
const media_token_secret = 'of the bench and of nobody else, long enough'

/**
 * Measures the process started by `npm start`: fresh, and after ten thousand varied requests. Compares each figure with a
 * server that only writes the same bytes and headers, or nginx, alternating every two seconds.
 */
export async function benchStarted(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-started-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    // As behind a proxy, so that the varied requests have many client addresses and rate limits stay on.
    SITE_URL: origin,
    TRUST_PROXY: '1',
    MEDIA_TOKEN_SECRET: media_token_secret,
  }
  for (const name of ['NODE_ENV', 'NODE_OPTIONS', 'DATABASE_URL', 'DATABASE_OWNER_URL'])
    delete env[name]
  // A process group, so that it can be stopped as by Ctrl-C.
  const child = spawn(process.execPath, [join(root, 'bin/run.mjs'), 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let database: AppDatabase | undefined
  try {
    await waitFor(() => answers(`${origin}/readyz`))
    const series = await firstSeries(origin)
    database = await openAppDatabase(readConfig({ DATA_DIR: folder }))
    const { url: database_url, owner_url } = database
    await emptyQueue(owner_url)
    const server = serverBelow(child.pid ?? 0)
    if (server) pinPid(server, 'server')
    const measure = async (when: string) => {
      const rows = [
        ...(await against(origin, casesOf(series), turns)),
        ...(await benchSegmentsOf({ database_url, folder, media_token_secret, origin }, turns)),
      ]
      return rows.map((row) => ({ ...row, name: `npm start, ${when}: ${row.name}` }))
    }
    const fresh = await measure('fresh')
    await askVaried(origin)
    return [...fresh, ...(await measure('used'))]
  } finally {
    // Otherwise it would restart PostgreSQL after `npm start` has stopped it.
    await database?.stop()
    if (child.pid && child.exitCode === null) {
      process.kill(-child.pid, 'SIGINT')
      await ended
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

async function waitFor(isThere: () => Promise<boolean>) {
  const startedAt = performance.now()
  while (!(await isThere())) {
    if (performance.now() - startedAt > timeoutMs) throw new Error('npm start did not get there')
    await pause(500)
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** The id of a work of the demonstration, once it is published. */
async function firstSeries(origin: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${origin}/api/contents/series/?limit=1`)
    const { results } = (await response.json()) as { results: { id: number }[] }
    if (results[0]) return results[0].id
    await pause(500)
  }
}

/**
 * Deletes pending jobs and waits for running ones: encoding the demo videos uses the measured cores and takes longer than the
 * limit.
 */
async function emptyQueue(owner_url: string) {
  await waitFor(async () => {
    await deleteWaitingJobs({ owner_url })
    return (await readJobs({ owner_url })).length === 0
  })
}

/** The process of `server/main.ts` among the descendants of `pid`. */
function serverBelow(pid: number): number | undefined {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .flatMap((match) =>
      match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }] : [],
    )
  const below = new Set([pid])
  for (let grown = -1; grown !== below.size;) {
    grown = below.size
    for (const row of rows) if (below.has(row.parent)) below.add(row.pid)
  }
  return rows.find((row) => below.has(row.pid) && row.args.includes('server/main.ts'))?.pid
}

/** Sends the requests of viewers, players and crawlers from many addresses, 16 at once. */
async function askVaried(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const orderings = ['-viewer_count', 'released_at', '-rating_average', '-like_count']
  const kinds: ((at: number) => string)[] = [
    (at) => `/series/${(at % 40) + 1}`,
    (at) => `/categories/${(at % 8) + 1}?page=${(at % 5) + 1}`,
    (at) => `/search?q=${encodeURIComponent('가나다라마바사'[at % 7] ?? '')}&page=${(at % 3) + 1}`,
    (at) => `/api/contents/episodes/?limit=50&offset=${at % 300}&ordering=${orderings[at % 4]}`,
    (at) => `/api/contents/series/${(at % 60) + 1}/`,
    (at) => `/api/contents/search/?q=${encodeURIComponent('한편밤달비눈'[at % 6] ?? '')}&limit=20`,
    () => '/api/accounts/me/',
    (at) => `/nowhere/${at}`,
    (at) => `/images/none${at}/320.webp`,
    () => '/',
  ]
  let at = 0
  const next = async (): Promise<void> => {
    while (at < varied) {
      const number = at++
      const path = kinds[number % kinds.length]?.(Math.floor(number / kinds.length)) ?? '/'
      const address = `10.${(number >> 8) & 255}.${number & 255}.1`
      await new Promise<void>((resolve, reject) => {
        const headers = { 'x-forwarded-for': address, 'accept-encoding': 'br' }
        request(origin + path, { agent, headers })
          .on('response', (response) => response.resume().on('end', resolve))
          .on('error', reject)
          .end()
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, next))
  agent.destroy()
}
