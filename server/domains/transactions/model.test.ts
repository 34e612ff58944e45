import { campaign } from '#test/money/campaign.ts'
import { expect, test } from 'vitest'

const steps = 2_000

// MONEY_SEED takes the same steps again; test/hard has fifty times as many.
test('whatever members, time, the gateway and death do, in any order: the books are right after each step', async () => {
  const given = process.env['MONEY_SEED']
  const { taken } = await campaign(steps, { seed: given ? Number(given) : undefined })
  expect(taken).toBeGreaterThanOrEqual(steps)
}, 300_000)
