import { runCampaign } from '#test/payments-model/run-campaign.ts'
import { expect, test } from 'vitest'

const worlds = 10
const steps = 10_000

// 100,000 steps, each compared with a model of the ledger (payments: tests, 1).
test.each(Array.from({ length: worlds }, (_, world) => world))(
  `${steps} steps of money in world %i`,
  async (world) => {
    expect(await runCampaign(steps, world)).toBeGreaterThanOrEqual(steps)
  },
  1_800_000,
)
