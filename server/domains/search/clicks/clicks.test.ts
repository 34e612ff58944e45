import { endpoints } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runClickMaintenance } from '../maintenance.ts'

let app: TestApp
let staff: TestMember
let works: { id: number }[]
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
  works = []
  for (const [at, title] of ['파란 바다', '파란 하늘', '파란 나무', '파란'].entries())
    works.push(await makeSeries(app, { title, viewer_count: 100 - at }))
  const isReady = async () => (await namesOf('파란')).length === 4
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
})
afterAll(() => app?.close())

const namesOf = async (q: string) => {
  const response = await app.fetch(`/api/contents/search/?q=${encodeURIComponent(q)}`)
  if (response.status !== 200) return []
  const { results } = endpoints.search.search.answer.parse(await response.json())
  return results.map((one) => (one.type === 'series' ? one.series.title : ''))
}
const suggestionsOf = async (q: string) => {
  const response = await app.fetch(`/api/contents/search/suggest/?q=${encodeURIComponent(q)}`)
  const { results } = endpoints.search.suggest.answer.parse(await response.json())
  return results.map((one) => (one.type === 'series' ? one.series.title : ''))
}
const click = (client: Pick<TestMember, 'call'>, series_id: number, position: number, q = '파란') =>
  client.call(endpoints.search.recordClick, { body: { q, series_id, position } })
const { readClickOrder, setClickOrder } = endpoints.studio_search

test('counts concurrent clicks of members once each, orders results by them, and explains the order', async () => {
  expect(await namesOf('파란')).toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(app)))
  const wanted = works[2]!.id
  await Promise.all(members.flatMap((member) => [1, 2].map(() => click(member, wanted, 3))))
  // A work that the search does not find, and a query that is not published.
  const other = await makeSeries(app, { title: '다른 작품' })
  await click(members[0]!, other.id, 0)
  await click(members[0]!, wanted, 0, '010-1234-5678')
  const { rows } = await app.pool.query('select prefix, series_id, clicks from search_clicks')
  expect(rows).toEqual([{ prefix: '파란', series_id: wanted, clicks: expect.closeTo(12, 1) }])
  // The index reads clicks once a minute, and when the setting changes.
  await staff.call(setClickOrder, { body: { is_on: false } })
  await staff.call(setClickOrder, { body: { is_on: true } })
  await expect
    .poll(() => namesOf('파란'), { timeout: 10_000 })
    .toEqual(['파란', '파란 나무', '파란 바다', '파란 하늘'])
  expect(await namesOf('파란 ㅂ')).toEqual(['파란 바다'])
  // Suggestions for what begins the query follow its clicks.
  for (const typed of ['파라', '파ㄹ'])
    expect(await suggestionsOf(typed), typed).toEqual([
      ...['파란 나무', '파란', '파란 바다', '파란 하늘'],
    ])
  expect(await staff.call(readClickOrder, {})).toEqual({
    is_on: true,
    queries: [
      {
        prefix: '파란',
        works: [
          {
            ...{ series_id: wanted, title: '파란 나무', place_before: 4, place: 2 },
            ...{ clicks: expect.closeTo(12, 1), weight: expect.closeTo(48, 1) },
          },
        ],
      },
    ],
  })
})

test('orders results as without clicks once staff turn it off, which is logged', async () => {
  await staff.call(setClickOrder, { body: { is_on: false } })
  await staff.call(setClickOrder, { body: { is_on: false } })
  await expect
    .poll(() => namesOf('파란'), { timeout: 10_000 })
    .toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  expect(await suggestionsOf('파라')).toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  const { results } = await staff.call(endpoints.studio.listAuditLog, { query: {} })
  expect(results.map(({ kind, after }) => [kind, after])).toEqual([
    ['search.click_order_set', { is_on: false }],
    ['search.click_order_set', { is_on: true }],
    ['search.click_order_set', { is_on: false }],
  ])
})

test('forgets clicks that have decayed', async () => {
  app.clock.advance(60 * 86_400_000)
  await runClickMaintenance(app)
  const { rows } = await app.pool.query('select clicks from search_clicks')
  expect(rows).toHaveLength(1)
  app.clock.advance(60 * 86_400_000)
  await runClickMaintenance(app)
  expect((await app.pool.query('select from search_clicks')).rowCount).toBe(0)
})
