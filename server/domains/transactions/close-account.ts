import type { Tx } from '#server/db/client.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { closeAccountEmailCopy } from './close-account.copy.ts'
import { failureCodes } from './orders/orders.copy.ts'
import { failUnpaidOrder, lockOrder } from './orders/orders.ts'
import { beginRefund } from './refunds/process-refund.ts'
import { reversals } from './refunds/reversals.ts'
import { closeMemberSubscription } from './subscriptions/close-account.ts'
import { findOwnerEmail } from './subscriptions/subscription-queries.ts'
import { sql } from 'kysely'

/**
 * D-18. What ends when a member leaves, in the transaction that erases him. What is left of his paid points goes back to
 * the cards that paid for them, never forfeited, and so does a charge that could be paid back; a job sees to that, and he
 * is written how much. The wallet and its books stay, for as long as the law has a shop keep them, and are nobody's.
 */
export async function closeMemberPayments(tx: Tx, member_id: number, now: Date): Promise<void> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('id')
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (!wallet) return
  await dropWaiting(tx, wallet.id)
  const points = await payBackPoints(tx, wallet.id, now)
  const charge = await closeMemberSubscription(tx, wallet.id, now)
  const to = points + charge > 0 ? await findOwnerEmail(tx, wallet.id) : undefined
  const words = closeAccountEmailCopy({ points, charge })
  if (to) await queueMessage(tx, { kind: 'mail', to, ...renderEmail(words) }, { now })
}

/** Nobody comes back from the windows that are open. */
async function dropWaiting(tx: Tx, wallet_id: number): Promise<void> {
  const waiting = await tx
    .selectFrom('orders')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('status', '=', 'created')
    .forUpdate()
    .execute()
  for (const { id } of waiting) await failUnpaidOrder(tx, id, failureCodes.replaced)
}

/** @returns how many won go back. */
async function payBackPoints(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  const { rows: topUps } = await sql<{ id: number }>`
    select o.id from orders o where o.wallet_id = ${wallet_id} and o.kind = 'points'
      -- Of one that was paid back in part, what was kept back for a bonus may be owed, with no points left.
      and (o.status = 'partly_cancelled' or exists (select from point_lots t
        where t.order_id = o.id and t.kind = 'paid' and t.remaining > 0))
    order by o.id`.execute(tx)
  let won = 0
  for (const { id } of topUps) {
    const order = await lockOrder(tx, id)
    const verdict = await reversals.points.evaluate(tx, order, now)
    if (!verdict.can) continue
    won += verdict.won
    await beginRefund(tx, order, verdict, { reason: 'withdrawal', now })
  }
  return won
}
