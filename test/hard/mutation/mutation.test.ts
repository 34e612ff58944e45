import { expect, it } from 'vitest'
import { equivalents } from './equivalents.ts'
import { collectAllMutants, readOptions, reportOf, shareKilled, testMutants } from './run.ts'

const minutes = 60_000

it('exempts only mutants that exist', () => {
  const changes = new Set(collectAllMutants().map(({ file, change }) => `${file}: ${change}`))
  const exempt = equivalents.map(({ file, change }) => `${file}: ${change}`)
  expect(exempt.filter((change) => !changes.has(change))).toEqual([])
})

it('kills at least 90 % of the mutants of a policy', { timeout: 30 * minutes }, async () => {
  const outcomes = await testMutants(readOptions())
  process.stdout.write(`${reportOf(outcomes)}\n`)
  expect(outcomes.length).toBeGreaterThan(0)
  expect(shareKilled(outcomes)).toBeGreaterThanOrEqual(0.9)
})
