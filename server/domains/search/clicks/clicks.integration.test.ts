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
  app = await openTestApp({ env: { TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' } })
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
  const { results } = endpoints.search.search.response.parse(await response.json())
  return results.map((one) => (one.type === 'series' ? one.series.title : ''))
}
const suggestionsOf = async (q: string) => {
  const response = await app.fetch(`/api/contents/search/suggest/?q=${encodeURIComponent(q)}`)
  const { results } = endpoints.search.suggest.response.parse(await response.json())
  return results.map((one) => (one.type === 'series' ? one.series.title : ''))
}
/** Clicks from an address. */
const click = (
  address: string,
  series_id: number,
  position: number,
  q = '파란',
  agent = 'Chrome/1 Windows',
) =>
  app.call(
    endpoints.search.recordClick,
    { body: { q, series_id, position } },
    { 'x-forwarded-for': address, 'user-agent': agent },
  )
const { readClickOrder, setClickOrder } = endpoints.studio_search

test('counts concurrent clicks of people once each, orders results by them, and explains the order', async () => {
  expect(await namesOf('파란')).toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  const people = Array.from({ length: 12 }, (_, index) => `198.51.100.${index}`)
  const wanted = works[2]!.id
  await Promise.all(people.flatMap((address) => [1, 2].map(() => click(address, wanted, 3))))
  // A work that the search does not find, and a query that is not published.
  const other = await makeSeries(app, { title: '다른 작품' })
  await click(people[0]!, other.id, 0)
  await click(people[0]!, wanted, 0, '010-1234-5678')
  const { rows } = await app.pool.query('select prefix, series_id, clicks from search_clicks')
  expect(rows).toEqual([{ prefix: '파란', series_id: wanted, clicks: expect.closeTo(12, 1) }])
  // The index reads clicks once a minute, and when the setting changes.
  await staff.call(setClickOrder, { body: { is_on: false } })
  await staff.call(setClickOrder, { body: { is_on: true } })
  await expect.poll(() => namesOf('파란')).toEqual(['파란', '파란 나무', '파란 바다', '파란 하늘'])
  expect(await namesOf('파란 ㅂ')).toEqual(['파란 바다'])
  // Suggestions for what begins the query follow its clicks.
  for (const typed of ['파라', '파ㄹ'])
    await expect
      .poll(() => suggestionsOf(typed), { message: typed })
      .toEqual(['파란 나무', '파란', '파란 바다', '파란 하늘'])
  expect(await staff.call(readClickOrder, {})).toEqual({
    is_on: true,
    queries: [
      {
        prefix: '파란',
        works: [
          {
            series_id: wanted,
            title: '파란 나무',
            place_before: 4,
            place: 2,
            clicks: expect.closeTo(12, 1),
            weight: expect.closeTo(48, 1),
          },
        ],
      },
    ],
  })
})

test('orders results as without clicks once staff turn it off, which is logged', async () => {
  await staff.call(setClickOrder, { body: { is_on: false } })
  await staff.call(setClickOrder, { body: { is_on: false } })
  await expect.poll(() => namesOf('파란')).toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  await expect
    .poll(() => suggestionsOf('파라'))
    .toEqual(['파란', '파란 바다', '파란 하늘', '파란 나무'])
  const { results } = await staff.call(endpoints.studio.listAuditLog, { query: {} })
  expect(results.map(({ kind, after }) => [kind, after])).toEqual([
    ['search.click_order_set', { is_on: false }],
    ['search.click_order_set', { is_on: true }],
    ['search.click_order_set', { is_on: false }],
  ])
})

test('raises a work by clicks of three networks, and by no number of clicks of two', async () => {
  const learned = async () => {
    const { queries } = await staff.call(readClickOrder, {})
    return queries.some(({ prefix }) => prefix === '파란하늘')
  }
  for (const network of [1, 2])
    for (const agent of ['Chrome/1 Linux', 'Firefox/1 Linux', 'Edg/1 Windows', 'Chrome/1 Android'])
      await click(`203.0.113.${network}`, works[1]!.id, 0, '파란 하늘', agent)
  expect(await learned()).toBe(false)
  await click('203.0.113.3', works[1]!.id, 0, '파란 하늘')
  expect(await learned()).toBe(true)
  await app.pool.query(`delete from search_clicks where prefix = '파란하늘'`)
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
