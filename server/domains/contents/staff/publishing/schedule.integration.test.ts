import { endpoints } from '#contract/index.ts'
import { updateEpisode } from '../../editing/seasons-and-episodes.ts'
import { updateWork } from '../../editing/edit-work.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { createTestCampaign, scheduleTestCampaign } from '#test/fixtures/campaigns.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_publishing: calls } = endpoints
const hour = 3_600_000
const day = 24 * hour

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  // Monday, 10:00 in Seoul.
  app = await openTestApp({ now: '2026-11-16T01:00:00.000Z' })
  staff = await makeMember(app, { is_staff: true, username: '편도현' })
})
afterAll(() => app?.close())

const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const list = (from: number, to: number) =>
  staff.call(calls.listSchedule, { query: { from: at(from), to: at(to) } })
const schedule = (id: number, changes: object) =>
  app.transact((tx) => updateWork(tx, id, { version: 1, changes }, app.clock.now()))
const scheduleEpisode = async (id: number, changes: object) => {
  const { version } = await app.db
    .selectFrom('episodes')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await app.transact((tx) => updateEpisode(tx, id, { version, changes }, app.clock.now()))
}

test('lists what opens, closes and is sent, with what keeps it from being seen', async () => {
  const [three, late, shut] = await Promise.all(
    ['함께 열리는 작품', '회차가 이어지는 작품', '숨긴 작품'].map((title) =>
      makeSeries(app, { title, category_ids: [1] }, [{}, { video_state: 'none' }]),
    ),
  )
  if (!three || !late || !shut) throw new Error('three works')
  await schedule(three.id, { publish_at: at(day), unpublish_at: at(3 * day) })
  const [, second = 0] = late.episode_ids
  await scheduleEpisode(second, { publish_at: at(2 * day) })
  await schedule(shut.id, { is_unpublished: true, publish_at: at(2 * day) })
  const campaign = await createTestCampaign(staff, { title: '새 작품 소식' })
  await scheduleTestCampaign(staff, campaign, at(4 * day))

  const { results, is_truncated } = await list(0, 7 * day)
  expect(is_truncated).toBe(false)
  expect(
    results.map(({ kind, event, id, at: instant, episode_count, issue }) => [
      ...[kind, event, id, instant, episode_count, issue],
    ]),
  ).toEqual([
    ['work', 'opens', three.id, at(day), 2, null],
    ['work', 'opens', shut.id, at(2 * day), 0, 'hidden'],
    ['episode', 'opens', second, at(2 * day), 0, 'no_video'],
    ['work', 'closes', three.id, at(3 * day), 0, null],
    ['campaign', 'sends', campaign.id, at(4 * day), 0, null],
  ])
  expect(results[2]).toMatchObject({
    title: '회차가 이어지는 작품',
    work_id: late.id,
    episode: { season_number: 1, number: 2 },
  })

  // The end of the period is exclusive, its beginning is not.
  expect((await list(0, day)).results).toEqual([])
  expect((await list(day, day + 1)).results).toHaveLength(1)
  // An episode that opens while its work is hidden is not seen either.
  await scheduleEpisode(shut.episode_ids[0] ?? 0, { publish_at: at(2 * day + hour) })
  expect((await list(2 * day + hour, 3 * day)).results).toMatchObject([{ issue: 'work_hidden' }])
})

test('keeps listing what has opened, with no issue', async () => {
  const { id } = await makeSeries(app, { title: '열린 작품', category_ids: [1] }, [])
  await schedule(id, { publish_at: at(hour) })
  expect((await list(hour, 2 * hour)).results).toMatchObject([{ id, issue: 'no_video' }])
  app.clock.advance(2 * hour)
  expect((await list(-hour, 0)).results).toMatchObject([{ id, event: 'opens', issue: null }])
})

test('refuses a period of more than five weeks, or one that ends before it begins', async () => {
  const errorsOf = (from: number, to: number) =>
    list(from, to).then(
      () => [],
      (error: ProblemResponseError) =>
        error.problem.errors.map(({ field, code }) => `${field} ${code}`),
    )
  expect(await errorsOf(0, 35 * day)).toEqual([])
  expect(await errorsOf(0, 35 * day + 1)).toEqual(['to too_big'])
  expect(await errorsOf(0, 0)).toEqual(['to too_small'])
})

test('lists announced works without a film at their date, and after it', async () => {
  const announced = { is_announced: true, category_ids: [1] }
  const [soon, missed, undecided, planned] = await Promise.all(
    [
      ['곧 나올 작품', '2026-12-20'],
      ['늦어진 작품', '2026-11-10'],
      ['언젠가 나올 작품', null],
      ['예약한 작품', '2026-12-21'],
    ].map(([title, released_on]) =>
      makeSeries(app, { ...announced, title: title ?? '', released_on }, [{ video_state: 'none' }]),
    ),
  )
  if (!soon || !missed || !undecided || !planned) throw new Error('four works')
  await scheduleEpisode(planned.episode_ids[0] ?? 0, { publish_at: '2026-12-20T15:00:00.000Z' })
  const listed = async (from: string, to: string) =>
    (
      await staff.call(calls.listSchedule, {
        query: { from: `${from}T15:00:00Z`, to: `${to}T15:00:00Z` },
      })
    ).results.flatMap(({ event, id, at, issue }) =>
      event === 'sends' || event === 'closes' ? [] : [[event, id, at, issue]],
    )
  expect(await listed('2026-12-19', '2026-12-21')).toEqual([
    ['announced', soon.id, '2026-12-19T15:00:00.000Z', 'no_video'],
    ['opens', planned.episode_ids[0], '2026-12-20T15:00:00.000Z', 'no_video'],
  ])
  expect(await listed('2026-11-09', '2026-11-10')).toEqual([
    ['announced', missed.id, '2026-11-09T15:00:00.000Z', 'overdue'],
  ])
})
