import { studio_analytics } from '#contract/studio/analytics.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { seedAnalytics } from './analytics.ts'
import { seedCatalogue } from '../seed-catalogue.ts'

test('seeds four weeks of plays once, and no revenue', async () => {
  const app = await openTestAppForTest()
  expect(await seedAnalytics(app)).toBe(false)
  await seedCatalogue(app.transact, app.clock.now())
  expect(await seedAnalytics(app)).toBe(true)
  expect(await seedAnalytics(app)).toBe(false)
  const staff = await makeMember(app, { is_staff: true })
  const { results } = await staff.call(studio_analytics.listDays, { query: {} })
  // All days up to yesterday are seeded, starting with the first of the 28.
  expect(results.filter(({ plays }) => plays > 0)).toHaveLength(27)
  expect(results.at(-1)).toMatchObject({ plays: 0, minutes: 0 })
  expect(results.every(({ revenue, refunds }) => revenue + refunds === 0)).toBe(true)
})
