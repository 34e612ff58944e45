import { expect, test } from 'vitest'
import { simulateClicks } from './simulate-clicks.ts'

test.each([1, 2, 3])(
  'finds what visitors want, and nothing in position bias alone (seed %i)',
  (seed) => {
    const wanted = simulateClicks({ queries: 200, searches: 400, seed, follows: 'wants' })
    expect(wanted.after.mrr).toBeGreaterThan(wanted.before.mrr + 0.1)
    expect(wanted.after.ndcg).toBeGreaterThan(wanted.before.ndcg + 0.05)
    const biased = simulateClicks({ queries: 200, searches: 400, seed, follows: 'positions' })
    expect(Math.abs(biased.after.mrr - biased.before.mrr)).toBeLessThan(0.02)
  },
)
