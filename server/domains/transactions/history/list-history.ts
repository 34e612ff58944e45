import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type { PointBalance, Purchase } from '#contract/transactions/transactions.ts'
import type { Db } from '#server/db/client.ts'
import {
  decideRefund,
  decideStaffRefund,
  ineligible,
  type RefundInput,
} from '../refunds/refund-policy.ts'
import {
  type ListPage,
  type OrderedPageRequest,
  type PageRequest,
  type PointLotRow,
  readPointLots,
  readPurchases,
  readStaffOrders,
  type StaffOrderRow,
} from './history-queries.ts'
import type { MemberOrder } from '#contract/studio/members.ts'
import { failureText } from '../orders/orders.copy.ts'
import { isPaid } from '../orders/orders.ts'

/** Lists a member's purchases and rentals, newest first. */
export async function listPurchases(
  db: Db,
  member_id: number,
  query: PageRequest & { ownership_type_id?: '2' | '3' | undefined },
  now: Date,
): Promise<ListPage<Purchase>> {
  const { count, results } = await readPurchases(db, member_id, query, now)
  return {
    count,
    results: results.flatMap(({ episode, ...row }) => {
      const refundable = decideRefund({ ...row, kind: 'episode' }, now)
      return episode ? [{ ...row, episode, refundable }] : []
    }),
  }
}

/** Lists both balances, the points that expire within 30 days, and a page of lots. */
export async function listPoints(
  db: Db,
  member_id: number,
  query: OrderedPageRequest,
  now: Date,
): Promise<PointBalance> {
  const expiring_until = new Date(now.getTime() + expiryNoticeDays * 86_400_000)
  const rows = await readPointLots(db, member_id, query, { now, expiring_until })
  const { event_point = 0, paid_point = 0, expiring, count = 0 } = rows[0] ?? {}
  const toRefundable = (lot: Omit<PointLotRow, 'position'>) =>
    lot.kind === 'paid' && lot.order_id ? decideRefund({ ...lot, kind: 'points' }, now) : null
  return {
    event_point,
    paid_point,
    count,
    expiring: (expiring ?? []).map((group) => ({
      ...group,
      expires_at: new Date(group.expires_at).toISOString(),
    })),
    results: rows.flatMap(({ position, ...lot }) =>
      position === null ? [] : [{ ...lot, refundable: toRefundable(lot) }],
    ),
  }
}

/** Lists a member's orders, newest first, with the refund that staff could make. */
export async function listStaffOrders(
  db: Db,
  member_id: number,
  page: PageRequest,
  now: Date,
): Promise<ListPage<MemberOrder>> {
  const { count, results } = await readStaffOrders(db, member_id, page, now)
  return {
    count,
    results: results.map((row) => {
      const { order_id, kind, title, status, payment_method, amount, cancelled_amount } = row
      return {
        order_id,
        kind,
        title,
        status,
        payment_method,
        amount,
        cancelled_amount,
        created_at: row.created_at,
        paid_at: row.paid_at,
        failure: row.failure_code ? failureText(row.failure_code) : null,
        refund_preview: isPaid(row) ? decideStaffRefund(toRefundInput(row), now) : notPaid,
      }
    }),
  }
}

const notPaid = ineligible('not_paid')

function toRefundInput(row: StaffOrderRow): RefundInput {
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
