import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { pointExpiry, type SpendableLot, planSpending } from './point-lots.ts'

const now = new Date('2026-05-01T12:00:00Z')
const day = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * day).toISOString()

const anyLots = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 1_000 }),
    kind: fc.constantFrom('event', 'paid'),
    remaining: fc.integer({ min: 1, max: 5_000 }),
    expires_at: fc.integer({ min: -5, max: 400 }).map(inDays),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)
const isActive = (lot: SpendableLot) => Date.parse(lot.expires_at) > now.getTime()
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('spends exactly what the lots give, within each lot and without expired lots', () => {
  fc.assert(
    fc.property(anyLots, fc.integer({ min: 1, max: 20_000 }), (lots, amount) => {
      const spending = planSpending(lots, amount, now)
      const available = sum(lots.filter(isActive).map(({ remaining }) => remaining))
      expect(spending.kind === 'spend' ? 0 : spending.missing).toBe(Math.max(0, amount - available))
      expect(spending.kind).toBe(available >= amount ? 'spend' : 'refuse')
      if (spending.kind === 'refuse') return
      expect(-sum(spending.point_lot_movements.map(({ change }) => change))).toBe(amount)
      expect(spending.event_point + spending.paid_point).toBe(amount)
      for (const { lot_id, change } of spending.point_lot_movements) {
        const lot = lots.find(({ id }) => id === lot_id)
        expect(lot && isActive(lot)).toBe(true)
        expect(-change).toBeGreaterThan(0)
        expect(-change).toBeLessThanOrEqual(lot?.remaining ?? 0)
      }
    }),
  )
})

test('spends event points first, then paid points, each by nearest expiry, and splits only the last lot', () => {
  fc.assert(
    fc.property(anyLots, fc.integer({ min: 1, max: 20_000 }), (lots, amount) => {
      const spending = planSpending(lots, amount, now)
      if (spending.kind === 'refuse') return
      const rank = (lot: SpendableLot) =>
        `${lot.kind === 'event' ? 0 : 1} ${lot.expires_at} ${String(lot.id).padStart(5, '0')}`
      const order = lots.filter(isActive).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
      const used = spending.point_lot_movements.map(({ lot_id }) => lot_id)
      expect(used).toEqual(order.slice(0, used.length).map(({ id }) => id))
      const whole = spending.point_lot_movements.slice(0, -1).map(({ change }) => -change)
      expect(whole).toEqual(order.slice(0, whole.length).map(({ remaining }) => remaining))
    }),
  )
})

test.each([
  ['event', '2026-11-21T03:00:00.000Z', '2027-11-21T03:00:00.000Z'],
  ['paid', '2026-11-21T03:00:00.000Z', '2031-11-21T03:00:00.000Z'],
  // The 29th in Seoul is still the 28th in UTC; a missing 29 February becomes the 28th.
  ['event', '2028-02-28T15:30:00.000Z', '2029-02-27T15:30:00.000Z'],
  ['paid', '2028-02-29T03:00:00.000Z', '2033-02-28T03:00:00.000Z'],
  ['event', '2027-02-27T15:00:00.000Z', '2028-02-27T15:00:00.000Z'],
] as const)('%s points granted at %s expire at %s', (kind, from, until) => {
  expect(pointExpiry(kind, new Date(from)).toISOString()).toBe(until)
})
