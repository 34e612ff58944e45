// hard: each trial starts etcd, three nodes of Patroni, HAProxy, a server and a worker.
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { reasonToSkip } from '#test/hard/reason-to-skip.ts'
import { startWorker } from '#test/processes/worker-process.ts'
import {
  type ClusterNode,
  openPatroniCluster,
  type PatroniCluster,
} from '#test/services/patroni/patroni-cluster.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Outcome, play, repeat, status } from './steady-load.ts'

const noPatroni = reasonToSkip({ packages: ['patroni', 'etcd-server', 'haproxy'] })
if (noPatroni) console.log(`on three nodes of Patroni: ${noPatroni}`)

/** Requests a second of each kind. */
const rate = 30
/** On an idle machine 15 and 20 s; a slow one takes longer, and a session that stays on the former primary minutes. */
const maxUnavailableMs = 30_000
const maxSessionsMs = 40_000

async function openSite() {
  const cluster = await openPatroniCluster()
  const { database, replica_url } = cluster
  const app = await openTestApp({ database, replica_url })
  onTestFinished(app.close)
  const worker = await startWorker(app, { LOG_LEVEL: 'silent' })
  onTestFinished(async () => void (await worker.end('SIGKILL')))
  return { cluster, app }
}

/** The longest time from a failed request to the next one that succeeds. */
function longestOutage(outcomes: readonly Outcome[], isFailure: (status: number) => boolean) {
  let longest = 0
  let since: number | undefined
  for (const { started_at, status } of outcomes.toSorted((a, b) => a.started_at - b.started_at)) {
    if (isFailure(status)) since ??= started_at
    else if (since !== undefined) {
      longest = Math.max(longest, started_at - since)
      since = undefined
    }
  }
  return since === undefined ? longest : Infinity
}

/** Commits numbered rows on the primary. @returns those whose commit was acknowledged */
function commitRows(app: TestApp) {
  const acknowledged: number[] = []
  const day = new Date().toISOString().slice(0, 10)
  let next = 0
  const { outcomes, stop } = repeat(1_000 / rate, async () => {
    const n = ++next
    try {
      await app.transact((tx) =>
        tx
          .insertInto('search_misses')
          .values({ term: `row ${n}`, day })
          .execute(),
      )
      acknowledged.push(n)
      return 200
    } catch {
      return 503
    }
  })
  return { acknowledged, outcomes, stop }
}

/** The sessions and locks of the server and the worker on a node. */
const readSessions = (node: ClusterNode, database: string) =>
  node.ask(
    database,
    `select
       count(distinct a.pid) filter (where a.application_name = 'hanpyeon notifications')::int as listeners,
       count(distinct a.pid) filter (where l.classid = ${lockClasses.process})::int as processes,
       count(distinct a.pid) filter (where l.classid = ${lockClasses.worker})::int as workers
     from pg_stat_activity a left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted
     where a.datname = current_database()`,
  )

describe.skipIf(noPatroni)('on three nodes of Patroni', () => {
  test.for<[string, (cluster: PatroniCluster, primary: ClusterNode) => unknown]>([
    ['is killed', (_cluster, primary) => primary.kill()],
    ['freezes', (_cluster, primary) => primary.freeze()],
    ['is cut off', (_cluster, primary) => primary.cut()],
    ['is switched over', (cluster) => cluster.switchOver()],
  ])('serves without lost commits when the primary %s', async ([name, fail]) => {
    const { cluster, app } = await openSite()
    const database = new URL(app.url).pathname.slice(1)
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(app)))
    const [episode_id = 0] = await makePlayable(app, [{}])
    const page = `/api/contents/episodes/${episode_id}/`
    await app.fetch(page)
    await app.transact((tx) => consumeRateLimit(tx, ['purchases', 1], app.clock.now()))
    const former = (await cluster.findPrimary())!
    const player = await play(app, members[0]!, episode_id)
    let next = 0
    const publicReads = repeat(1_000 / rate, () => status(app.fetch(page)))
    const writes = repeat(1_000 / rate, () => {
      const member = members[next++ % members.length]!
      const body = JSON.stringify({ username: `이름 ${next}` })
      const headers = { 'content-type': 'application/json' }
      return status(member.fetch('/api/accounts/me/', { method: 'PATCH', body, headers }))
    })
    const rows = commitRows(app)
    await expect.poll(() => player.saved()).toBeGreaterThan(1)
    await pause(2_000)

    const failedAt = performance.now()
    await fail(cluster, former)
    const primary = await vi.waitUntil(() => cluster.findPrimary(former), {
      timeout: 60_000,
      interval: 100,
    })
    const promotedAt = performance.now()
    const sessions = { listeners: 2, processes: 2, workers: 1 }
    await expect
      .poll(() => readSessions(primary, database), { timeout: 60_000, interval: 100 })
      .toEqual([expect.objectContaining(sessions)])
    const sessionsAt = performance.now()
    // Well again: until 10 s after the promotion.
    await pause(Math.max(0, promotedAt + 10_000 - performance.now()))
    player.stop()
    await Promise.all([publicReads.stop(), writes.stop(), rows.stop()])
    await expect.poll(() => player.saved()).toBe(player.sent())

    const kept = await primary.ask(database, 'select term from search_misses')
    const keptRows = new Set(kept.map(({ term }) => term))
    const lost = rows.acknowledged.filter((n) => !keptRows.has(`row ${n}`))
    const limits = await primary.ask(database, 'select bucket, count from rate_limits')
    const isFailure = (code: number) => code !== 200
    const seconds = (ms: number) => Number((ms / 1_000).toFixed(1))
    const unavailable_ms = Math.max(
      longestOutage(writes.outcomes, isFailure),
      longestOutage(rows.outcomes, isFailure),
    )
    const all = [...publicReads.outcomes, ...writes.outcomes]
    console.log(`the primary ${name}:`, {
      promoted_after_s: seconds(promotedAt - failedAt),
      sessions_after_s: seconds(sessionsAt - failedAt),
      writes_unavailable_s: seconds(unavailable_ms),
      reads_unavailable_s: seconds(longestOutage(publicReads.outcomes, isFailure)),
      slowest_s: seconds(Math.max(...all.map((o) => o.ended_at - o.started_at))),
      statuses: Object.fromEntries(
        [...Map.groupBy(all, (o) => o.status)].map(([code, { length }]) => [code, length]),
      ),
      acknowledged: rows.acknowledged.length,
      lost: lost.length,
    })
    expect(rows.acknowledged.length).toBeGreaterThan(rate)
    expect(lost).toEqual([])
    expect(limits).toEqual([{ bucket: 'purchases:1', count: 1 }])
    expect(all.filter((o) => o.status !== 200 && o.status !== 503)).toEqual([])
    expect(unavailable_ms).toBeLessThan(maxUnavailableMs)
    expect(longestOutage(publicReads.outcomes, isFailure)).toBe(0)
    expect(sessionsAt - failedAt).toBeLessThan(maxSessionsMs)
    expect(player.errors()).toEqual([])
  })
})
