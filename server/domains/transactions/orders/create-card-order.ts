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

type Wanted =
  | { kind: 'episode'; episode_id: number; ownership_type_id: 2 | 3; title: string; amount: number }
  | { kind: 'points'; point_amount: number; point_bonus: number; title: string; amount: number }

/**
 * The order by which a member pays for something by card: the one that is in flight for it, where that is the same, so
 * that two tabs and a double click have one (P4); else another takes its place. The wallet is locked.
 * @throws Refusal `order_under_way` while the gateway is being asked about one.
 */
export async function createCardOrder(
  tx: Tx,
  wallet_id: number,
  wanted: Wanted,
  now: Date,
): Promise<OrderRow> {
  const there = await findInFlight(tx, wallet_id, wanted)
  if (there && isPending(there)) throwProblem('order_under_way')
  if (there && isSame(there, wanted) && isPaymentWindowUsable(there, now)) return there
  if (there) await failUnpaidOrder(tx, there.id, failureCodes.replaced)
  const order: NewOrder = {
    ...wanted,
    wallet_id,
    agreed_at: now,
    window_ends_at: paymentWindowExpiry(now),
  }
  return insertCardOrder(tx, order, now)
}

/** The order in flight for the same payable (P4). */
async function findInFlight(
  tx: Tx,
  wallet_id: number,
  of:
    | Pick<Wanted & { kind: 'episode' }, 'kind' | 'episode_id'>
    | Pick<Wanted & { kind: 'points' }, 'kind' | 'point_amount'>,
): Promise<OrderRow | undefined> {
  const flight = tx
    .selectFrom('orders')
    .selectAll()
    .where('wallet_id', '=', wallet_id)
    .where('kind', '=', of.kind)
    .where('status', 'in', ['created', 'confirming', 'unknown'])
  const mine =
    of.kind === 'episode'
      ? flight.where('episode_id', '=', of.episode_id)
      : flight.where('point_amount', '=', of.point_amount)
  return (await mine.executeTakeFirst()) as OrderRow | undefined
}

const isSame = (there: OrderRow, wanted: Wanted) =>
  there.amount === wanted.amount &&
  (wanted.kind === 'episode'
    ? there.ownership_type_id === wanted.ownership_type_id
    : there.point_bonus === wanted.point_bonus)
