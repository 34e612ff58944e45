import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import type { Db } from '#server/db/client.ts'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMemberSeries } from './member-series.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app.close())

/** One series with `count` episodes. */
async function makeSeries(count: number) {
  const ids = await makePlayable(
    app,
    Array.from({ length: count }, () => ({})),
  )
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select distinct series_id from episodes where id = any($1)',
    [ids],
  )
  expect(rows.length).toBe(1)
  return { ids, series_id: rows[0]!.series_id }
}
const readContinueWatching = async (member: TestMember, id: number) =>
  (await member.call(endpoints.playback.readMemberSeries, { params: { id } })).continue_watching

test('continues with the episode watched last, and after its end with the next uncompleted one', async () => {
  const member = await makeMember(app)
  const { ids, series_id } = await makeSeries(4)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  expect(await readContinueWatching(member, series_id)).toBeNull()
  await watch(app, member, first, 400)
  expect(await readContinueWatching(member, series_id)).toMatchObject({
    id: first,
    progress: 400,
    runtime: 1_000,
  })
  app.clock.advance(60_000)
  await watch(app, member, third, 950)
  expect(await readContinueWatching(member, series_id)).toMatchObject({ id: fourth, progress: 0 })
  app.clock.advance(60_000)
  // The member returns to an earlier episode.
  await watch(app, member, second, 10)
  expect(await readContinueWatching(member, series_id)).toMatchObject({ id: second, progress: 10 })
  app.clock.advance(60_000)
  await watch(app, member, fourth, 950)
  expect(await readContinueWatching(member, series_id)).toBeNull()
})

test('does not continue with an unreleased episode', async () => {
  const member = await makeMember(app)
  const { ids, series_id } = await makeSeries(2)
  await app.pool.query('update episodes set released_at = $2 where id = $1', [
    ids[1],
    '2026-06-01T00:00:00Z',
  ])
  await watch(app, member, ids[0]!, 950)
  expect(await readContinueWatching(member, series_id)).toBeNull()
  app.clock.advance(40 * 86_400_000)
  const later = await makeMember(app)
  await watch(app, later, ids[0]!, 950)
  expect(await readContinueWatching(later, series_id)).toMatchObject({ id: ids[1], progress: 0 })
})

test('runs two statements for any number of episodes', async () => {
  const member = await makeMember(app)
  const { ids, series_id } = await makeSeries(40)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const result = await readMemberSeries(
    (app.db as unknown as Kysely<unknown>).withPlugin(counting) as unknown as Db,
    { member_id: member.id, profile: { id: member.profile_id, age_limit: '19' } },
    series_id,
    app.clock.now(),
  )
  expect(result?.episodes.map(({ id }) => id)).toEqual(ids)
  expect(statements).toBe(2)
})
