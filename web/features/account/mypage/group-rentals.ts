import type { Purchase } from '#contract/transactions/transactions.ts'

/** A rental ends soon if it expires within this time. */
const soonMs = 3 * 86_400_000

/**
 * Groups the rentals that may still be watched, those that expire first at the head.
 * @param now milliseconds.
 */
export function groupRentals<T extends Pick<Purchase, 'state' | 'expires_at'>>(
  rentals: readonly T[],
  now: number,
): { ending: T[]; running: T[] } {
  const remainingMs = ({ expires_at }: T) => Date.parse(expires_at ?? '') - now
  const active = rentals
    .filter((rental) => rental.state === 'active' && remainingMs(rental) > 0)
    .toSorted((a, b) => remainingMs(a) - remainingMs(b))
  return {
    ending: active.filter((rental) => remainingMs(rental) <= soonMs),
    running: active.filter((rental) => remainingMs(rental) > soonMs),
  }
}
