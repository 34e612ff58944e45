import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { runWatchHistoryMaintenance } from '#server/domains/watch-history/registration.ts'
import { aggregateStats, runAnalyticsMaintenance } from './aggregation-queries.ts'
import { expect, test } from 'vitest'

const { studio_analytics } = endpoints
/** A millisecond before midnight in Seoul. */
const late = '2026-11-20T14:59:59.999Z'

async function openAnalyticsApp(now = late) {
  const app = await openTestAppForTest({ now })
  const staff = await makeMember(app, { is_staff: true })
  return {
    app,
    staff,
    aggregate: () => runAnalyticsMaintenance(app),
    days: async (from: string, to: string) =>
      (await staff.call(studio_analytics.listDays, { query: { from, to } })).results,
    works: async (query: object) =>
      (await staff.call(studio_analytics.listWorks, { query })).results,
  }
}

/** Plays for `seconds`, with a progress update every 30 seconds. */
async function playOn(
  app: TestApp,
  member: TestMember,
  episode: number,
  from: number,
  seconds: number,
) {
  for (let at = from; at <= from + seconds; at += 30) {
    await watch(app, member, episode, at)
    app.clock.advance(30_000)
  }
}

test('assigns plays and minutes to the day in Seoul on which they happened', async () => {
  const { app, days, works, aggregate } = await openAnalyticsApp()
  const [episode = 0] = await makePlayable(app, [{}])
  const member = await makeMember(app)
  await watch(app, member, episode, 0)
  const before = await days('2026-11-20', '2026-11-21')
  expect(before.map(({ day, plays }) => [day, plays])).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 0],
  ])
  app.clock.advance(1)
  expect(app.clock.now().toISOString()).toBe('2026-11-20T15:00:00.000Z')
  // No playback is possible in a millisecond: a tolerance of two seconds applies.
  await playOn(app, member, episode, 1, 120)
  const expected = [
    { day: '2026-11-20', plays: 1, minutes: 0 },
    { day: '2026-11-21', plays: 1, minutes: 2 },
  ]
  expect(await days('2026-11-20', '2026-11-21')).toMatchObject(expected)
  // Aggregation gives the same result and counts no play twice.
  await Promise.all([aggregate(), aggregate()])
  expect((await app.pool.query('select from stat_deltas')).rowCount).toBe(0)
  expect(await days('2026-11-20', '2026-11-21')).toMatchObject(expected)
  expect(await works({ from: '2026-11-20', to: '2026-11-20' })).toMatchObject([
    { plays: 1, minutes: 0 },
  ])
  expect(await works({ from: '2026-11-20', to: '2026-11-21', by: 'minutes' })).toMatchObject([
    { plays: 2, minutes: 2 },
  ])
})

test('excludes skipped parts and repeated parts from watched minutes', async () => {
  const { app, days } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [episode = 0] = await makePlayable(app, [{}])
  const member = await makeMember(app)
  await playOn(app, member, episode, 0, 60)
  await watch(app, member, episode, 900)
  app.clock.advance(5_000)
  await playOn(app, member, episode, 905, 60)
  // Seek back to the start.
  await watch(app, member, episode, 10)
  app.clock.advance(5_000)
  await playOn(app, member, episode, 15, 60)
  const [day] = await days('2026-11-20', '2026-11-20')
  expect(day?.minutes).toBe(3)
})

test('counts the play of a guest without minutes', async () => {
  const { app, days } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [episode_id = 0] = await makePlayable(app, [{}])
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode_id],
  )
  const { countViews } = await import('#server/domains/watch-history/view-count-queries.ts')
  const view = { viewer_key: -7, series_id: rows[0]!.series_id, episode_id }
  for (let time = 0; time < 2; time++)
    await app.transact((tx) => countViews(tx, [view], app.clock.now()))
  await runWatchHistoryMaintenance(app)
  expect(await days('2026-11-20', '2026-11-20')).toMatchObject([{ plays: 1, minutes: 0 }])
})

