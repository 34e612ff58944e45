import { dayMs } from '#contract/core/seoul-time.ts'
import type { Purchase } from '#contract/transactions/transactions.ts'

/** A rental ends soon if it expires within this time. */
const soon_ms = 3 * dayMs

/**
 * Groups the rentals that may still be watched, those that expire first at the head.
 * @param now milliseconds.
 */
export function groupRentals<T extends Pick<Purchase, 'state' | 'expires_at'>>(
  rentals: readonly T[],
  now: number,
): { ending: T[]; running: T[] } {
  const remaining_ms = ({ expires_at }: T) => Date.parse(expires_at ?? '') - now
  const active = rentals
    .filter((rental) => rental.state === 'active' && remaining_ms(rental) > 0)
    .toSorted((a, b) => remaining_ms(a) - remaining_ms(b))
  return {
    ending: active.filter((rental) => remaining_ms(rental) <= soon_ms),
    running: active.filter((rental) => remaining_ms(rental) > soon_ms),
  }
}
