import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import { type ListPage, type PageRequest, readWalletPage } from '../../history/history-queries.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { expiredEventPoints } from '../../points/point-queries.ts'
import type { TopUpRefundInput } from '../../refunds/refund-policy.ts'
import { topUpBonusColumns } from '../../refunds/refund-queries.ts'

/** An order with the columns that decide its refund, for all kinds. */
export type StaffOrderRow = OrderRow &
  Pick<TopUpRefundInput, 'bonus_remaining' | 'bonus_spent' | 'deducted'> & {
    state: 'active' | 'refunding' | 'refunded' | 'ended' | null
    purchased_at: string | null
    first_used_at: string | null
    expired_event_point: number
    paid_left: number
    is_reserved: boolean
    is_refunded: boolean
    running_status: 'active' | 'past_due' | 'ended' | null
    plan_first_used_at: string | null
  }

/** Reads a member's orders, newest first. */
export async function readStaffOrders(
  db: Db,
  member_id: number,
  { limit, offset }: PageRequest,
  now: Date,
): Promise<ListPage<StaffOrderRow>> {
  return readWalletPage<StaffOrderRow>(
    db,
    member_id,
    sql`(select count(*) from orders o where o.wallet_id = w.id)`,
    sql`select row_number() over () as position, o.*, p.state, p.purchased_at, p.first_used_at,
        ${expiredEventPoints(sql`o.id`, now)} as expired_event_point,
        coalesce((select remaining from point_lots t where t.order_id = o.id and t.kind = 'paid'), 0) as paid_left,
        ${topUpBonusColumns(sql`o.id`, sql`o.wallet_id`)},
        exists (select from refunds r where r.order_id = o.id and r.status = 'pending') as is_reserved,
        exists (select from refunds r where r.order_id = o.id and r.kind <> 'points' and r.status <> 'failed') as is_refunded,
        s.status as running_status, s.first_used_at as plan_first_used_at
      from (
        select * from orders where wallet_id = w.id order by id desc limit ${limit} offset ${offset}
      ) as o
      left join purchases p on p.order_id = o.id
      left join subscriptions s on s.wallet_id = w.id and s.order_id = o.id
      order by o.id desc`,
  )
}
