import type { Refundable } from '#contract/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { decideForced } from './decide-refund.ts'
import { isPaid, lockOrder } from './orders.ts'
import type { MoneyParts } from './parts.ts'
import { findOwnOrder } from './queries.ts'
import { reserveRefund } from './reserve-refund.ts'
import { type RefundRow, reversals } from './reversals.ts'
import { closeRefund } from './settle-refund.ts'
import { lockWallet } from './wallets.ts'

/**
 * D-80: sets out to pay an order back as staff decided, also where D-55 says no. The same three steps as `refund`: after
 * this is committed `settleRefund` asks the gateway, or the job does.
 * @returns the refund, and what was overridden: `obstacle` is null where the member could have asked himself.
 * @throws Refusal `not_found` for an order that is not his; `refund_refused` for what is not paid, or paid back already;
 * `order_under_way` while a charge of the same subscription is
 */
export async function reserveStaffRefund(
  tx: Tx,
  parts: Pick<MoneyParts, 'clock' | 'log'>,
  { member_id, order_id, now }: { member_id: number; order_id: string; now: Date },
): Promise<{ refund: RefundRow; obstacle: Refundable['obstacle'] }> {
  const found = (await findOwnOrder(tx, member_id, order_id)) ?? refuse('not_found')
  await lockWallet(tx, member_id, now)
  const order = await lockOrder(tx, found.id)
  if (!isPaid(order)) refuse('refund_refused', { obstacle: 'not_paid' })
  const verdict = await reversals[order.kind].decide(tx, order, now, decideForced)
  const { can, obstacle } = verdict
  if (!can) refuse('refund_refused', obstacle ? { obstacle } : {})
  const refund = await reserveRefund(tx, order, verdict, { reason: 'staff', now })
  // Points go from us to him: nobody else is asked.
  if (refund.won === 0) await closeRefund(tx, parts, refund, null)
  return { refund, obstacle }
}
