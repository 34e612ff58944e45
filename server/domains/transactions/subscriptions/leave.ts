import type { Tx } from '#server/db/client.ts'
import { dropCard } from './cards.ts'
import { closeSubscription } from './failure.ts'
import { lockSubscription } from './queries.ts'

/**
 * D-18. Who leaves has no subscription any more, and his card is forgotten, here and at the gateway, by a job. A charge
 * that is under way is given back by itself (P8). The wallet is locked.
 */
export async function leaveSubscription(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  const { id } = await lockSubscription(tx, wallet_id)
  await closeSubscription(tx, id, now)
  await dropCard(tx, wallet_id, now)
}
