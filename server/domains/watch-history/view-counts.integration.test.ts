import { endpoints } from '#contract/index.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { resolveSecret } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { runWatchHistoryMaintenance } from './registration.ts'
import { createGuestViews } from './guest-views.ts'

let app: TestApp
beforeAll(async () => {
  // 20:59 in Seoul.
  app = await openTestApp({ now: '2026-05-01T11:59:00Z' })
})
afterAll(() => app.close())

/** The counters of an episode and its series after aggregation. */
async function viewersOf(id: number) {
  await app.server.guestViews.drain()
  const runMaintenance = () => runWatchHistoryMaintenance(app)
  // Concurrent workers must not count twice.
  await Promise.all([runMaintenance(), runMaintenance()])
  const { rows } = await app.pool.query<{ episode: number; series: number }>(
    `select e.viewer_count as episode, s.viewer_count as series
     from episodes e join series s on s.id = e.series_id where e.id = $1`,
    [id],
  )
  return [rows[0]?.episode, rows[0]?.series]
}

test('counts a member once a day in Seoul, for the episode and its series', async () => {
  const [first = 0, second = 0] = await makePlayable(app, [{}, {}])
  const member = await makeMember(app)
  await watch(app, member, first, 10)
  await watch(app, member, first, 20)
  await watch(app, member, second, 10)
  expect(await viewersOf(first)).toEqual([1, 1])
  expect(await viewersOf(second)).toEqual([1, 1])
  // Deleting the history does not count the member again.
  const { results } = await member.call(endpoints.watch_history.listWatchHistory, { query: {} })
  const watch_id = results.map(({ id }) => String(id))
  await member.call(endpoints.watch_history.deleteWatchHistory, { query: { watch_id } })
  await watch(app, member, first, 30)
  expect(await viewersOf(first)).toEqual([1, 1])
  app.clock.set('2026-05-01T14:59:59Z')
  await watch(app, member, first, 40)
  expect(await viewersOf(first)).toEqual([1, 1])
  app.clock.set('2026-05-01T15:00:00Z')
  await watch(app, member, first, 50)
  expect(await viewersOf(first)).toEqual([2, 2])
})

test('counts a guest at playback, once for each browser and day in Seoul', async () => {
  const [id = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 100, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [id],
  )
  const recordViews = (agent: string) =>
    app.call(endpoints.playback.readVideo, { params: { id }, query: {} }, { 'user-agent': agent })
  // Morning in Seoul, still the previous day in UTC.
  app.clock.set('2026-05-03T23:59:00Z')
  for (const agent of ['Chrome/1 Windows', 'Chrome/1 Windows', 'Firefox/1 Linux'])
    await recordViews(agent)
  expect(await viewersOf(id)).toEqual([2, 2])
  app.clock.advance(2 * 60_000)
  await recordViews('Firefox/1 Linux')
  expect(await viewersOf(id)).toEqual([2, 2])
  app.clock.set('2026-05-04T15:00:00Z')
  await recordViews('Firefox/1 Linux')
  expect(await viewersOf(id)).toEqual([3, 3])
})

/** A free episode with a video. */
async function makePlayableEpisode() {
  const [id = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 100, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [id],
  )
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [id],
  )
  return { episode_id: id, series_id: rows[0]?.series_id ?? 0 }
}

describe('guests of one network', () => {
  const createProcess = () =>
    createGuestViews({
      transact: app.transact,
      clock: app.clock,
      encryption: createEncryption(resolveSecret(app.config, 'encryption')),
      log: createLogger('silent', 'test'),
    })

  it('count at most five times for an episode and day, regardless of sessions', async () => {
    const { episode_id } = await makePlayableEpisode()
    for (let n = 0; n < 12; n++) {
      const browser = createGuestClient(app)
      await browser.call(endpoints.accounts.createSignInPasskeyOptions, {})
      await browser.call(endpoints.playback.readVideo, { params: { id: episode_id }, query: {} })
    }
    expect(await viewersOf(episode_id)).toEqual([5, 5])
    const { rows } = await app.pool.query<{ amount: number }>(
      `select sum(amount)::int as amount from stat_deltas where metric = 'plays' and episode_id = $1`,
      [episode_id],
    )
    expect(rows[0]?.amount).toBe(5)
  })

  it('count at most five times with concurrent processes', async () => {
    const episode = await makePlayableEpisode()
    const processes = Array.from({ length: 4 }, createProcess)
    for (const [index, process] of processes.entries())
      for (let n = 0; n < 5; n++)
        process.record({ address: '203.0.113.9', device: '', session_id: index * 100 + n }, episode)
    await Promise.all(processes.map((process) => process.drain()))
    expect(await viewersOf(episode.episode_id)).toEqual([5, 5])
  })

  it('do not affect other networks, episodes and days', async () => {
    const [episode, other] = [await makePlayableEpisode(), await makePlayableEpisode()]
    const process = createProcess()
    const recordViews = async (address: string, content: typeof episode, times = 7) => {
      for (let n = 0; n < times; n++)
        process.record({ address, device: `device ${n}`, session_id: undefined }, content)
      await process.drain()
    }
    await recordViews('203.0.113.10', episode)
    await recordViews('203.0.113.11', episode)
    // Addresses of one IPv6 /48 count as one network.
    for (const line of [1, 2, 3]) await recordViews(`2001:db8:1:${line}::1`, episode)
    expect(await viewersOf(episode.episode_id)).toEqual([15, 15])
    await recordViews('203.0.113.10', other, 1)
    expect(await viewersOf(other.episode_id)).toEqual([1, 1])
    app.clock.advance(24 * 3_600_000)
    await recordViews('203.0.113.10', episode, 2)
    expect(await viewersOf(episode.episode_id)).toEqual([17, 17])
  })

  it('do not limit members', async () => {
    const episode = await makePlayableEpisode()
    const process = createProcess()
    for (let n = 0; n < 9; n++)
      process.record({ address: '127.0.0.1', device: '', session_id: 9_000 + n }, episode)
    await process.drain()
    await watch(app, await makeMember(app), episode.episode_id, 10)
    expect(await viewersOf(episode.episode_id)).toEqual([6, 6])
  })
})

test('ranks the works of the last 24 hours by recent views, and the others by all views', async () => {
  const made = await Promise.all(
    [0, 0, 5_000_000, 4_000_000].map((viewer_count) => makeSeries(app, { viewer_count })),
  )
  const [recent = 0, earlier = 0, popular = 0, second = 0] = made.map(({ id }) => id)
  const now = app.clock.now()
  const hour = (ago: number) => new Date(now.getTime() - ago * 3_600_000).toISOString()
  await app.pool.query(
    `insert into hourly_views (hour, series_id, count) values ($1, $4, 10), ($2, $5, 30), ($3, $6, 1000)`,
    [hour(1), hour(20), hour(25), recent, earlier, second],
  )
  await app.pool.query(
    `insert into view_count_deltas (content_type, object_id, count) values ('series', $1, 5)`,
    [recent],
  )
  await runWatchHistoryMaintenance(app)
  const { results } = await app.call(endpoints.contents.listTrending, { query: { limit: 50 } })
  const own = new Set(made.map(({ id }) => id))
  expect(results.map(({ id }) => id).filter((id) => own.has(id))).toEqual([
    ...[recent, earlier, popular, second],
  ])
  const { rows } = await app.pool.query(
    'select sum(count)::int as count from hourly_views where series_id = $1',
    [recent],
  )
  expect(rows).toEqual([{ count: 15 }])
})
