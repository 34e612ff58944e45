import { endWindows } from './end-windows.ts'
import { expirePoints } from './expiry/expire-points.ts'
import { expireRentals } from './expiry/expire-rentals.ts'
import { tellExpiring } from './expiry/tell-expiring.ts'
import type { MoneyParts } from './parts.ts'
import { settleLost } from './settle-lost.ts'
import { renewDue } from './subscriptions/renew-due.ts'

/**
 * Does with money what time alone brings (D-58): charges what is due, and ends what is over. By the clock it is given, and
 * by index: a round in which nothing is due looks at nothing. Workers beside each other share the work.
 */
export async function tendMoney(parts: MoneyParts): Promise<void> {
  const rounds = [settleLost, endWindows, renewDue, expirePoints, expireRentals, tellExpiring]
  const failed: unknown[] = []
  for (const round of rounds) await round(parts).catch((error: unknown) => failed.push(error))
  // One that fails holds up none of the others.
  if (failed.length > 0) throw failed[0]
}
