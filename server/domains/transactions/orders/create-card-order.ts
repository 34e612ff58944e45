import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { isPaymentWindowUsable, paymentWindowExpiry } from './payment-window.ts'
import { failUnpaidOrder, findOrderInFlight, insertCardOrder } from './order-queries.ts'
import type { OrderItem } from './order-queries.ts'
import { failureCodes } from './orders.copy.ts'
import { isPending, type OrderRow } from './orders.ts'

type CardOrderItem = Exclude<OrderItem, { kind: 'subscription' }> & {
  title: string
  amount: number
}

/**
 * Returns the card order for an item. An identical order in flight is reused, so that two tabs or a double click share one
 * (P4); a different one is failed and replaced. The caller holds the lock of the wallet.
 * @throws ProblemError `order_in_progress` while a payment for the item is pending.
 */
export async function createCardOrder(
  tx: Tx,
  wallet_id: number,
  item: CardOrderItem,
  now: Date,
): Promise<OrderRow> {
  const existing = await findOrderInFlight(tx, wallet_id, item)
  if (existing && isPending(existing)) throwProblem('order_in_progress')
  if (existing && isSameOrder(existing, item) && isPaymentWindowUsable(existing, now))
    return existing
  if (existing) await failUnpaidOrder(tx, existing.id, failureCodes.replaced)
  const payment_expires_at = paymentWindowExpiry(now)
  return insertCardOrder(tx, { ...item, wallet_id, consented_at: now, payment_expires_at }, now)
}

const isSameOrder = (existing: OrderRow, item: CardOrderItem) =>
  existing.amount === item.amount &&
  (item.kind === 'episode'
    ? existing.ownership_type_id === item.ownership_type_id
    : existing.point_bonus === item.point_bonus && existing.title === item.title)
