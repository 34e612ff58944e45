import type { RefundRow, Reversal } from './refunds.ts'
import type { OrderKind } from '#contract/transactions/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { type PurchaseRefundInput, decideRefund, type TopUpRefundInput } from './refund-policy.ts'
import { expireWalletPoints } from '../points/expire-points.ts'
import { type PointLotMovement, postEntry } from '../ledger/ledger.ts'

import { topUpBonusColumns } from '../orders/order-queries.ts'
import { subscriptionReversal } from '../subscriptions/billing/charge-reversal.ts'
import { sql } from 'kysely'

const episode: Reversal = {
  async evaluate(tx, order, now, by = decideRefund) {
    const purchase = await tx
      .selectFrom('purchases')
      .select(['state', 'purchased_at', 'first_used_at'])
      .where('order_id', '=', order.id)
      .forUpdate()
      .executeTakeFirst()
    // Without a purchase the order was undeliverable and is refunded automatically (P8). An ended rental keeps its state
    // while a refund is pending.
    const state = (
      !purchase || (purchase.state === 'ended' && (await hasPendingRefund(tx, order.id)))
        ? 'refunding'
        : purchase.state
    ) as PurchaseRefundInput['state']
    const { payment_method, amount: price, event_point, paid_point, created_at } = order
    const bought = { purchased_at: created_at, first_used_at: null, ...purchase, state }
    const paid = { payment_method, price, event_point, paid_point }
    const expired_event_point = await sumExpiredPoints(tx, order.id, now)
    return by({ kind: 'episode', ...bought, ...paid, expired_event_point }, now)
  },

  revoke: (tx, refund) => setPurchase(tx, refund, 'refunding'),

  async post(tx, refund, reverses_entry_id, now) {
    const { id, wallet_id, order_id, title, amount, event_point, paid_point } = refund
    await setPurchase(tx, refund, 'refunded')
    const back = { debit: 'spent', credit: 'wallet' } as const
    await postEntry(
      tx,
      {
        ...{
          kind: 'refund',
          wallet_id,
          title,
          order_id,
          reverses_entry_id,
          source: { type: 'refund', id },
        },
        moves: [
          ...(amount > 0 ? [{ ...cancelled, debit: 'sales', amount } as const] : []),
          ...(event_point > 0 ? [{ unit: 'event', amount: event_point, ...back } as const] : []),
          ...(paid_point > 0 ? [{ unit: 'paid', amount: paid_point, ...back } as const] : []),
        ],
        point_lot_movements: await returnMovements(tx, reverses_entry_id),
      },
      now,
    )
    // Points that return to an expired lot expire at once (D-54).
    await expireWalletPoints(tx, wallet_id, now)
  },

  async restore(tx, refund) {
    await setPurchase(tx, refund, 'active')
    return true
  },
}

