import { studio_analytics } from '#contract/studio/analytics.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { seedAnalytics } from './analytics.ts'
import { seedCatalogue } from '../seed-catalogue.ts'

test('four weeks of plays for the dashboard, once, and no money that nobody paid', async () => {
  const world = await openTestAppForTest()
  expect(await seedAnalytics(world)).toBe(false)
  await seedCatalogue(world.transact, world.clock.now())
  expect(await seedAnalytics(world)).toBe(true)
  expect(await seedAnalytics(world)).toBe(false)
  const staff = await makeMember(world, { is_staff: true })
  const { results } = await staff.call(studio_analytics.listDays, { query: {} })
  // The first of the 28 days up to today is planted, as all but today.
  expect(results.filter(({ plays }) => plays > 0)).toHaveLength(27)
  expect(results.at(-1)).toMatchObject({ plays: 0, minutes: 0 })
  expect(results.every(({ revenue, refunds }) => revenue + refunds === 0)).toBe(true)
})
