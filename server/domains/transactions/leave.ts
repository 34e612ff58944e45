import type { Tx } from '#server/db/client.ts'
import { leaveSubscription } from './subscriptions/leave.ts'

/**
 * D-18. What ends when a member leaves, in the transaction that erases him. The wallet and its books stay, for as long as
 * the law has a shop keep them, and are nobody's.
 */
export async function leaveMoney(tx: Tx, member_id: number, now: Date): Promise<void> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('id')
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (wallet) await leaveSubscription(tx, wallet.id, now)
}