const points: Reversal = {
  async evaluate(tx, order, now, by = decideRefund) {
    await expireWalletPoints(tx, order.wallet_id, now)
    const { rows } = await sql<TopUpRefundInput>`
      select ${topUpBonusColumns(sql`o.id`, sql`o.wallet_id`)},
        coalesce((select t.remaining from point_lots t where t.order_id = o.id and t.kind = 'paid'), 0) as remaining,
        o.status = 'cancelled' or o.undeliverable_reason is not null as is_cancelled,
        exists (select from refunds r where r.order_id = o.id and r.status = 'reserved') as is_refunding
      from orders o where o.id = ${order.id}`.execute(tx)
    const [facts] = rows
    if (!facts) throw new Error(`There is no order ${order.id}`)
    return by({ kind: 'points', ...facts }, now)
  },

  async revoke(tx, { id, wallet_id, order_id, title, event_point, paid_point }, now) {
    const revocation = { debit: 'wallet', credit: 'refunding' } as const
    const lots = await listRemainingLots(tx, order_id)
    // No points are left if only an earlier deduction is refunded.
    if (lots.length === 0) return
    await postEntry(
      tx,
      {
        ...{ kind: 'refund', wallet_id, title, order_id, source: { type: 'request', id } },
        moves: pointTransfers({ event_point, paid_point }, revocation),
        point_lot_movements: lots.map((lot) => ({ lot_id: lot.id, change: -lot.remaining })),
      },
      now,
    )
  },

  async post(tx, refund, reverses_entry_id, now) {
    const { id, wallet_id, order_id, title, amount, event_point, paid_point } = refund
    const revokedPoints = (unit: 'event' | 'paid', amount: number) =>
      unit === 'event'
        ? ({ unit, amount, debit: 'refunding', credit: 'granted' } as const)
        : ({ unit, amount, debit: 'refunding', credit: 'issued' } as const)
    await postEntry(
      tx,
      {
        ...{
          kind: 'refund',
          wallet_id,
          title,
          order_id,
          reverses_entry_id,
          source: { type: 'refund', id },
        },
        moves: [
          { ...cancelled, debit: 'prepaid', amount },
          ...(paid_point > 0 ? [revokedPoints('paid', paid_point)] : []),
          ...(event_point > 0 ? [revokedPoints('event', event_point)] : []),
        ],
      },
      now,
    )
  },

  async restore(tx, { id, wallet_id, order_id, title, event_point, paid_point }, now) {
    const revocation = await tx
      .selectFrom('ledger_entries')
      .select('id')
      .where('source_type', '=', 'request')
      .where('source_id', '=', id)
      .executeTakeFirst()
    if (!revocation) return true
    const reverses_entry_id = revocation.id
    const returned = { debit: 'refunding', credit: 'wallet' } as const
    const source = { type: 'refund', id } as const
    await postEntry(
      tx,
      {
        ...{ kind: 'correction', wallet_id, title, order_id, reverses_entry_id, source },
        moves: pointTransfers({ event_point, paid_point }, returned),
        point_lot_movements: await returnMovements(tx, reverses_entry_id),
      },
      now,
    )
    await expireWalletPoints(tx, wallet_id, now)
    return true
  },
}

/** Posting of won that the gateway has cancelled. */
const cancelled = { unit: 'won', credit: 'gateway' } as const

export const reversals: Readonly<Record<OrderKind, Reversal>> = {
  episode,
  points,
  subscription: subscriptionReversal,
}

const pointTransfers = <
  W extends { debit: 'wallet' | 'refunding'; credit: 'wallet' | 'refunding' },
>(
  { event_point, paid_point }: Pick<RefundRow, 'event_point' | 'paid_point'>,
  accounts: W,
) => [
  ...(event_point > 0 ? [{ unit: 'event' as const, amount: event_point, ...accounts }] : []),
  ...(paid_point > 0 ? [{ unit: 'paid' as const, amount: paid_point, ...accounts }] : []),
]

/** Sets the state of the purchase. An ended rental changes only to `refunded`: it cannot be revoked or restored. */
async function setPurchase(
  tx: Tx,
  { order_id }: Pick<RefundRow, 'order_id'>,
  state: 'active' | 'refunding' | 'refunded',
): Promise<void> {
  let purchase = tx.updateTable('purchases').set({ state }).where('order_id', '=', order_id)
  if (state !== 'refunded') purchase = purchase.where('state', '<>', 'ended')
  await purchase.execute()
}

async function hasPendingRefund(tx: Tx, order_id: number): Promise<boolean> {
  const reserved = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order_id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  return reserved !== undefined
}

/** Lot movements that return the points of an entry to the lots they came from (L7). */
async function returnMovements(tx: Tx, entry_id: number): Promise<PointLotMovement[]> {
  const moves = await tx
    .selectFrom('point_lot_movements')
    .select(['lot_id', 'change'])
    .where('entry_id', '=', entry_id)
    .where('change', '<', 0)
    .execute()
  return moves.map(({ lot_id, change }) => ({ lot_id, change: -change }))
}

async function listRemainingLots(tx: Tx, order_id: number) {
  return tx
    .selectFrom('point_lots')
    .select(['id', 'kind', 'remaining'])
    .where('order_id', '=', order_id)
    .where('remaining', '>', 0)
    .execute()
}

/** Sums the event points of an order's payment whose lots have expired since. */
async function sumExpiredPoints(tx: Tx, order_id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(-sum(m.change), 0)::int as amount
    from ledger_entries l join point_lot_movements m on m.entry_id = l.id join point_lots t on t.id = m.lot_id
    where l.source_type = 'order' and l.source_id = ${order_id} and t.kind = 'event' and t.expires_at <= ${now}`.execute(
    tx,
  )
  return rows[0]?.amount ?? 0
}