test('counts each tally once when two servers aggregate at the same time', async () => {
  const { app, days, works } = await openAnalyticsApp()
  const episodes: number[] = []
  while (episodes.length < 8) episodes.push(...(await makePlayable(app, [{}])))
  await app.pool.query(
    `insert into stat_deltas (day, metric, episode_id, amount)
     select '2026-11-19', 'plays', ($1::int[])[1 + at % 8], 1 from generate_series(1, 60000) as at order by random()`,
    [episodes],
  )
  const folded = await Promise.all(
    Array.from({ length: 4 }, async () => {
      let count = 0
      for (let some = 1; some > 0; count += some) some = await app.transact(aggregateStats)
      return count
    }),
  )
  // The staff member requesting the statistics is counted too.
  expect(folded.reduce((sum, count) => sum + count)).toBe(60_001)
  expect(await days('2026-11-19', '2026-11-19')).toMatchObject([{ plays: 60_000 }])
  const workRows = await works({ from: '2026-11-19', to: '2026-11-19', limit: 100 })
  expect(workRows.map(({ plays }) => plays)).toEqual(Array.from({ length: 8 }, () => 7_500))
})

test('sums the days of a range across month boundaries', async () => {
  const { app, works, days } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [episode = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `insert into stat_deltas (day, metric, episode_id, amount)
     select d::date, 'plays', $1, 1 + extract(day from d) from generate_series('2025-11-01'::date, '2026-11-20', '1 day') d`,
    [episode],
  )
  await runAnalyticsMaintenance(app)
  for (const [from, to] of [
    ['2026-11-20', '2026-11-20'],
    ['2026-11-01', '2026-11-20'],
    ['2026-10-31', '2026-11-01'],
    ['2026-09-30', '2026-10-31'],
    ['2026-09-01', '2026-09-30'],
    ['2026-08-15', '2026-08-20'],
    ['2026-02-28', '2026-03-01'],
    ['2025-11-15', '2026-11-20'],
  ] as const) {
    const sum = (await days(from, to)).reduce((all, { plays }) => all + plays, 0)
    expect((await works({ from, to }))[0]?.plays, `${from}–${to}`).toBe(sum)
  }
  const [work] = await works({})
  const other = work?.kind === 'film' ? 'series' : 'film'
  expect(await works({ kind: work?.kind })).toEqual([work])
  expect(await works({ kind: other })).toEqual([])
})

test('rejects ranges that end before they start or exceed 400 days', async () => {
  const { staff, days } = await openAnalyticsApp()
  expect(await days('2025-10-17', '2026-11-20')).toHaveLength(400)
  for (const query of [
    { from: '2025-10-16', to: '2026-11-20' },
    { from: '2026-11-20', to: '2026-11-19' },
  ])
    await expect(staff.call(studio_analytics.listDays, { query })).rejects.toMatchObject({
      problem: { code: 'invalid_request', errors: [{ field: 'to' }] },
    })
})

test('counts viewers whose stream slot is still active', async () => {
  const { app, staff } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [id = 0] = await makePlayable(app, [{}])
  const member = await makeMember(app)
  const body = { player: 'a-tab-of-this-test' }
  await member.call(endpoints.playback.startStream, { params: { id }, body })
  const viewers = async () => (await staff.call(studio_analytics.readOverview, {})).viewers_now
  expect(await viewers()).toBe(1)
  app.clock.advance(10 * 60_000)
  expect(await viewers()).toBe(0)
})

