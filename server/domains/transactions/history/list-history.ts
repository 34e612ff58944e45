import { dayMs } from '#contract/core/seoul-time.ts'
import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type { PointBalance, Purchase } from '#contract/transactions/transactions.ts'
import type { Db } from '#server/db/client.ts'
import { decideRefund } from '../refunds/refund-policy.ts'
import {
  type ListPage,
  type OrderedPageRequest,
  type PageRequest,
  type PointLotRow,
  readPointLots,
  readPurchases,
} from './history-queries.ts'

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
  const expiring_until = new Date(now.getTime() + expiryNoticeDays * dayMs)
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
