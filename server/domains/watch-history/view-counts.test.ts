import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { resolveSecret } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { runWatchHistoryMaintenance } from './maintenance.ts'
import { createGuestViews } from './guest-views.ts'

let world: TestApp
beforeAll(async () => {
  // 20:59 in Seoul.
  world = await openTestApp({ now: '2026-05-01T11:59:00Z' })
})
afterAll(() => world.close())

/** The counters of an episode and of its series, once everything is folded in. */
async function viewersOf(id: number) {
  await world.house.visits.drain()
  const tend = () => runWatchHistoryMaintenance(world)
  // Two workers at once count nothing twice.
  await Promise.all([tend(), tend()])
  const { rows } = await world.pool.query<{ episode: number; series: number }>(
    `select e.viewer_count as episode, s.viewer_count as series
     from episodes e join series s on s.id = e.series_id where e.id = $1`,
    [id],
  )
  return [rows[0]?.episode, rows[0]?.series]
}

test('a member counts once a day in Seoul, for the episode and for its series', async () => {
  const [one = 0, two = 0] = await makePlayable(world, [{}, {}])
  const member = await makeMember(world)
  await watch(world, member, one, 10)
  await watch(world, member, one, 20)
  await watch(world, member, two, 10)
  expect(await viewersOf(one)).toEqual([1, 1])
  expect(await viewersOf(two)).toEqual([1, 1])
  // What he deletes does not let him count again.
  const { results } = await member.call(endpoints.watching.listHistories, { query: {} })
  const watch_id = results.map(({ id }) => String(id))
  await member.call(endpoints.watching.deleteHistories, { query: { watch_id } })
  await watch(world, member, one, 30)
  expect(await viewersOf(one)).toEqual([1, 1])
  world.clock.set('2026-05-01T14:59:59Z')
  await watch(world, member, one, 40)
  expect(await viewersOf(one)).toEqual([1, 1])
  world.clock.set('2026-05-01T15:00:00Z')
  await watch(world, member, one, 50)
  expect(await viewersOf(one)).toEqual([2, 2])
})

test('a visitor counts when he is handed a film, once a browser and a day in Seoul', async () => {
  const [id = 0] = await makePlayable(world, [{}])
  await world.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 100, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [id],
  )
  const look = (agent: string) =>
    world.call(endpoints.playback.readVideo, { params: { id }, query: {} }, { 'user-agent': agent })
  // In the morning in Seoul, while it is the day before in Greenwich.
  world.clock.set('2026-05-03T23:59:00Z')
  for (const agent of ['Chrome/1 Windows', 'Chrome/1 Windows', 'Firefox/1 Linux']) await look(agent)
  expect(await viewersOf(id)).toEqual([2, 2])
  world.clock.advance(2 * 60_000)
  await look('Firefox/1 Linux')
  expect(await viewersOf(id)).toEqual([2, 2])
  world.clock.set('2026-05-04T15:00:00Z')
  await look('Firefox/1 Linux')
  expect(await viewersOf(id)).toEqual([3, 3])
})

/** An episode with a film, free to play. */
async function playableFilm() {
  const [id = 0] = await makePlayable(world, [{}])
  await world.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 100, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [id],
  )
  const { rows } = await world.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [id],
  )
  return { episode_id: id, series_id: rows[0]?.series_id ?? 0 }
}

describe('visitors of one network', () => {
  const visits = () =>
    createGuestViews({
      ...{ transact: world.transact, clock: world.clock },
      sealing: createEncryption(resolveSecret(world.config, 'encryption')),
      log: createLogger('silent', 'test'),
    })

  it('count five times an episode and day, however many sessions they open', async () => {
    const { episode_id } = await playableFilm()
    for (let n = 0; n < 12; n++) {
      const browser = createGuestClient(world)
      await browser.call(endpoints.accounts.beginPasskeyLogin, {})
      await browser.call(endpoints.playback.readVideo, { params: { id: episode_id }, query: {} })
    }
    expect(await viewersOf(episode_id)).toEqual([5, 5])
    const { rows } = await world.pool.query<{ amount: number }>(
      `select sum(amount)::int as amount from figure_tallies where measure = 'plays' and episode_id = $1`,
      [episode_id],
    )
    expect(rows[0]?.amount).toBe(5)
  })

  it('count five times when several processes write at once', async () => {
    const film = await playableFilm()
    const processes = Array.from({ length: 4 }, visits)
    for (const [at, process] of processes.entries())
      for (let n = 0; n < 5; n++)
        process.record({ address: '203.0.113.9', device: '', session_id: at * 100 + n }, film)
    await Promise.all(processes.map((process) => process.drain()))
    expect(await viewersOf(film.episode_id)).toEqual([5, 5])
  })

  it('leave the allowances of other networks, episodes and days alone', async () => {
    const [film, other] = [await playableFilm(), await playableFilm()]
    const process = visits()
    const look = async (address: string, what: typeof film, times = 7) => {
      for (let n = 0; n < times; n++)
        process.record({ address, device: `device ${n}`, session_id: undefined }, what)
      await process.drain()
    }
    await look('203.0.113.10', film)
    await look('203.0.113.11', film)
    // Addresses of one IPv6 network are one household.
    for (const host of [1, 2, 3]) await look(`2001:db8:1:2::${host}`, film)
    expect(await viewersOf(film.episode_id)).toEqual([15, 15])
    await look('203.0.113.10', other, 1)
    expect(await viewersOf(other.episode_id)).toEqual([1, 1])
    world.clock.advance(24 * 3_600_000)
    await look('203.0.113.10', film, 2)
    expect(await viewersOf(film.episode_id)).toEqual([17, 17])
  })

  it('do not use up what members count', async () => {
    const film = await playableFilm()
    const process = visits()
    for (let n = 0; n < 9; n++)
      process.record({ address: '127.0.0.1', device: '', session_id: 9_000 + n }, film)
    await process.drain()
    await watch(world, await makeMember(world), film.episode_id, 10)
    expect(await viewersOf(film.episode_id)).toEqual([6, 6])
  })
})
