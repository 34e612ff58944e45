import { queueMessage } from '#server/messages/queue-message.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#test/processes/free-port.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import { topUp } from '#test/fixtures/payments.ts'
import { type ServerProcess, startServer } from '#test/processes/server-process.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { startWorker, type WorkerProcess } from '#test/processes/worker-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openBalancer } from './balancer.ts'
import { beginLoad, type Ground, type Load } from './client-load.ts'

// Two servers and two workers in separate processes on one PostgreSQL under 200 requests a second; each is replaced
// or killed in turn.

// Ten processes start one after the other, slowly on a busy machine.
vi.setConfig({ testTimeout: 900_000 })

const price = 500
const drainSeconds = 2

async function createFixture(world: TestApp): Promise<Ground> {
  const free = await makePlayable(world, [{}, {}, {}, {}, {}], 100_000)
  const forSale = { is_free: false, price, in_subscription: false }
  const sold = await makePlayable(
    world,
    Array.from({ length: 40 }, () => forSale),
  )
  const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(world)))
  for (const member of members) await topUp(world, member, 30_000)
  return { members, free, sold, price }
}

type Cluster = {
  origin: string
  servers: ServerProcess[]
  workers: WorkerProcess[]
  balancer: Awaited<ReturnType<typeof openBalancer>>
  startServer(at: number): Promise<void>
  startWorker(at: number): Promise<void>
  /** Mails queued and mails received. */
  queued: string[]
  arrived(): Set<string>
  /** Error lines of all servers, replaced ones included. */
  errors(): Set<string>
}

async function openCluster(world: TestApp): Promise<Cluster> {
  // Slow, so that a killed worker is in the middle of some.
  const mails = await openMailServer({ taken: () => pause(150) })
  const balancer = await openBalancer()
  const ports = [await freePort(), await freePort()]
  const figuresPorts = [await freePort(), await freePort()]
  const servers: ServerProcess[] = []
  const all: ServerProcess[] = []
  const workers: WorkerProcess[] = []
  const common = { SEED: 'none', SMTP_URL: mails.url, SITE_URL: balancer.origin }
  const cluster: Cluster = {
    origin: balancer.origin,
    servers,
    workers,
    balancer,
    queued: [],
    async startServer(at) {
      const port = ports[at] ?? 0
      servers[at] = await startServer(world, port, {
        ...common,
        DRAIN_SECONDS: String(drainSeconds),
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
      })
      all.push(servers[at])
      await balancer.until(port, true)
    },
    async startWorker(at) {
      const METRICS_PORT = String(figuresPorts[at])
      workers[at] = await startWorker(world, { ...common, METRICS_PORT })
      const figures = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
      expect(await figures.text()).toContain('hanpyeon_jobs_due')
    },
    errors: () =>
      new Set(
        all
          .flatMap((server) => server.lines())
          .map(({ msg, error }) => `${String(msg)}: ${(error as Error | undefined)?.message}`),
      ),
    arrived: () => new Set(mails.received.map(({ to }) => to)),
  }
  balancer.use(ports)
  await Promise.all([0, 1].map((at) => cluster.startServer(at)))
  await Promise.all([0, 1].map((at) => cluster.startWorker(at)))
  // Five mails a second, each queued in a transaction.
  const mailing = setInterval(() => {
    const to = `mail-${cluster.queued.length}@example.com`
    cluster.queued.push(to)
    void world.transact((tx) =>
      queueMessage(
        tx,
        { kind: 'mail', to, subject: '소식', text: '소식이에요.', html: '' },
        { now: new Date() },
      ),
    )
  }, 200)
  onTestFinished(async () => {
    clearInterval(mailing)
    await Promise.all([...servers, ...workers].map((started) => started.end('SIGKILL')))
    await balancer.close()
  })
  return cluster
}

