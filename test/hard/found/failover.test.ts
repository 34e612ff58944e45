// hard: each trial starts two PostgreSQL servers and kills, freezes, demotes or cuts off the primary.
import { openTestApp, openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/services/postgres-replica.ts'
import { openTcpProxy, type TcpProxy } from '#test/services/tcp-proxy.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { createLogger } from '#server/shared/logger.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { play, repeat, status } from './steady-load.ts'

type Site = { fixture: ReplicatedDatabase; proxy: TcpProxy; app: TestApp; lines: string[] }

/** A server whose database is reached through a proxy, which leads to the primary of two servers. */
async function openSite(): Promise<Site> {
  const fixture = await openReplicatedDatabase()
  onTestFinished(fixture.close)
  const { database, primary } = fixture
  // A commit is on the replica before it is acknowledged, so that a promotion loses none.
  await primary.ask('postgres', `alter system set synchronous_standby_names = '*'`)
  await primary.ask('postgres', 'select pg_reload_conf()')
  const proxy = await openTcpProxy(Number(new URL(database.url).port))
  onTestFinished(proxy.close)
  const throughProxy = (url: string) =>
    Object.assign(new URL(url), { port: String(proxy.port) }).href
  const lines: string[] = []
  const app = await openTestApp({
    lines,
    database: {
      ...database,
      owner_url: throughProxy(database.owner_url),
      url: throughProxy(database.url),
    },
  })
  onTestFinished(app.close)
  return { fixture, proxy, app, lines }
}

/** The outage lasts so long before the replica is promoted, in ms. */
const outageMs = 3_000

test.for<[string, (site: Site) => unknown]>([
  ['is killed', ({ fixture }) => fixture.primary.kill()],
  ['freezes', ({ fixture }) => fixture.primary.freeze()],
  ['becomes read-only', ({ fixture }) => fixture.primary.demote()],
  ['is cut off', ({ proxy }) => proxy.cut()],
])('serves again within 5 s of the promotion when the primary %s', async ([name, fail]) => {
  const site = await openSite()
  const { app, fixture, proxy } = site
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const readTitle = () =>
    app.fetch(`/api/contents/episodes/${episode_id}/`).then(
      (response) => response.text(),
      () => '',
    )
  await readTitle()
  await app.work()
  const player = await play(app, member, episode_id)
  const personal = repeat(50, () => status(member.fetch('/api/accounts/me/')))
  const readiness = repeat(200, () => status(app.fetch('/readyz')))
  await expect.poll(() => player.saved()).toBeGreaterThan(1)

  const failedAt = performance.now()
  await fail(site)
  await pause(outageMs)
  await fixture.replica.promote()
  proxy.leadTo(Number(new URL(fixture.replica.url).port))
  const promotedAt = performance.now()
  const database = new URL(app.url).pathname.slice(1)
  await expect
    .poll(() => fixture.replica.ask(database, 'select pg_is_in_recovery() as is_standby'))
    .toEqual([{ is_standby: false }])
  await fixture.replica.ask(
    database,
    `update episodes set title = 'renamed' where id = ${episode_id}`,
  )
  const editedAt = performance.now()
  await expect.poll(readTitle, { interval: 50 }).toContain('renamed')
  const seenAt = performance.now()
  // Well again: until 10 s after the promotion.
  await pause(Math.max(0, promotedAt + 10_000 - performance.now()))
  player.stop()
  await Promise.all([personal.stop(), readiness.stop()])
  await expect.poll(() => player.saved()).toBe(player.sent())

  const { outcomes } = personal
  const lastFailure = Math.max(
    failedAt,
    ...outcomes.filter((o) => o.status !== 200).map((o) => o.ended_at),
  )
  const unready = readiness.outcomes.filter((o) => o.status !== 200)
  const seconds = (ms: number) => Number((ms / 1_000).toFixed(1))
  console.log(`the primary ${name}:`, {
    well_after_promotion_s: seconds(lastFailure - promotedAt),
    slowest_request_s: seconds(Math.max(...outcomes.map((o) => o.ended_at - o.started_at))),
    failed_requests: outcomes.filter((o) => o.status !== 200).length,
    edit_seen_after_s: seconds(seenAt - editedAt),
    unready_s: seconds(
      Math.max(0, ...unready.map((o) => o.ended_at)) -
        Math.min(Infinity, ...unready.map((o) => o.started_at)),
    ),
  })
  expect(outcomes.every((o) => o.status === 200 || o.status === 503)).toBe(true)
  expect(Math.max(...outcomes.map((o) => o.ended_at - o.started_at))).toBeLessThan(6_500)
  expect(lastFailure - promotedAt).toBeLessThan(5_000)
  expect(unready.length).toBeGreaterThan(0)
  const readyWhileStale = readiness.outcomes.filter(
    (o) => o.status === 200 && o.started_at > editedAt + 8_000 && o.ended_at < seenAt,
  )
  expect(readyWhileStale).toEqual([])
  expect(player.errors()).toEqual([])

  await app.transact((tx) => enqueue(tx, 'delete_profile_image', { key: 'none' }))
  await expect.poll(() => readJobs(app), { timeout: 10_000 }).toEqual([])
})

test('restarts the job of a killed worker within 10 s', async () => {
  const app = await openTestAppForTest()
  await app.transact((tx) => enqueue(tx, 'delete_account', { member_id: 1 }))
  const child = fork(join(import.meta.dirname, '../../processes/stuck-worker.ts'), [app.owner_url])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  let restartedAt = 0
  const runner = await startJobRunner({
    owner_url: app.owner_url,
    jobs: { delete_account: { run: async () => void (restartedAt = performance.now()) } },
    concurrency: { light: 1 },
    log: createLogger('silent', 'test'),
  })
  onTestFinished(runner.stop)
  const killedAt = performance.now()
  child.kill('SIGKILL')
  await expect.poll(() => restartedAt).toBeGreaterThan(0)
  console.log(`restarted after ${((restartedAt - killedAt) / 1_000).toFixed(1)} s`)
  expect(restartedAt - killedAt).toBeLessThan(10_000)
})
