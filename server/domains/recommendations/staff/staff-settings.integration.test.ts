import { endpoints } from '#contract/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { armSql, assignArm } from '../experiments/experiment-queries.ts'
import { trainModel } from '../training/train-model.ts'
import { sql } from 'kysely'

const { recommendations, studio, studio_recommendations: calls, watch_history } = endpoints

let app: TestApp
let staff: TestMember
let viewer: TestMember
let works: number[] = []

const like = (member: TestMember, object_id: number) =>
  member.call(watch_history.like, { body: { content_type: 'series', object_id } })
const rowsOf = async (member: TestMember) =>
  (await member.call(recommendations.listPersonalRows, {})).rows.map((row) => ({
    kind: row.kind,
    ids: row.works.map(({ id }) => id),
  }))
const similarTo = async (id: number) =>
  (await app.call(recommendations.listSimilar, { params: { id } })).results.map((work) => work.id)
const actions = async () => {
  const { results } = await staff.call(studio.listAuditLog, { query: {} })
  return results
    .filter(({ kind }) => kind.startsWith('recommendation.'))
    .map(({ kind, subject_name }) => `${kind} ${subject_name}`)
}

beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  staff = await makeMember(app, { is_staff: true })
  viewer = await makeMember(app)
  for (let count = 0; count < 8; count++)
    works.push((await makeSeries(app, { title: `작품 ${count}`, category_ids: [1] })).id)
  for (let count = 0; count < 3; count++) {
    const member = await makeMember(app)
    for (const id of works.slice(0, 7)) await like(member, id)
  }
  await trainModel({ ...app, log: createLogger('silent', 'test') })
  await like(viewer, works[0]!)
})
afterAll(() => app?.close())

test('staff pin and exclude works for everybody, at once and in the log', async () => {
  const [, , excluded = 0, , , , , pinned = 0] = works
  expect((await rowsOf(viewer))[0]!.ids).toContain(excluded)
  await staff.call(calls.setOverride, { params: { id: excluded }, body: { kind: 'excluded' } })
  await staff.call(calls.setOverride, { params: { id: excluded }, body: { kind: 'excluded' } })
  await staff.call(calls.setOverride, { params: { id: pinned }, body: { kind: 'pinned' } })
  await app.server.flushInvalidations()
  const [taste] = await rowsOf(viewer)
  expect(taste!.ids[0]).toBe(pinned)
  expect(taste!.ids).not.toContain(excluded)
  expect(await similarTo(works[0]!)).not.toContain(excluded)
  const { results } = await staff.call(calls.listOverrides, {})
  expect(new Set(results.map(({ series_id, kind }) => `${series_id} ${kind}`))).toEqual(
    new Set([`${pinned} pinned`, `${excluded} excluded`]),
  )

  await staff.call(calls.removeOverride, { params: { id: excluded } })
  await staff.call(calls.removeOverride, { params: { id: pinned } })
  await app.server.flushInvalidations()
  expect((await rowsOf(viewer))[0]!.ids).toContain(excluded)
  expect(await similarTo(works[0]!)).toContain(excluded)
  expect(await actions()).toEqual([
    'recommendation.work_restored 작품 7',
    'recommendation.work_restored 작품 2',
    'recommendation.work_pinned 작품 7',
    'recommendation.work_excluded 작품 2',
  ])
  const again = staff.call(calls.removeOverride, { params: { id: pinned } })
  await expect(again).rejects.toThrow('404 not_found')
  const unknown = staff.call(calls.setOverride, {
    params: { id: 999_999 },
    body: { kind: 'pinned' },
  })
  await expect(unknown).rejects.toThrow('404 not_found')
})

test('a pinned work is in no row of a profile that knows it, refused it, or has no taste yet', async () => {
  const [liked = 0, pinned = 0] = works
  await staff.call(calls.setOverride, { params: { id: liked }, body: { kind: 'pinned' } })
  await staff.call(calls.setOverride, { params: { id: pinned }, body: { kind: 'pinned' } })
  await app.server.flushInvalidations()
  const other = await makeMember(app)
  expect(await rowsOf(other)).toEqual([])
  await like(other, liked)
  await other.call(recommendations.refuseWork, { body: { series_id: pinned } })
  const ids = (await rowsOf(other)).flatMap((row) => row.ids)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids).not.toContain(liked)
  expect(ids).not.toContain(pinned)
  for (const id of [liked, pinned]) await staff.call(calls.removeOverride, { params: { id } })
  await app.server.flushInvalidations()
})

