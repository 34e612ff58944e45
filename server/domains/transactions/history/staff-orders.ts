import type { MemberOrder } from '#contract/studio/members.ts'
import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import { decideStaffRefund, type RefundInput } from '../refunds/refund-policy.ts'
import { readWalletPage, type ListPage, type PageRequest } from './member-history.ts'
import { failureText } from '../orders/orders.copy.ts'
import { topUpBonusColumns } from '../orders/order-queries.ts'
import { isPaid, type OrderRow } from '../orders/orders.ts'

/** Finds the member id of an order's owner; undefined if the order is missing or its owner has left. */
export async function findOrderOwner(db: Db, order_id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('wallets as w', 'w.id', 'o.wallet_id')
    .select('w.member_id')
    .where('o.order_id', '=', order_id)
    .executeTakeFirst()
  return row?.member_id ?? undefined
}

/** Columns beside the order that decide a refund, for all kinds. */
type RefundColumns = {
  place: number
  state: 'active' | 'refunding' | 'refunded' | 'ended' | null
  purchased_at: string | null
  first_used_at: string | null
  expired_event_point: number
  paid_left: number
  bonus_remaining: number
  bonus_spent: number
  withheld: number
  is_reserved: boolean
  is_refunded: boolean
  running_status: 'active' | 'past_due' | 'ended' | null
  plan_first_used_at: string | null
}

/** Lists a member's orders, newest first, with the refund that staff could make (D-80). */
export async function listStaffOrders(
  db: Db,
  member_id: number,
  { limit, offset }: PageRequest,
  now: Date,
): Promise<ListPage<MemberOrder>> {
  const { count, results } = await readWalletPage<OrderRow & RefundColumns>(
    db,
    member_id,
    sql`(select count(*) from orders o where o.wallet_id = w.id)`,
    sql`select row_number() over () as place, o.*, p.state, p.purchased_at, p.first_used_at,
        coalesce((
          select -sum(m.change) from ledger_entries l join point_lot_movements m on m.entry_id = l.id join point_lots t on t.id = m.lot_id
          where l.source_type = 'order' and l.source_id = o.id and t.kind = 'event' and t.expires_at <= ${now}
        ), 0)::int as expired_event_point,
        coalesce((select remaining from point_lots t where t.order_id = o.id and t.kind = 'paid'), 0) as paid_left,
        ${topUpBonusColumns(sql`o.id`, sql`o.wallet_id`)},
        exists (select from refunds r where r.order_id = o.id and r.status = 'reserved') as is_reserved,
        exists (select from refunds r where r.order_id = o.id and r.kind <> 'points' and r.status <> 'failed') as is_refunded,
        s.status as running_status, s.first_used_at as plan_first_used_at
      from (
        select * from orders where wallet_id = w.id order by id desc limit ${limit} offset ${offset}
      ) as o
      left join purchases p on p.order_id = o.id
      left join subscriptions s on s.wallet_id = w.id and s.order_id = o.id
      order by o.id desc`,
  )
  return {
    count,
    results: results.map((row) => {
      const { order_id, kind, title, status, payment_method, amount, cancelled_amount } = row
      const {
        can,
        obstacle,
        amount: refundable,
        event_point,
        paid_point,
        expired_event_point,
      } = isPaid(row)
        ? decideStaffRefund(toRefundInput(row), now)
        : { ...noRefund, obstacle: 'not_paid' as const }
      return {
        ...{ order_id, kind, title, status, payment_method, amount, cancelled_amount },
        ...{ created_at: row.created_at, paid_at: row.paid_at },
        failure: row.failure_code ? failureText(row.failure_code) : null,
        back: { can, obstacle, amount: refundable, event_point, paid_point, expired_event_point },
      }
    }),
  }
}

const noRefund = { can: false, amount: 0, event_point: 0, paid_point: 0, expired_event_point: 0 }

function toRefundInput(row: OrderRow & RefundColumns): RefundInput {
  switch (row.kind) {
    case 'episode': {
      const isRefunding = row.state === null || (row.state === 'ended' && row.is_reserved)
      const { amount: price, purchased_at } = row
      const state = isRefunding ? 'refunding' : (row.state ?? 'refunding')
      return { ...row, kind: 'episode', state, price, purchased_at: purchased_at ?? row.created_at }
    }
    case 'points':
      return {
        ...row,
        kind: 'points',
        remaining: row.paid_left,
        is_cancelled: row.status === 'cancelled' || row.undeliverable_reason !== null,
        is_refunding: row.is_reserved,
      }
    case 'subscription':
      return {
        ...row,
        kind: 'subscription',
        status: row.running_status ?? 'ended',
        first_used_at: row.plan_first_used_at,
        paid_at: row.paid_at ?? row.created_at,
        // It affects only the subscription after the refund, not the amount.
        before: null,
        is_refunding: row.is_refunded || row.undeliverable_reason !== null,
      }
  }
}
