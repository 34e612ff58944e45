import { endWindows } from './end-windows.ts'
import { expirePoints } from './expiry/expire-points.ts'
import { expireRentals } from './expiry/expire-rentals.ts'
import { tellExpiring } from './expiry/tell-expiring.ts'
import type { MoneyParts } from './parts.ts'
import { settleLost } from './settle-lost.ts'

const steps = [settleLost, endWindows, expirePoints, expireRentals, tellExpiring]

/**
 * Does what is due by the clock, except for renewals, which wait for the gateway and are a task of their own (D-58). Each
 * step walks an index, so a run in which nothing is due reads nothing. A step that fails holds up none of the others.
 * @throws the error of the first step that failed.
 */
export async function maintainMoney(parts: MoneyParts, signal?: AbortSignal): Promise<void> {
  const failed: unknown[] = []
  for (const step of steps)
    if (!signal?.aborted) await step(parts, signal).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}