/** Checks that every acknowledged result is there. */
async function expectNothingLost(world: TestApp, load: Load, { queued, arrived }: Cluster) {
  const { rows: had } = await world.pool.query<{ key: string }>(
    `select w.member_id || ':' || p.episode_id as key from purchases p join wallets w on w.id = p.wallet_id`,
  )
  const purchases = had.map(({ key }) => key)
  expect([...load.bought].filter((key) => !purchases.includes(key))).toEqual([])
  expect(new Set(purchases).size).toBe(purchases.length)
  const { rows: likes } = await world.pool.query<{ key: string }>(
    `select p.member_id || ':' || l.episode_id as key
     from likes l join profiles p on p.id = l.profile_id where l.episode_id is not null`,
  )
  const there = new Set(likes.map(({ key }) => key))
  expect([...load.liked].filter((key) => !there.has(key))).toEqual([])
  const { rows: histories } = await world.pool.query<{ key: string; progress: number }>(
    `select p.member_id || ':' || h.episode_id as key, h.progress
     from watch_histories h join profiles p on p.id = h.profile_id`,
  )
  const progress = new Map(histories.map((row) => [row.key, row.progress]))
  expect([...load.saved].filter(([key, at]) => progress.get(key) !== at)).toEqual([])
  const { rows: wallets } = await world.pool.query<{ id: number }>('select id from wallets')
  for (const { id } of wallets) expect(await brokenInvariants(world.pool, id)).toEqual([])
  const mailed = [...queued]
  await vi.waitUntil(() => mailed.every((to) => arrived().has(to)), { timeout: 120_000 })
}

function report(name: string, load: Load, cluster: Cluster) {
  const [worst = 0] = load.slowest()
  const closes = [...load.closes].map(([code, count]) => `${count} × ${code}`).join(', ')
  for (const line of cluster.errors()) console.log(line)
  console.log(
    `${name}: ${load.asked} requests, ${Math.round(load.rate())} a second, ${load.failed.length} failed, ${load.retried.length} asked twice by clients, ${load.pending.length} still pending, ` +
      `${cluster.balancer.tried_again} given to another server by the balancer, slowest ${Math.round(worst)} ms; ` +
      `${load.bought.size} purchases, ${load.saved.size} players, sockets closed: ${closes}`,
  )
}

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

test('fails no request and loses nothing when servers and workers are replaced in turn', async () => {
  const fixture = await createFixture(world)
  const cluster = await openCluster(world)
  const load = beginLoad(cluster.origin, fixture, { retries: 0 })
  await pause(2_000)
  for (const at of [0, 1]) {
    const began = performance.now()
    expect(await cluster.servers[at]?.end('SIGTERM')).toBe(0)
    expect(performance.now() - began).toBeGreaterThan(drainSeconds * 1_000)
    await cluster.startServer(at)
    await pause(1_000)
  }
  for (const at of [0, 1]) {
    expect(await cluster.workers[at]?.end('SIGTERM')).toBe(0)
    await cluster.startWorker(at)
  }
  await load.end()
  report('rolling restart', load, cluster)
  expect(load.failed).toEqual([])
  expect(load.pending).toEqual([])
  expect([...load.closes.keys()].every((code) => code === 1012 || code === 1005)).toBe(true)
  await expectNothingLost(world, load, cluster)
})

test('loses nothing acknowledged when servers and workers are killed, with one retry', async () => {
  const fixture = await createFixture(world)
  const cluster = await openCluster(world)
  const load = beginLoad(cluster.origin, fixture, { retries: 1 })
  await pause(2_000)
  for (const at of [0, 1]) {
    await cluster.servers[at]?.end('SIGKILL')
    await pause(1_500)
    await cluster.startServer(at)
    await pause(1_000)
  }
  for (const at of [0, 1]) {
    await cluster.workers[at]?.end('SIGKILL')
    await pause(1_500)
    await cluster.startWorker(at)
  }
  await load.end()
  report('kill -9', load, cluster)
  expect(load.failed).toEqual([])
  // At most the requests in progress on two killed servers.
  expect(load.pending.length).toBeLessThanOrEqual(4)
  await expectNothingLost(world, load, cluster)
})
