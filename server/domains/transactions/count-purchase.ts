import { countHit } from '#server/db/throttle.ts'
import type { MoneyParts } from './parts.ts'
import type { Payer } from './payer.ts'

const purchases = { times: 10, seconds: 60 }

/**
 * Counts one more purchase or refund of a member.
 * @throws Refusal `rate_limited`
 */
export async function countPurchase(
  { limits }: Pick<MoneyParts, 'limits'>,
  { member, transact, now }: Payer,
): Promise<void> {
  if (limits) await transact((tx) => countHit(tx, `purchases:${member.id}`, purchases, now))
}
