import type { Episode } from '#contract/contents/contents.ts'
import type { Order, Receipt } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { episodeCardColumns } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import type { ActivePurchase } from '../entitlements/purchase-queries.ts'
import { failureText } from './orders.copy.ts'
import { isPaid, type OrderRow } from './orders.ts'
import type { SpendableLot } from '../points/point-lots.ts'

/** Reads a visible episode with its purchase and rental prices. */
export async function readVisibleEpisode(db: Db, id: number): Promise<Episode | undefined> {
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = ${id} and not e.is_hidden and not s.is_hidden`.execute(db)
  return rows[0]
}

/** State that decides whether an episode can be bought with points. */
export type CheckoutState = {
  episode: Episode
  living: ActivePurchase | null
  in_flight: Pick<OrderRow, 'id' | 'status'> | null
  lots: SpendableLot[] | null
}

/**
 * Reads checkout states by wallet id, in one query; hidden and missing episodes have none. The caller holds the locks of the
 * wallets, so the states stay valid until commit.
 */
export async function readCheckoutStates(
  tx: Tx,
  requests: readonly { wallet_id: number; episode_id: number }[],
): Promise<Map<number, CheckoutState>> {
  const wallets = requests.map(({ wallet_id }) => wallet_id)
  const episodes = requests.map(({ episode_id }) => episode_id)
  const { rows } = await sql<Omit<CheckoutState, 'episode'> & Episode & { wallet_id: number }>`
    /* read_checkout_states */
    select ${episodeCardColumns}, w.id as wallet_id,
      (select json_build_object('id', p.id, 'state', p.state, 'ownership_type_id', p.ownership_type_id, 'expires_at', p.expires_at)
        from purchases p where p.wallet_id = w.id and p.episode_id = e.id and p.state in ('active', 'refunding')) as living,
      (select json_build_object('id', o.id, 'status', o.status) from orders o
        where o.wallet_id = w.id and o.kind = 'episode' and o.episode_id = e.id
          and o.status in ('created', 'confirming', 'unknown')) as in_flight,
      (select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'remaining', l.remaining, 'expires_at', l.expires_at))
        from point_lots l where l.wallet_id = w.id and l.remaining > 0) as lots
    from unnest(${wallets}::int[], ${episodes}::int[]) as w (id, episode_id)
      join episodes e on e.id = w.episode_id join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where not e.is_hidden and not s.is_hidden`.execute(tx)
  return new Map(
    rows.map(({ wallet_id, living, in_flight, lots, ...episode }) => [
      wallet_id,
      { living, in_flight, lots, episode },
    ]),
  )
}

/** Reads episodes by id, including hidden ones: members still see episodes they have bought. */
export async function readOrderedEpisodes(
  db: Db,
  ids: readonly (number | null)[],
): Promise<Map<number, Episode>> {
  const episodeIds = [...new Set(ids.filter((id) => id !== null))]
  if (episodeIds.length === 0) return new Map()
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = any (${episodeIds}::int[])`.execute(db)
  return new Map(rows.map((episode) => [episode.id, episode]))
}

/** Finds an order by its public id, if it belongs to the member. */
export async function findMemberOrder(
  db: Db,
  member_id: number,
  order_id: string,
): Promise<OrderRow | undefined> {
  return (await db
    .selectFrom('orders')
    .innerJoin('wallets', 'wallets.id', 'orders.wallet_id')
    .selectAll('orders')
    .where('orders.order_id', '=', order_id)
    .where('wallets.member_id', '=', member_id)
    .executeTakeFirst()) as OrderRow | undefined
}

/** Loads the API response of an order, with its episode. */
export async function loadOrderResponse(db: Db, row: OrderRow): Promise<Order> {
  const episodes = await readOrderedEpisodes(db, [row.episode_id])
  return toOrderResponse(row, episodes.get(row.episode_id ?? 0) ?? null)
}

/** Builds the API response of an order from a row and its episode. */
export function toOrderResponse(row: OrderRow, episode: Episode | null): Order {
  const { order_id, kind, status, title, amount, cancelled_amount, payment_method } = row
  const { ownership_type_id, created_at, payment_expires_at, failure_code } = row
  return {
    ...{ order_id, kind, status, title, amount, cancelled_amount, payment_method },
    ...{ ownership_type_id, created_at, payment_expires_at },
    episode,
    points:
      row.point_amount === null ? null : { amount: row.point_amount, bonus: row.point_bonus ?? 0 },
    failure: failure_code ? { code: failure_code, detail: failureText(failure_code) } : null,
    receipt: isPaid(row) && payment_method === 'card' ? receiptOf(row) : null,
  }
}

/** VAT is 10 % of the net price, rounded as the gateway rounds it. */
function receiptOf({ amount, approval_number, card, paid_at, created_at }: OrderRow): Receipt {
  const vat = Math.round(amount / 11)
  return { approval_number, card, vat, supply_price: amount - vat, paid_at: paid_at ?? created_at }
}

/** Locks the orders of a wallet whose payment windows are still open. */
export async function lockUnpaidOrders(tx: Tx, wallet_id: number): Promise<Pick<OrderRow, 'id'>[]> {
  return tx
    .selectFrom('orders')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('status', '=', 'created')
    .forUpdate()
    .execute()
}
