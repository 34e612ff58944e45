import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/contents/reviews.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { expect, it } from 'vitest'
import { seedCatalogue } from './seed-catalogue.ts'
import { plantReviews } from './reviews.ts'
import { works } from './works/index.ts'

const seed = (app: TestApp) =>
  plantReviews(
    app.transact,
    {
      encryption: createEncryption(resolveSecret(app.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    app.clock.now(),
  )

const ratingsOf = async (app: TestApp) =>
  (
    await app.pool.query<{ id: number; average: number | null; count: number }>(
      'select id, rating_average as average, review_count as count from series order by id',
    )
  ).rows

it('shows no rating of a seeded work before it has reviews', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  const rated = (await ratingsOf(app)).filter(({ average, count }) => average !== null || count > 0)
  expect(rated).toEqual([])
})

it('seeds reviews once, with matching averages and counts', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now())
  expect((await Promise.all([seed(app), seed(app)])).filter(Boolean)).toEqual([true])
  const { rows: counted } = await app.pool.query(
    `select s.id, round(avg(r.rating) / 2.0, 2) as average, count(r.id) as count
     from series s left join reviews r on r.series_id = s.id and not r.is_hidden group by s.id order by s.id`,
  )
  const shown = await ratingsOf(app)
  expect(shown).toEqual(counted)
  const rated = shown.filter(({ count }) => count > 0)
  expect(rated.length).toBeGreaterThan(works.length / 2)
  expect(rated.length).toBeLessThan(works.length)

  // The list has as many reviews as counted, and no text twice.
  const mostReviewed = rated.toSorted((a, b) => b.count - a.count)[0] ?? { id: 0, count: 0 }
  const { id, count } = mostReviewed
  const listed = await app.call(reviews.listSeriesReviews, {
    params: { id },
    query: { limit: 20 },
  })
  expect(listed.count).toBe(count)
  expect(new Set(listed.results.map(({ context }) => context)).size).toBe(count)

  // Deleting members deletes their reviews and updates the figures.
  await app.pool.query('delete from members where is_demo')
  const left = (await ratingsOf(app)).filter(
    ({ average, count: left }) => average !== null || left > 0,
  )
  expect(left).toEqual([])
})

it('allows no sign-in as a reviewer with a known password', async () => {
  const app = await openTestAppForTest()
  await seed(app)
  const body = { email: 'reviewer1@hanpyeon.test', password: 'hanpyeon-viewer-1' }
  await expect(app.call(accounts.signIn, { body })).rejects.toThrow('invalid_credentials')
})
