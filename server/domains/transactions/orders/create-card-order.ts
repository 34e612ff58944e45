import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { isPaymentWindowUsable, paymentWindowExpiry } from './payment-window.ts'
import { failureCodes } from './orders.copy.ts'
import {
  failUnpaidOrder,
  insertCardOrder,
  isPending,
  type NewOrder,
  type OrderRow,
} from './orders.ts'

type CardOrderItem =
  | { kind: 'episode'; episode_id: number; ownership_type_id: 2 | 3; title: string; amount: number }
  | { kind: 'points'; point_amount: number; point_bonus: number; title: string; amount: number }

/**
 * Returns the card order for an item. An identical order in flight is reused, so that two tabs or a double click share one
 * (P4); a different one is failed and replaced. The caller holds the lock of the wallet.
 * @throws ProblemError `order_under_way` while a payment for the item is pending.
 */
export async function createCardOrder(
  tx: Tx,
  wallet_id: number,
  item: CardOrderItem,
  now: Date,
): Promise<OrderRow> {
  const existing = await findInFlight(tx, wallet_id, item)
  if (existing && isPending(existing)) throwProblem('order_under_way')
  if (existing && isSameOrder(existing, item) && isPaymentWindowUsable(existing, now))
    return existing
  if (existing) await failUnpaidOrder(tx, existing.id, failureCodes.replaced)
  const order: NewOrder = {
    ...item,
    wallet_id,
    consented_at: now,
    payment_expires_at: paymentWindowExpiry(now),
  }
  return insertCardOrder(tx, order, now)
}

/** Finds the unfinished order for the same item (P4). */
async function findInFlight(
  tx: Tx,
  wallet_id: number,
  payable:
    | Pick<CardOrderItem & { kind: 'episode' }, 'kind' | 'episode_id'>
    | Pick<CardOrderItem & { kind: 'points' }, 'kind' | 'point_amount'>,
): Promise<OrderRow | undefined> {
  const inFlight = tx
    .selectFrom('orders')
    .selectAll()
    .where('wallet_id', '=', wallet_id)
    .where('kind', '=', payable.kind)
    .where('status', 'in', ['created', 'confirming', 'unknown'])
  const query =
    payable.kind === 'episode'
      ? inFlight.where('episode_id', '=', payable.episode_id)
      : inFlight.where('point_amount', '=', payable.point_amount)
  return (await query.executeTakeFirst()) as OrderRow | undefined
}

const isSameOrder = (existing: OrderRow, item: CardOrderItem) =>
  existing.amount === item.amount &&
  (item.kind === 'episode'
    ? existing.ownership_type_id === item.ownership_type_id
    : existing.point_bonus === item.point_bonus)
