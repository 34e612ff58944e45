import { studio_numbers } from '#contract/studio-numbers.ts'
import { makeMember } from '#test/members.ts'
import { worldOfTest } from '#test/world.ts'
import { expect, test } from 'vitest'
import { plantNumbers } from './numbers.ts'
import { plantWorld } from './plant.ts'

test('four weeks of plays for the dashboard, once, and no money that nobody paid', async () => {
  const world = await worldOfTest()
  expect(await plantNumbers(world)).toBe(false)
  await plantWorld(world.transact, world.clock.now())
  expect(await plantNumbers(world)).toBe(true)
  expect(await plantNumbers(world)).toBe(false)
  const staff = await makeMember(world, { is_staff: true })
  const { results } = await staff.call(studio_numbers.listDays, { query: {} })
  // The first of the 28 days up to today is planted, as all but today.
  expect(results.filter(({ plays }) => plays > 0)).toHaveLength(27)
  expect(results.at(-1)).toMatchObject({ plays: 0, minutes: 0 })
  expect(results.every(({ revenue, refunds }) => revenue + refunds === 0)).toBe(true)
})
