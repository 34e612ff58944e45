import { expect, it } from 'vitest'
import { readOptions, reportOf, shareKilled, testMutants } from './run.ts'

const minutes = 60_000

it('kills at least 90 % of the mutants of a policy', { timeout: 30 * minutes }, async () => {
  const outcomes = await testMutants(readOptions())
  process.stdout.write(`${reportOf(outcomes)}\n`)
  expect(outcomes.length).toBeGreaterThan(0)
  expect(shareKilled(outcomes)).toBeGreaterThanOrEqual(0.9)
})
