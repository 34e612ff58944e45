import { pointPackages } from '#contract/money.ts'
import type { Order } from '#contract/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { endRental, rentalEnd } from './deliver-episode.ts'
import { type Bargain, bargainOf } from './find-sale.ts'
import { booking } from './ledger.ts'
import { refuseOwned } from './order-episode.ts'
import { failures } from './orders.copy.ts'
import { dropOrder, isUnsettled, newOrderId, type OrderRow } from './orders.ts'
import type { Payer } from './payer.ts'
import { sql } from 'kysely'
import { planSpending, type Spending } from './points.ts'
import { orderOf, readTill } from './queries.ts'
import { lockWallet } from './wallets.ts'

type Item = { episode_id: number; ownership_type_id: 2 | 3; changed_point: number }

/**
 * Buys an episode with points, at once (D-53): order, entry, lots and purchase are one transaction.
 * @throws Refusal `points_missing` with how many and the package that fills the gap, and what `orderEpisode` throws
 */
export async function buyWithPoints(
  { member, transact, now }: Payer,
  { changed_point, ...item }: Item,
): Promise<Order> {
  return transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const till = (await readTill(tx, wallet.id, item.episode_id)) ?? refuse('not_found')
    const { living, in_flight, lots, ...episode } = till
    const bargain = bargainOf(till, member, item, now)
    if (changed_point !== -bargain.price) refuseField('changed_point', 'not_in_list')
    refuseOwned(living, item, now)
    if (in_flight && isUnsettled(in_flight)) refuse('order_under_way')
    const spending = planSpending(lots ?? [], bargain.price, now)
    if (!spending.can) return refuse('points_missing', { missing: missingOf(spending.missing) })
    if (in_flight) await dropOrder(tx, in_flight.id, failures.replaced)
    if (living) await endRental(tx, living.id)
    return orderOf(await buy(tx, wallet.id, bargain, spending, now), episode)
  })
}

/** How many points are missing, and the smallest package that fills the gap: the largest where none does (D-53). */
export function missingOf(points: number) {
  const fitting = pointPackages.find(({ amount }) => amount >= points) ?? pointPackages.at(-1)
  return { points, package: fitting?.amount ?? points }
}

/** Order, purchase and entry in one statement: members wait for each further one. */
async function buy(
  tx: Tx,
  wallet_id: number,
  { price, title, episode_id, ownership_type_id }: Bargain,
  { lot_moves, event_point, paid_point }: Spending & { can: true },
  now: Date,
): Promise<OrderRow> {
  const spend = { debit: 'wallet', credit: 'spent' } as const
  const moves = [
    ...(event_point > 0 ? [{ unit: 'event', amount: event_point, ...spend } as const] : []),
    ...(paid_point > 0 ? [{ unit: 'paid', amount: paid_point, ...spend } as const] : []),
  ]
  const source = { type: 'order' } as const
  const { rows } = await sql<OrderRow>`
    /* buy_with_points */
    with ordered as (
      insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id, ownership_type_id,
        event_point, paid_point, created_at, agreed_at, paid_at)
      values (${newOrderId()}, ${wallet_id}, 'episode', 'paid', 'point', ${title}, ${price}, ${episode_id},
        ${ownership_type_id}, ${event_point}, ${paid_point}, ${now}, ${now}, ${now})
      returning *
    ), bought as (
      insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at, ends_at)
      select wallet_id, episode_id, ownership_type_id, id, created_at, ${rentalEnd(ownership_type_id, now)}::timestamptz
      from ordered
    ), ${booking(
      { wallet_id, title, lot_moves, moves, source, kind: 'purchase' },
      sql`select id as source_id, id as order_id from ordered`,
      now,
    )}
    select * from ordered`.execute(tx)
  const [order] = rows
  if (!order) throw new Error('An order that was put in comes back')
  return order
}
