import type { Tx } from '#server/db/client.ts'
import { dropCard } from './cards.ts'
import { closeSubscription } from './failure.ts'

/**
 * D-18. Who leaves has no subscription any more, and his card is forgotten, here and at the gateway, by a job. A charge
 * that is under way is given back by itself (P8). The wallet is locked.
 */
export async function leaveSubscription(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  const subscription = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .forUpdate()
    .executeTakeFirst()
  if (subscription) await closeSubscription(tx, subscription.id, now)
  await dropCard(tx, wallet_id, now)
}
