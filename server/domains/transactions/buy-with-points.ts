import { pointPackages } from '#contract/money.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { deliverEpisode } from './deliver-episode.ts'
import { type Bargain, findSale } from './find-sale.ts'
import { post } from './ledger.ts'
import { findInFlight } from './order-by-card.ts'
import { refuseOwned } from './order-episode.ts'
import { failures } from './orders.copy.ts'
import { dropOrder, isUnsettled, newOrderId, type OrderRow } from './orders.ts'
import type { Payer } from './payer.ts'
import { type Lot, planSpending, type Spending } from './points.ts'
import { lockWallet } from './wallets.ts'

type Item = { episode_id: number; ownership_type_id: 2 | 3; changed_point: number }

/**
 * Buys an episode with points, at once (D-53): order, entry, lots and purchase are one transaction.
 * @throws Refusal `points_missing` with how many and the package that fills the gap, and what `orderEpisode` throws
 */
export async function buyWithPoints(
  { member, transact, now }: Payer,
  { changed_point, ...item }: Item,
): Promise<OrderRow> {
  return transact(async (tx) => {
    const bargain = await findSale(tx, member, item, now)
    if (changed_point !== -bargain.price) refuseField('changed_point', 'not_in_list')
    const wallet = await lockWallet(tx, member.id, now)
    await refuseOwned(tx, wallet.id, item, now)
    const there = await findInFlight(tx, wallet.id, { kind: 'episode', ...item })
    if (there && isUnsettled(there)) refuse('order_under_way')
    if (there) await dropOrder(tx, there.id, failures.replaced)
    const spending = planSpending(await readLots(tx, wallet.id), bargain.price, now)
    if (!spending.can) return refuse('points_missing', { missing: missingOf(spending.missing) })
    return buy(tx, wallet.id, bargain, spending, now)
  })
}

/** How many points are missing, and the smallest package that fills the gap: the largest where none does (D-53). */
export function missingOf(points: number) {
  const fitting = pointPackages.find(({ amount }) => amount >= points) ?? pointPackages.at(-1)
  return { points, package: fitting?.amount ?? points }
}

async function readLots(tx: Tx, wallet_id: number): Promise<Lot[]> {
  return (await tx
    .selectFrom('point_lots')
    .select(['id', 'kind', 'remaining', 'expires_at'])
    .where('wallet_id', '=', wallet_id)
    .where('remaining', '>', 0)
    .execute()) as Lot[]
}

async function buy(
  tx: Tx,
  wallet_id: number,
  { price, title, ...item }: Bargain,
  { lot_moves, event_point, paid_point }: Spending & { can: true },
  now: Date,
): Promise<OrderRow> {
  const at = now.toISOString()
  const order = (await tx
    .insertInto('orders')
    .values({
      ...{ wallet_id, title, ...item, event_point, paid_point },
      ...{ order_id: newOrderId(), kind: 'episode', status: 'paid', payment_method: 'point' },
      ...{ amount: price, created_at: at, agreed_at: at, paid_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as OrderRow
  await deliverEpisode(tx, order, now)
  const spend = { debit: 'wallet', credit: 'spent' } as const
  await post(
    tx,
    {
      ...{ wallet_id, title, lot_moves, order_id: order.id },
      kind: 'purchase',
      source: { type: 'order', id: order.id },
      moves: [
        ...(event_point > 0 ? [{ unit: 'event', amount: event_point, ...spend } as const] : []),
        ...(paid_point > 0 ? [{ unit: 'paid', amount: paid_point, ...spend } as const] : []),
      ],
    },
    now,
  )
  return order
}
