import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import type { Db } from '#server/db/client.ts'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMemberSeries } from './member-series.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => world.close())

/** Episodes of one series, `free` of them. */
async function makeSeries(count: number) {
  const ids = await makePlayable(
    world,
    Array.from({ length: count }, () => ({})),
  )
  const { rows } = await world.pool.query<{ series_id: number }>(
    'select distinct series_id from episodes where id = any($1)',
    [ids],
  )
  expect(rows.length).toBe(1)
  return { ids, series_id: rows[0]!.series_id }
}
const goOn = async (member: TestMember, id: number) =>
  (await member.call(endpoints.playback.readSeriesOfMember, { params: { id } })).go_on

test('one goes on with what was begun last, and after its end with the next that is not seen', async () => {
  const member = await makeMember(world)
  const { ids, series_id } = await makeSeries(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  expect(await goOn(member, series_id)).toBeNull()
  await watch(world, member, first, 400)
  expect(await goOn(member, series_id)).toMatchObject({ id: first, progress: 400, runtime: 1_000 })
  world.clock.advance(60_000)
  await watch(world, member, third, 950)
  expect(await goOn(member, series_id)).toMatchObject({ id: fourth, progress: 0 })
  world.clock.advance(60_000)
  // Back at an earlier one: there he is.
  await watch(world, member, second, 10)
  expect(await goOn(member, series_id)).toMatchObject({ id: second, progress: 10 })
  world.clock.advance(60_000)
  await watch(world, member, fourth, 950)
  expect(await goOn(member, series_id)).toBeNull()
})

test('what is not out yet is not gone on with', async () => {
  const member = await makeMember(world)
  const { ids, series_id } = await makeSeries(2)
  await world.pool.query('update episodes set released_at = $2 where id = $1', [
    ids[1],
    '2026-06-01T00:00:00Z',
  ])
  await watch(world, member, ids[0]!, 950)
  expect(await goOn(member, series_id)).toBeNull()
  world.clock.advance(40 * 86_400_000)
  const later = await makeMember(world)
  await watch(world, later, ids[0]!, 950)
  expect(await goOn(later, series_id)).toMatchObject({ id: ids[1], progress: 0 })
})

test('two statements, however many episodes there are', async () => {
  const member = await makeMember(world)
  const { ids, series_id } = await makeSeries(40)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const side = await readMemberSeries(
    (world.db as unknown as Kysely<unknown>).withPlugin(counting) as unknown as Db,
    member.id,
    series_id,
    world.clock.now(),
  )
  expect(side?.episodes.map(({ id }) => id)).toEqual(ids)
  expect(statements).toBe(2)
})
