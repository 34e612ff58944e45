import { pointPackages } from '#contract/transactions/payment-constants.ts'

export type Spending = {
  /** What is spent of each kind: event points first (D-54). */
  event: number
  paid: number
  /** Of both kinds, afterwards. */
  left: number
  /** How many are missing; 0 where there are enough. */
  missing: number
  /** The smallest package that fills the gap (D-53); null where none does, or nothing is missing. */
  fill: { amount: number; bonus: number } | null
}

/** How a price in points is paid from both balances, as the server does it. */
export function planSpending(
  { event_point, paid_point }: { event_point: number; paid_point: number },
  price: number,
): Spending {
  const missing = Math.max(0, price - event_point - paid_point)
  const event = Math.min(event_point, price)
  return {
    event,
    paid: Math.min(paid_point, price - event),
    left: Math.max(0, event_point + paid_point - price),
    missing,
    fill: missing > 0 ? (pointPackages.find(({ amount }) => amount >= missing) ?? null) : null,
  }
}
