import { eventPointYears, paidPointYears } from '#contract/transactions/payment-constants.ts'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import type { PointLotMovement } from '../ledger/ledger.ts'

/** What a lot still gives. */
export type SpendableLot = {
  id: number
  kind: 'event' | 'paid'
  remaining: number
  expires_at: string
}

export type SpendPlan =
  | { can: true; lot_moves: PointLotMovement[]; event_point: number; paid_point: number }
  | { can: false; missing: number }

/** D-54, L6: event points first, nearest expiry first, then paid ones, oldest first. What has lapsed gives nothing. */
export function planSpending(lots: readonly SpendableLot[], amount: number, now: Date): SpendPlan {
  const living = lots
    .filter((lot) => Date.parse(lot.expires_at) > now.getTime())
    .sort(
      (a, b) =>
        Number(a.kind === 'paid') - Number(b.kind === 'paid') ||
        Date.parse(a.expires_at) - Date.parse(b.expires_at) ||
        a.id - b.id,
    )
  const lot_moves: PointLotMovement[] = []
  const spent = { event: 0, paid: 0 }
  let left = amount
  for (const lot of living) {
    if (left === 0) break
    const taken = Math.min(left, lot.remaining)
    left -= taken
    spent[lot.kind] += taken
    lot_moves.push({ lot_id: lot.id, change: -taken })
  }
  if (left > 0) return { can: false, missing: left }
  return { can: true, lot_moves, event_point: spent.event, paid_point: spent.paid }
}

/** D-54: until when points of a kind that come at `now` can be spent: the same day and time years later, in Seoul. */
export function pointExpiry(kind: SpendableLot['kind'], now: Date): Date {
  return yearsLater(now, kind === 'event' ? eventPointYears : paidPointYears)
}

function yearsLater(from: Date, years: number): Date {
  const at = new Date(from.getTime() + seoulUtcOffsetMs)
  const day = at.getUTCDate()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  // From 29 February: its last day, not the first of March.
  if (at.getUTCDate() !== day) at.setUTCDate(0)
  return new Date(at.getTime() - seoulUtcOffsetMs)
}