test('counts rows by kind and day, each profile once', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => makeMember(app)))
  await Promise.all(
    members.flatMap((member, index) =>
      Array.from({ length: 10 }, () =>
        member.call(recommendations.reportRows, {
          body: {
            impressions: ['taste', 'because', 'taste'],
            clicks: index === 0 ? ['taste'] : [],
          },
        }),
      ),
    ),
  )
  const overview = await staff.call(calls.readOverview, {})
  expect(overview.public_works).toBe(works.length)
  expect(overview.model?.profile_count).toBe(3)
  expect(overview.rows).toEqual([
    // No profile likes the last work, and all works share its only genre.
    { kind: 'taste', impressions: 4, clicks: 1, works: works.length - 1 },
    { kind: 'because', impressions: 4, clicks: 0, works: works.length - 1 },
    { kind: 'people', impressions: 0, clicks: 0, works: 0 },
    { kind: 'age_group', impressions: 0, clicks: 0, works: 0 },
    { kind: 'again', impressions: 0, clicks: 0, works: null },
  ])
  await app.pool.query('update recommendation_row_stats set day = day - 28')
  await viewer.call(recommendations.reportRows, { body: { impressions: ['taste'], clicks: [] } })
  const later = await staff.call(calls.readOverview, {})
  expect(later.rows[0]).toMatchObject({ impressions: 1, clicks: 0 })
})

describe('an experiment', () => {
  test('assigns the same arms in SQL, evenly and independently', async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => index + 1)
    for (const experiment of [1, 2]) {
      const { rows } = await sql<{ arm: string }>`
        select ${armSql(sql`${experiment}::int`, sql`id`)} as arm
        from unnest(${ids}::int[]) with ordinality as p (id, place) order by place`.execute(app.db)
      const arms = ids.map((id) => assignArm(experiment, id))
      expect(rows.map(({ arm }) => arm)).toEqual(arms)
      const treated = arms.filter((arm) => arm === 'treatment').length
      expect(Math.abs(treated - 1_000)).toBeLessThan(100)
    }
    const both = ids.filter((id) => assignArm(1, id) === assignArm(2, id)).length
    expect(Math.abs(both - 1_000)).toBeLessThan(100)
  })

  test('changes the rows of one arm, and reports the minutes of both', async () => {
    const start = (treatment: 'no_rows' | 'taste_only') =>
      staff.call(calls.startExperiment, { body: { name: '줄 없이', treatment } })
    const outcomes = await Promise.allSettled([start('no_rows'), start('no_rows')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await app.server.flushInvalidations()
    const { results } = await staff.call(calls.listExperiments, {})
    const { id } = results[0]!
    expect(results).toMatchObject([{ name: '줄 없이', ended_at: null, comparison: null }])

    const isTreated = assignArm(id, viewer.profile_id) === 'treatment'
    expect((await rowsOf(viewer)).length === 0).toBe(isTreated)
    const [episode = 0] = await makePlayable(app, [{}])
    const seconds = async () =>
      (
        await app.pool.query<{ seconds: number }>(
          'select seconds from experiment_watch_seconds where experiment_id = $1 and profile_id = $2',
          [id, viewer.profile_id],
        )
      ).rows[0]?.seconds ?? 0
    await watch(app, viewer, episode, 0)
    app.clock.advance(60_000)
    await watch(app, viewer, episode, 60)
    app.clock.advance(60_000)
    await watch(app, viewer, episode, 120)
    // A seek does not count.
    app.clock.advance(1_000)
    await watch(app, viewer, episode, 600)
    expect(await seconds()).toBe(120)

    await staff.call(calls.endExperiment, { params: { id } })
    await staff.call(calls.endExperiment, { params: { id } })
    await app.server.flushInvalidations()
    expect((await rowsOf(viewer)).length).toBeGreaterThan(0)
    app.clock.advance(60_000)
    await watch(app, viewer, episode, 660)
    expect(await seconds()).toBe(120)
    const [ended] = (await staff.call(calls.listExperiments, {})).results
    const arms = ended!.arms
    const own = arms.find(({ arm }) => (arm === 'treatment') === isTreated)!
    expect(own.minutes).toBeCloseTo(2 / own.profiles, 6)
    expect(arms.reduce((sum, { profiles }) => sum + profiles, 0)).toBeGreaterThanOrEqual(5)
    expect((await actions()).slice(0, 2)).toEqual([
      'recommendation.experiment_ended 줄 없이',
      'recommendation.experiment_started 줄 없이',
    ])
    const unknown = staff.call(calls.endExperiment, { params: { id: 999_999 } })
    await expect(unknown).rejects.toThrow('404 not_found')
  })
})
