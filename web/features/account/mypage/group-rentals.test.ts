import { expect, test } from 'vitest'
import { groupRentals } from './group-rentals.ts'

const now = Date.parse('2026-11-27T03:00:00Z')
const rental = (id: number, days: number, state: 'active' | 'refunded' = 'active') => ({
  id,
  state,
  expires_at: new Date(now + days * 86_400_000).toISOString(),
})
const ids = (rentals: { id: number }[]) => rentals.map(({ id }) => id)

test('only rentals that expire within three days end soon, the first to expire at the head', () => {
  const { ending, running } = groupRentals(
    [rental(1, 29), rental(2, 3), rental(3, 0.5), rental(4, 3.01)],
    now,
  )
  expect(ids(ending)).toEqual([3, 2])
  expect(ids(running)).toEqual([4, 1])
})

test('leaves out rentals that expired or were refunded', () => {
  expect(groupRentals([rental(1, -1), rental(2, 1, 'refunded')], now)).toEqual({
    ending: [],
    running: [],
  })
})