test('shows today next to yesterday and the same day of last week', async () => {
  const { app, staff } = await openAnalyticsApp('2026-11-20T16:00:00.000Z')
  await app.pool.query(
    `insert into stat_deltas (day, metric, amount) values
     ('2026-11-21', 'plays', 3), ('2026-11-20', 'plays', 5), ('2026-11-14', 'plays', 7), ('2026-11-07', 'plays', 11)`,
  )
  const overview = await staff.call(studio_analytics.readOverview, {})
  expect(overview).toMatchObject({
    today: { day: '2026-11-21', plays: 3 },
    yesterday: { day: '2026-11-20', plays: 5 },
    week_ago: { day: '2026-11-14', plays: 7 },
  })
  expect(overview.recent).toHaveLength(15)
  expect(overview.recent[0]).toMatchObject({ day: '2026-11-07', plays: 11 })
})

test('counts player errors by day, code, episode and browser without identifying the viewer', async () => {
  const { app, staff, days, aggregate } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [episode_id = 0] = await makePlayable(app, [{}])
  const chrome =
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const report = (code: 'network' | 'media', detail: string) =>
    app.call(
      studio_analytics.reportPlayerError,
      { body: { episode_id, code, detail } },
      { 'user-agent': chrome },
    )
  await report('network', 'manifestLoadError 500')
  app.clock.advance(60_000)
  await report('network', 'fragLoadError 503')
  await report('media', 'bufferAppendError')
  await expect(
    app.call(studio_analytics.reportPlayerError, {
      body: { episode_id: 2_147_483_647, code: 'media' },
    }),
  ).rejects.toMatchObject({ problem: { code: 'not_found' } })
  await Promise.all([aggregate(), aggregate()])
  await aggregate()
  expect(await days('2026-11-20', '2026-11-20')).toMatchObject([{ player_errors: 3 }])
  const { count, results } = await staff.call(studio_analytics.listPlayerErrors, { query: {} })
  expect(count).toBe(2)
  expect(results[0]).toMatchObject({
    code: 'network',
    episode_id,
    count: 2,
    browser: 'Chrome · Linux',
    detail: 'fragLoadError 503',
    last_seen_at: app.clock.now().toISOString(),
  })
})

test('rate limits player error reports per address', async () => {
  const app = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const [episode_id = 0] = await makePlayable(app, [{}])
  const report = () =>
    app.call(studio_analytics.reportPlayerError, { body: { episode_id, code: 'network' } })
  for (let time = 0; time < 30; time++) await report()
  await expect(report()).rejects.toMatchObject({ problem: { code: 'rate_limited' } })
})

test('exports CSV that spreadsheets open correctly and never execute', async () => {
  const { app, staff, aggregate } = await openAnalyticsApp('2026-11-20T03:00:00.000Z')
  const [episode_id = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `update series set title = $2 where id = (select series_id from episodes where id = $1)`,
    [episode_id, '=HYPERLINK("http://evil.example","달, 뒷면")'],
  )
  await watch(app, await makeMember(app), episode_id, 0)
  for (const [code, detail] of [
    ['media', '+1'],
    ['network', 'a "b"\nc'],
    ['refused', '-1'],
    ['unsupported', '@SUM(A1)'],
  ] as const)
    await app.call(studio_analytics.reportPlayerError, { body: { episode_id, code, detail } })
  await aggregate()
  const file = async (name: string) => {
    const response = await staff.fetch(`/api/studio/analytics/${name}/csv/`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*\.csv/)
    return Buffer.from(await response.arrayBuffer()).toString()
  }
  const works = await file('works')
  expect(works.startsWith('﻿작품 번호,제목,')).toBe(true)
  expect(works).toContain(`,"'=HYPERLINK(""http://evil.example"",""달, 뒷면"")",영화,1,0,0\r\n`)
  const errors = await file('player-errors')
  for (const text of ['+1', '-1', '@SUM(A1)']) expect(errors).toContain(`,'${text}\r\n`)
  expect(errors).toContain(`,"a ""b""\nc"\r\n`)
  const days = await file('days')
  expect(days.trimEnd().split('\r\n')).toHaveLength(29)
  expect(days).toContain('\r\n2026-11-20,1,0,0,0,0,0,0,0,0,0,0,2,4\r\n')
})
