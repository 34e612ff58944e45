import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { type ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_reviews, reviews, contents, studio } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const actsOf = async (subject_kind: string, subject_id: number) =>
  (await staff.call(studio.listAuditLog, { query: { subject_kind, subject_id } })).results.map(
    ({ kind }) => kind,
  )

test('a reported review is hidden or kept; averages follow, and either decision is reversible', async () => {
  const [episode = 0] = await makePlayable(app, [{}])
  const { series } = await app.call(contents.readEpisode, { params: { id: episode } })
  const write = async (rating: number) => {
    const member = await makeMember(app)
    const { rows } = await app.pool.query<{ id: number }>(
      `insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
       values ($1, $2, $3, '욕설이에요', false, $4, $4) returning id`,
      [member.profile_id, series.id, rating * 2, app.clock.now()],
    )
    return rows[0]?.id ?? 0
  }
  const [bad, good] = [await write(1), await write(5)]
  const report = async (id: number, reason: 'abuse' | 'spoiler') =>
    (await makeMember(app)).call(reviews.reportReview, { params: { id }, body: { reason } })
  await report(good, 'spoiler')
  for (const reason of ['abuse', 'abuse', 'spoiler'] as const) await report(bad, reason)
  const queue = async (report_state: 'reported' | 'hidden' = 'reported') =>
    (await staff.call(studio_reviews.listReportedReviews, { query: { report_state } })).results
  expect(await queue()).toMatchObject([
    {
      id: bad,
      username: '김*편',
      report_count: 3,
      work: { title: series.title },
      reports: [
        { reason: 'abuse', count: 2 },
        { reason: 'spoiler', count: 1 },
      ],
    },
    { id: good, report_count: 1 },
  ])
  const average = async () =>
    (await app.call(contents.readSeries, { params: { id: series.id } })).rating_average
  const judge = (id: number, verdict: 'hide' | 'show' | 'keep' | 'reopen', reason?: string) =>
    refusal(
      staff.call(studio_reviews.moderateReview, {
        params: { id },
        body: { verdict, ...(reason ? { reason } : {}) },
      }),
    )
  await expect.poll(average).toBe(3)
  expect(await judge(bad, 'hide')).toBe('invalid_request')
  const hidings = await Promise.all([1, 2, 3, 4].map(() => judge(bad, 'hide', '욕설')))
  expect(hidings.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done'])
  await expect.poll(average).toBe(5)
  expect(await queue('hidden')).toMatchObject([{ id: bad, hidden_reason: '욕설' }])
  expect(await judge(bad, 'show')).toBe('done')
  await expect.poll(average).toBe(3)
  expect(await judge(good, 'keep')).toBe('done')
  expect((await queue()).map(({ id }) => id)).toEqual([bad])
  expect(await judge(good, 'keep')).toBe('conflict')
  expect(await judge(good, 'reopen')).toBe('done')
  expect((await queue()).map(({ id }) => id)).toEqual([bad, good])
  expect(await actsOf('review', bad)).toEqual(['review.shown', 'review.hidden'])
  expect(await actsOf('review', good)).toEqual(['review.reopened', 'review.reports_dismissed'])
})
