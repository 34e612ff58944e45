import {
  decades,
  filterValues,
  seriesFilters,
  yearsOfDecade,
} from '#contract/contents/listing-filters.ts'
import type { CategoryFilters } from '#contract/contents/contents.ts'
import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'
import { readCategoryFilters } from './listing-queries.ts'

let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
})
afterAll(() => app.close())

const { readCategory, listSeries } = endpoints.contents
type Query = Record<string, string | number | boolean>
const filtersOf = async (id: number, query: Query = {}) =>
  (await app.call(readCategory, { id, query })).value.filters

test('offers the filters that leave works of a category', async () => {
  const film = { category_ids: [3], is_series: false, is_completed: true }
  await makeSeries(app, { ...film, released_on: '2015-01-01', age_rating: 'ALL' }, [
    { is_free: true, price: 0, in_subscription: true },
  ])
  await makeSeries(app, { ...film, released_on: '1975-01-01', age_rating: '19', is_dubbed: true }, [
    { is_free: false, price: 1000, in_subscription: false },
  ])
  expect(await filtersOf(3)).toMatchObject({
    // The free episode is no reason to take a plan.
    access: ['free'],
    is_series: [false],
    is_completed: [true],
    is_dubbed: [true, false],
    age_rating: ['ALL', '19'],
    decades: ['2010', '1980'],
  })
  expect(Object.values(await filtersOf(7)).flat()).toEqual([])
})

test('follows an edit of an episode, and the limit of a profile', async () => {
  const { id } = await makeSeries(app, { category_ids: [4], age_rating: '15' }, [
    { is_free: false, price: 1000, in_subscription: false },
  ])
  expect((await filtersOf(4)).access).toEqual([])
  await app.transact((tx) =>
    sql`update episodes set in_subscription = true where series_id = ${id}`.execute(tx),
  )
  expect(await filtersOf(4)).toMatchObject({ access: ['plan'], age_rating: ['15'] })
  expect((await readCategoryFilters(app.db, 4, '12')).age_rating).toEqual([])
})

/** A query for each value of each filter. */
const choices: Query[] = [
  ...Object.entries(seriesFilters).flatMap(([name, values]) =>
    filterValues(values).map((value) => ({ [name]: value })),
  ),
  ...decades.map((decade) => ({ released_from: 1850, ...yearsOfDecade(decade) })),
]
const isOffered = ({ decades: offered, ...values }: CategoryFilters, choice: Query) => {
  const decade = decades.find((each) => yearsOfDecade(each).released_to === choice['released_to'])
  return decade
    ? offered.includes(decade)
    : Object.entries(choice).every(([name, value]) =>
        (values[name as keyof typeof values] as readonly unknown[]).includes(value),
      )
}

test('offers exactly the values that leave works beside a chosen filter', async () => {
  const works: Query[] = [
    { is_series: true, is_completed: true, is_dubbed: true, age_rating: '12' },
    { is_series: true, is_completed: false, is_dubbed: false, age_rating: '15' },
    { is_series: false, is_completed: true, is_dubbed: false, age_rating: 'ALL' },
  ]
  const episodes = [{ is_free: true }, { is_free: false, price: 1000, in_subscription: true }, {}]
  for (const [at, work] of works.entries())
    await makeSeries(app, { ...work, category_ids: [5], released_on: `${2021 - at * 17}-12-31` }, [
      episodes[at] ?? {},
    ])
  for (const chosen of choices) {
    const offered = await filtersOf(5, chosen)
    for (const choice of choices) {
      const query = { category: 5, limit: 1, ...chosen, ...choice }
      const { count } = (await app.call(listSeries, { query })).value
      expect([chosen, choice, isOffered(offered, choice)]).toEqual([chosen, choice, count > 0])
    }
  }
})
