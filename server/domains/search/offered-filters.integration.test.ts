import type { SearchFilters } from '#contract/search/search.ts'
import { decades, yearsOfDecade } from '#contract/contents/listing-filters.ts'
import { ageCodes, categoryIds } from '#contract/core/constants.ts'
import { endpoints } from '#contract/index.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bigramsOf } from './captions/normalize-text.ts'

const { search } = endpoints.search
type Query = Record<string, string | number | boolean>

const works = [
  { category_ids: [1, 6], released_on: '2021-03-01', age_rating: '15', is_dubbed: false },
  { category_ids: [2], released_on: '1987-05-01', age_rating: '12', is_dubbed: true },
  { category_ids: [2], released_on: '2014-05-01', age_rating: 'ALL', is_dubbed: false },
  { category_ids: [3], released_on: null, age_rating: '12', is_dubbed: false },
]
const line = '등대지기는잠들지않아'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { rows } = await app.pool.query("insert into people (name) values ('문소라') returning id")
  for (const [at, work] of works.entries()) {
    const { id, episode_ids } = await makeSeries(
      app,
      {
        ...work,
        title: `먼 불빛 ${at}`,
        synopsis: '등대지기가 교대선을 기다리며 고래의 노래를 듣는다.',
      },
      [{ is_free: at < 2, runtime: 600 }],
    )
    await app.pool.query(
      `insert into credits (series_id, person_id, role, character) values ($1, $2, 'cast', '강단이')`,
      [id, rows[0].id],
    )
    await app.pool.query(
      `with asset as (
         insert into media_assets (state, source_name, duration, orientation, ready_at, created_at)
         values ('ready', 'film.mp4', 600, 'horizontal', now(), now()) returning id
       ), key as (
         insert into caption_lines (asset_id, language, number, seconds, text, normalized_text, bigrams)
         select id, 'ko', 1, 0, '등대지기는 잠들지 않아', $2, $3 from asset
       )
       update episodes set asset_id = asset.id from asset where episodes.id = $1`,
      [episode_ids[0], line, bigramsOf(line)],
    )
  }
  await vi.waitUntil(async () => (await find('등대지기', { type: 'synopsis' })).count === 4, {
    timeout: 30_000,
    interval: 50,
  })
})
afterAll(() => app?.close())

const find = (q: string, query: Query = {}) =>
  app.call(search, { query: { q, ...query } as { q: string } })

/** Each value of each filter as a query, with whether it is offered. */
const choices: { query: Query; isOffered: (filters: SearchFilters) => boolean }[] = [
  ...[categoryIds.drama, categoryIds.film, categoryIds.variety].map((category) => ({
    query: { category },
    isOffered: (filters: SearchFilters) => filters.category.includes(category),
  })),
  ...ageCodes.map((age_rating) => ({
    query: { age_rating },
    isOffered: (filters: SearchFilters) => filters.age_rating.includes(age_rating),
  })),
  ...decades.map((decade) => ({
    query: { released_from: 1850, ...yearsOfDecade(decade) },
    isOffered: (filters: SearchFilters) => filters.decades.includes(decade),
  })),
  ...(['is_free', 'is_dubbed'] as const).flatMap((name) =>
    [true, false].map((value) => ({
      query: { [name]: value },
      isOffered: (filters: SearchFilters) => filters[name].includes(value),
    })),
  ),
]

/** The pairs of a chosen filter and another one, with whether the other is offered and whether it leaves results. */
async function tryFilters(q: string, type: string) {
  const { filters, count } = await find(q, { type })
  expect(count).toBeGreaterThan(0)
  // A third is enough to choose two filters of each kind.
  const offered = choices.filter(({ isOffered }) => isOffered(filters))
  const tried = []
  for (const chosen of [{ query: {} }, ...offered.filter((_choice, at) => at % 3 === 0)]) {
    const beside = (await find(q, { type, ...chosen.query })).filters
    for (const { query, isOffered } of choices) {
      const found = await find(q, { type, limit: 1, ...chosen.query, ...query })
      const filter = JSON.stringify([chosen.query, query])
      tried.push({ filter, isOffered: isOffered(beside), hasResults: found.count > 0 })
    }
  }
  return tried
}

test.each([
  ['불빛', 'all'],
  ['문소라', 'all'],
  ['고래의 노래를 듣는 등대지기', 'series'],
  ['등대지기', 'line'],
  ['등대지기', 'synopsis'],
  ['강단이', 'character'],
])('offers exactly the filters that leave results of %s among %s', async (q, type) => {
  const tried = await tryFilters(q, type)
  expect(tried.filter(({ isOffered, hasResults }) => isOffered !== hasResults)).toEqual([])
  expect(new Set(tried.map(({ isOffered }) => isOffered))).toEqual(new Set([true, false]))
})

test.each(['불빛 영화', '무료 영화', '2014년 영화'])(
  'offers no filter that leaves nothing of %s, whose words are filters too',
  async (q) => {
    const tried = await tryFilters(q, 'all')
    expect(tried.filter(({ isOffered, hasResults }) => isOffered && !hasResults)).toEqual([])
    expect(tried.some(({ isOffered }) => isOffered)).toBe(true)
  },
)

test('offers no filters of people, whose search has none', async () => {
  const { filters } = await find('문소라', { type: 'person' })
  expect(Object.values(filters).flat()).toEqual([])
})
