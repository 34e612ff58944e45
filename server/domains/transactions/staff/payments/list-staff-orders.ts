import type { MemberOrder } from '#contract/transactions/staff/payments.ts'
import type { Db } from '#server/db/client.ts'
import type { ListPage, PageRequest } from '../../history/history-queries.ts'
import { failureText } from '../../orders/orders.copy.ts'
import { isPaid } from '../../orders/orders.ts'
import { decideStaffRefund, ineligible, type RefundInput } from '../../refunds/refund-policy.ts'
import { readStaffOrders, type StaffOrderRow } from './staff-order-queries.ts'

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
