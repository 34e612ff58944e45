import { runCampaign } from '#test/payments-model/run-campaign.ts'
import { expect, test } from 'vitest'

const steps = 300

// SEED repeats a campaign; test/hard takes 100,000 steps.
test('keeps the books right after each random step of members, time, the gateway and crashes', async () => {
  expect(await runCampaign(steps)).toBeGreaterThanOrEqual(steps)
}, 300_000)
