import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContentsTestApp, makeSeries, openContentsTestApp } from '#test/fixtures/contents.ts'
import { readCategoryFilters } from './listing-queries.ts'

let app: ContentsTestApp
beforeAll(async () => {
  app = await openContentsTestApp()
}, 60_000)
afterAll(() => app.close())

const filtersOf = async (id: number) =>
  (await app.call(endpoints.contents.readCategory, { id })).value.filters

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
