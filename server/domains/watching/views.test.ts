import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/members.ts'
import { makePlayable, watch } from '#test/watching.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tendWatching } from './tend.ts'

let world: World
beforeAll(async () => {
  // 20:59 in Seoul.
  world = await openWorld({ now: '2026-05-01T11:59:00Z' })
})
afterAll(() => world.close())

/** The counters of an episode and of its series, once everything is folded in. */
async function viewersOf(id: number) {
  await world.house.visits.drain()
  const tend = () => tendWatching(world)
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
