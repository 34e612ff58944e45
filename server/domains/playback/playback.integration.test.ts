import { endpoints } from '#contract/index.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// `playback-access.test.ts` tests access decisions; the media domain tests that films play.

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app.close())

const problemOf = (id: number) =>
  app.call(endpoints.playback.readVideo, { params: { id }, query: {} }).then(
    () => undefined,
    (error: { problem?: Record<string, unknown> }) => error.problem ?? Promise.reject(error),
  )

const plans = [
  { name: '베이직', price: 7900, max_height: 720, streams: 1 },
  { name: '스탠다드', price: 10900, max_height: 1080, streams: 2 },
  { name: '프리미엄', price: 13900, max_height: 1080, streams: 4 },
]

test('offers a guest the purchase and the plans of a paid episode', async () => {
  const [both = 0, sold = 0, plan = 0] = await makeEpisodes(app, [
    { is_free: false, price: 1500, in_subscription: true },
    { is_free: false, price: 900, in_subscription: false },
    { is_free: false, price: 0, in_subscription: true },
  ])
  const refused = { status: 401, code: 'authentication_required' }
  expect(await problemOf(both)).toMatchObject({
    ...refused,
    purchase_options: { price: 1500, ownership_type_id: 3, plans },
  })
  expect(await problemOf(sold)).toMatchObject({
    ...refused,
    purchase_options: { price: 900, ownership_type_id: 3, plans: [] },
  })
  expect(await problemOf(plan)).toMatchObject({
    ...refused,
    purchase_options: { price: null, ownership_type_id: null, plans },
  })
})

test('refuses an episode that is not ready without offers', async () => {
  const [none = 0, later = 0] = await makeEpisodes(app, [
    { video_state: 'none' },
    { is_free: false, price: 900, released_at: '2026-05-01T12:00:01Z' },
  ])
  for (const id of [none, later]) {
    const problem = await problemOf(id)
    expect(problem).toMatchObject({ status: 409, code: 'video_not_ready' })
    expect(problem).not.toHaveProperty('purchase_options')
  }
})

test('reports the encoding progress of a film', async () => {
  const [id = 0] = await makeEpisodes(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, progress) values ('encoding', 'film.mp4', 0.25) returning id)
     update episodes set asset_id = asset.id, video_state = 'preparing' from asset where episodes.id = $1`,
    [id],
  )
  expect(await problemOf(id)).toMatchObject({
    code: 'video_not_ready',
    encoding: { progress: 0.25 },
  })
})

test('resumes a member at the saved position, and starts guests and completed films at 0', async () => {
  const [id = 0] = await makePlayable(app, [{}], 100)
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ending_start, ready_at)
       values ('ready', 'film.mp4', 100, 'horizontal', 80, now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [id],
  )
  const member = await makeMember(app)
  const resumeAt = async (caller: Pick<TestApp, 'call'>) =>
    (await caller.call(endpoints.playback.readVideo, { params: { id }, query: {} })).resume_at
  expect(await resumeAt(member)).toBe(0)
  await watch(app, member, id, 42)
  expect([await resumeAt(member), await resumeAt(app)]).toEqual([42, 0])
  await watch(app, member, id, 80)
  expect(await resumeAt(member)).toBe(0)
})

test('requires sign-in for an adult work before any offer', async () => {
  const [id = 0] = await makeEpisodes(app, [
    { series: { age_rating: '19' }, is_free: false, price: 900 },
  ])
  const problem = await problemOf(id)
  expect(problem).toMatchObject({ status: 401, code: 'authentication_required' })
  expect(problem).not.toHaveProperty('purchase_options')
})

test('answers hidden and absent episodes alike', async () => {
  const [hidden = 0] = await makeEpisodes(app, [{ is_hidden: true }])
  const [below = 0] = await makeEpisodes(app, [{ series: { is_hidden: true } }])
  const problems = await Promise.all([hidden, below, 987_654_321].map(problemOf))
  const alike = problems.map((problem) => ({ ...problem, request_id: '' }))
  expect(alike[0]).toMatchObject({ status: 404, code: 'not_found' })
  expect(alike[1]).toEqual(alike[0])
  expect(alike[2]).toEqual(alike[0])
})
