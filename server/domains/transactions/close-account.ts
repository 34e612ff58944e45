import type { Tx } from '#server/db/client.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { closeAccountEmailCopy } from './close-account.copy.ts'
import { failureCodes } from './orders/orders.copy.ts'
import { failUnpaidOrder, lockOrder } from './orders/order-queries.ts'
import { beginRefund } from './refunds/process-refund.ts'
import { reversals } from './refunds/reversals.ts'
import { closeMemberSubscription } from './subscriptions/close-account.ts'
import { findOwnerEmail } from './subscriptions/subscription-queries.ts'
import { sql } from 'kysely'

/**
 * Account-deletion hook, called in the transaction that deletes the member. Refunds the remaining paid points and every
 * refundable subscription charge to the original cards by jobs, and e-mails the total. The wallet and its ledger are kept
 * without an owner for the statutory retention period. See D-18.
 */
export async function closeMemberPayments(tx: Tx, member_id: number, now: Date): Promise<void> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('id')
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (!wallet) return
  await failUnpaidOrders(tx, wallet.id)
  const points = await refundPoints(tx, wallet.id, now)
  const charge = await closeMemberSubscription(tx, wallet.id, now)
  const to = points + charge > 0 ? await findOwnerEmail(tx, wallet.id) : undefined
  const copy = closeAccountEmailCopy({ points, charge })
  if (to) await queueMessage(tx, { kind: 'mail', to, ...renderEmail(copy) }, { now })
}

/** Fails the orders whose payment windows are still open. */
async function failUnpaidOrders(tx: Tx, wallet_id: number): Promise<void> {
  const unpaid = await tx
    .selectFrom('orders')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('status', '=', 'created')
    .forUpdate()
    .execute()
  for (const { id } of unpaid) await failUnpaidOrder(tx, id, failureCodes.replaced)
}

/** @returns the refunded won. */
async function refundPoints(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  const { rows: topUps } = await sql<{ id: number }>`
    select o.id from orders o where o.wallet_id = ${wallet_id} and o.kind = 'points'
      -- A partly refunded top-up may still owe won deducted for its bonus, even with no points left.
      and (o.status = 'partly_cancelled' or exists (select from point_lots t
        where t.order_id = o.id and t.kind = 'paid' and t.remaining > 0))
    order by o.id`.execute(tx)
  let won = 0
  for (const { id } of topUps) {
    const order = await lockOrder(tx, id)
    const decision = await reversals.points.evaluate(tx, order, now)
    if (!decision.can) continue
    won += decision.amount
    await beginRefund(tx, order, decision, { reason: 'withdrawal', now })
  }
  return won
}
