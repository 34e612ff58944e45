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

const plant = (world: TestApp) =>
  plantReviews(
    world.transact,
    {
      sealing: createEncryption(resolveSecret(world.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    world.clock.now(),
  )

const ratingsOf = async (world: TestApp) =>
  (
    await world.pool.query<{ id: number; average: number | null; count: number }>(
      'select id, rating_average as average, review_count as count from series order by id',
    )
  ).rows

it('shows no rating of a planted work before it has reviews', async () => {
  const world = await openTestAppForTest()
  await seedCatalogue(world.transact, world.clock.now())
  const rated = (await ratingsOf(world)).filter(
    ({ average, count }) => average !== null || count > 0,
  )
  expect(rated).toEqual([])
})

it('plants reviews once, and averages and counts are those of the reviews', async () => {
  const world = await openTestAppForTest()
  await seedCatalogue(world.transact, world.clock.now())
  expect((await Promise.all([plant(world), plant(world)])).filter(Boolean)).toEqual([true])
  const { rows: counted } = await world.pool.query(
    `select s.id, round(avg(r.rating) / 2.0, 2) as average, count(r.id) as count
     from series s left join reviews r on r.series_id = s.id and not r.is_hidden group by s.id order by s.id`,
  )
  const shown = await ratingsOf(world)
  expect(shown).toEqual(counted)
  const rated = shown.filter(({ count }) => count > 0)
  expect(rated.length).toBeGreaterThan(works.length / 2)
  expect(rated.length).toBeLessThan(works.length)

  // Readers find as many as the figure says, and no text twice.
  const most = rated.toSorted((a, b) => b.count - a.count)[0] ?? { id: 0, count: 0 }
  const { id, count } = most
  const listed = await world.call(reviews.listSeriesReviews, {
    params: { id },
    query: { limit: 20 },
  })
  expect(listed.count).toBe(count)
  expect(new Set(listed.results.map(({ context }) => context)).size).toBe(count)

  // The figures go with the reviews of members who are deleted.
  await world.pool.query('delete from members where is_demo')
  const left = (await ratingsOf(world)).filter(
    ({ average, count: left }) => average !== null || left > 0,
  )
  expect(left).toEqual([])
})

it('lets nobody sign in as a reviewer with a password that is known', async () => {
  const world = await openTestAppForTest()
  await plant(world)
  const body = { email: 'reviewer1@hanpyeon.test', password: 'hanpyeon-viewer-1' }
  await expect(world.call(accounts.logIn, { body })).rejects.toThrow('invalid_credentials')
})
