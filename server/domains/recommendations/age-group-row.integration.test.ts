import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trainModel } from './training/train-model.ts'

const { recommendations, studio_recommendations: calls } = endpoints

let app: TestApp
let staff: TestMember
/** Those at the same index are watched by the same profiles, the first by most. The last one is rated 15. */
let works: { id: number; episode_id: number }[] = []
const viewers = 20

/** Creates a member whose session has selected a profile with this limit. */
async function makeViewer(age_limit: string): Promise<TestMember> {
  const member = await makeMember(app)
  await app.pool.query(
    `with profile as (
       insert into profiles (member_id, position, name, age_limit, created_at) values ($1, 2, '둘째', $2, now()) returning id)
     update sessions set profile_id = profile.id from profile where sessions.member_id = $1`,
    [member.id, age_limit],
  )
  return member
}

/** Inserts profiles with a limit; the first `counts[i]` of them watched work i, `daysAgo`. */
async function watchAs(age_limit: string, profiles: number, counts: number[], daysAgo = 3) {
  await app.pool.query(
    `with member as (
       insert into members (email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
       select gen_random_uuid() || '@example.com', '김한편', '', decode(md5(gen_random_uuid()::text), 'hex'), '', now(), now()
       from generate_series(1, $2) returning id
     ) insert into profiles (member_id, position, name, age_limit, created_at)
     select id, 2, '둘째', $1, now() from member`,
    [age_limit, profiles],
  )
  await app.pool.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select p.id, work.episode, work.series, 900, true, $5::timestamptz, $5, current_date, 1
     from (select id, row_number() over (order by id desc) as place from profiles where age_limit = $1 and position = 2) as p
       cross join unnest($2::int[], $3::int[], $4::int[]) as work (series, episode, count)
     where p.place <= work.count`,
    [
      age_limit,
      works.map(({ id }) => id),
      works.map(({ episode_id }) => episode_id),
      works.map((_, index) => counts[index] ?? 0),
      new Date(app.clock.now().getTime() - daysAgo * 86_400_000).toISOString(),
    ],
  )
}

async function train() {
  await trainModel({ ...app, log: createLogger('silent', 'test') })
  await app.server.flushInvalidations()
}

const rowsOf = async (member: TestMember) =>
  (await member.call(recommendations.listPersonalRows, {})).rows.map((row) => ({
    kind: row.kind,
    ids: row.works.map(({ id }) => id),
  }))
const idsOf = async (member: TestMember) =>
  (await rowsOf(member)).find(({ kind }) => kind === 'age_group')?.ids

beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(app, { is_staff: true })
  for (let count = 0; count < 9; count++) {
    const { id, episode_ids } = await makeSeries(app, { age_rating: count === 8 ? '15' : 'ALL' })
    works.push({ id, episode_id: episode_ids[0]! })
  }
  await watchAs('12', viewers, [20, 18, 16, 14, 12, 10, 5, 4, 20])
  await watchAs('7', viewers - 1, [19, 18, 16, 14, 12, 10])
  await watchAs('15', viewers, [20, 18, 16, 14, 12, 10], 31)
  await watchAs('19', viewers, [20, 18, 16, 14, 12, 10])
  await train()
})
afterAll(() => app?.close())

let viewer: TestMember
beforeEach(async () => {
  viewer = await makeViewer('12')
})

const mostWatched = (count: number) => works.slice(0, count).map(({ id }) => id)

test('shows what profiles of the same limit watched most, to a new profile too', async () => {
  // Not the work with four viewers, nor the one above the limit.
  expect(await rowsOf(viewer)).toEqual([{ kind: 'age_group', ids: mostWatched(7) }])
})

test('is missing for groups with too few recent viewers, and without a limit', async () => {
  for (const age_limit of ['7', '15', '19', 'ALL'])
    expect([age_limit, await idsOf(await makeViewer(age_limit))]).toEqual([age_limit, undefined])
})

test('has no refused, excluded or hidden work', async () => {
  const [first = 0, second = 0, third = 0, ...others] = mostWatched(7)
  await viewer.call(recommendations.refuseWork, { body: { series_id: first } })
  expect(await idsOf(viewer)).toEqual([second, third, ...others])
  await staff.call(calls.setOverride, { params: { id: second }, body: { kind: 'excluded' } })
  await app.pool.query('update series set is_hidden = true where id = $1', [third])
  await app.server.flushInvalidations()
  expect(await idsOf(viewer)).toEqual(others)
  await app.pool.query('update series set is_hidden = false where id = $1', [third])
  await staff.call(calls.removeOverride, { params: { id: second } })
  await app.server.flushInvalidations()
})

test('counts for staff as a row of its own', async () => {
  const { rows } = await staff.call(calls.readOverview, {})
  const before = rows.find(({ kind }) => kind === 'age_group')!
  expect(before).toMatchObject({ works: 8, impressions: 0 })
  await viewer.call(recommendations.reportRows, {
    body: { impressions: ['age_group'], clicks: ['age_group'] },
  })
  const after = await staff.call(calls.readOverview, {})
  expect(after.rows).toContainEqual({ kind: 'age_group', works: 8, impressions: 1, clicks: 1 })
})
