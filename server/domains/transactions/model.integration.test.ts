import { runCampaign } from '#test/payments-model/run-campaign.ts'
import { expect, test } from 'vitest'

const steps = 120

// SEED repeats a campaign; test/hard runs 100,000 steps.
test('keeps the ledger consistent after random actions, time steps, gateway faults and crashes', async () => {
  expect(await runCampaign(steps)).toBeGreaterThanOrEqual(steps)
}, 300_000)
