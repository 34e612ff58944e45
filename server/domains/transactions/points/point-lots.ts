import { eventPointYears, paidPointYears } from '#contract/transactions/payment-constants.ts'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { PointLotMovement } from '../ledger/ledger-queries.ts'

/** A lot with remaining points. `expires_at` in ISO 8601. */
export type SpendableLot = {
  id: number
  kind: 'event' | 'paid'
  remaining: number
  expires_at: string
}

export type SpendPlan =
  | {
      kind: 'spend'
      point_lot_movements: PointLotMovement[]
      event_point: number
      paid_point: number
    }
  | { kind: 'refuse'; missing: number }

/**
 * Plans which lots pay for `amount` points: event points first, by nearest expiry, then paid points, oldest first. Expired
 * lots are excluded.
 */
export function planSpending(lots: readonly SpendableLot[], amount: number, now: Date): SpendPlan {
  const active = lots
    .filter((lot) => Date.parse(lot.expires_at) > now.getTime())
    .sort(
      (a, b) =>
        Number(a.kind === 'paid') - Number(b.kind === 'paid') ||
        Date.parse(a.expires_at) - Date.parse(b.expires_at) ||
        a.id - b.id,
    )
  const point_lot_movements: PointLotMovement[] = []
  const spent = { event: 0, paid: 0 }
  let unpaid = amount
  for (const lot of active) {
    if (unpaid === 0) break
    const taken = Math.min(unpaid, lot.remaining)
    unpaid -= taken
    spent[lot.kind] += taken
    point_lot_movements.push({ lot_id: lot.id, change: -taken })
  }
  if (unpaid > 0) return { kind: 'refuse', missing: unpaid }
  return { kind: 'spend', point_lot_movements, event_point: spent.event, paid_point: spent.paid }
}

/** Ledger transfers of event and paid points between two accounts, for each kind if there are any. */
export const pointTransfers = <
  A extends { debit: 'spent' | 'wallet' | 'refunding'; credit: 'spent' | 'wallet' | 'refunding' },
>(
  { event_point, paid_point }: { event_point: number; paid_point: number },
  accounts: A,
) => [
  ...(event_point > 0 ? [{ unit: 'event' as const, amount: event_point, ...accounts }] : []),
  ...(paid_point > 0 ? [{ unit: 'paid' as const, amount: paid_point, ...accounts }] : []),
]

/** Returns when points issued at `now` expire: the same date and time years later, in Seoul (decisions/0039-points). */
export function pointExpiry(kind: SpendableLot['kind'], now: Date): Date {
  const years = kind === 'event' ? eventPointYears : paidPointYears
  const at = new Date(now.getTime() + seoulUtcOffsetMs)
  const day = at.getUTCDate()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  // 29 February becomes 28 February, not 1 March.
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return new Date(at.getTime() - seoulUtcOffsetMs)
}
