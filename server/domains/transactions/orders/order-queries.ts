import type { Episode } from '#contract/contents/contents.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  episodeCardColumns,
  isOrderableSql,
  episodeScope,
  playableScope,
} from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import type { ActivePurchase } from '../entitlements/purchase-queries.ts'
import { failureCodes } from './orders.copy.ts'
import { newOrderId, type OrderRow, toOrderResponse } from './orders.ts'
import type { SpendableLot } from '../points/point-lots.ts'

/** Reads a published or upcoming episode with its purchase and rental prices. */
export async function readOrderableEpisode(db: Db, id: number): Promise<Episode | undefined> {
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns(episodeScope)}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = ${id} and ${isOrderableSql(playableScope)}`.execute(db)
  return rows[0]
}

/** State that decides whether an episode can be bought with points. */
export type CheckoutState = {
  episode: Episode
  active: ActivePurchase | null
  in_flight: Pick<OrderRow, 'id' | 'status'> | null
  lots: SpendableLot[] | null
  /** Amounts of the packages on sale, in ascending order. */
  packages: number[] | null
  /** The terms of new rentals. */
  rental_terms_id: number
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
    select ${episodeCardColumns(episodeScope)}, w.id as wallet_id,
      (select json_build_object('id', p.id, 'state', p.state, 'ownership_type_id', p.ownership_type_id, 'expires_at', p.expires_at)
        from purchases p where p.wallet_id = w.id and p.episode_id = e.id and p.state in ('active', 'refunding')) as active,
      (select json_build_object('id', o.id, 'status', o.status) from orders o
        where o.wallet_id = w.id and o.kind = 'episode' and o.episode_id = e.id
          and o.status in ('created', 'confirming', 'unknown')) as in_flight,
      (select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'remaining', l.remaining, 'expires_at', l.expires_at))
        from point_lots l where l.wallet_id = w.id and l.remaining > 0) as lots,
      (select json_agg(k.amount order by k.amount) from point_packages k where k.retired_at is null) as packages,
      (select max(t.id) from rental_terms t) as rental_terms_id
    from unnest(${wallets}::int[], ${episodes}::int[]) as w (id, episode_id)
      join episodes e on e.id = w.episode_id join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where ${isOrderableSql(playableScope)}`.execute(tx)
  return new Map(
    rows.map(({ wallet_id, active, in_flight, lots, packages, rental_terms_id, ...episode }) => [
      wallet_id,
      { active, in_flight, lots, packages, rental_terms_id, episode },
    ]),
  )
}

/** Reads episodes by id, including hidden ones: members still see episodes they have bought. */
export async function readOrderedEpisodes(db: Db, ids: readonly (number | null)[]) {
  const episodeIds = [...new Set(ids.filter((id) => id !== null))]
  if (episodeIds.length === 0) return new Map()
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns(episodeScope)}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = any (${episodeIds}::int[])`.execute(db)
  return new Map(rows.map((episode) => [episode.id, episode]))
}

/** Finds an order by its public id, if it belongs to the member. */
export const findMemberOrder = (db: Db, member_id: number, order_id: string) =>
  db
    .selectFrom('orders')
    .innerJoin('wallets', 'wallets.id', 'orders.wallet_id')
    .selectAll('orders')
    .where('orders.order_id', '=', order_id)
    .where('wallets.member_id', '=', member_id)
    .$castTo<OrderRow>()
    .executeTakeFirst()

/** Loads the API response of an order, with its episode. */
export async function loadOrderResponse(db: Db, row: OrderRow): Promise<Order> {
  const episodes = await readOrderedEpisodes(db, [row.episode_id])
  return toOrderResponse(row, episodes.get(row.episode_id ?? 0) ?? null)
}

const orderById = (db: Db, id: number) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).$castTo<OrderRow>()

export const readOrderRow = (db: Db, id: number): Promise<OrderRow> =>
  orderById(db, id).executeTakeFirstOrThrow()

export const lockOrder = (tx: Tx, id: number): Promise<OrderRow> =>
  orderById(tx, id).forUpdate().executeTakeFirstOrThrow()

export type OrderItem =
  | {
      kind: 'episode'
      episode_id: number
      ownership_type_id: 2 | 3
      rental_terms_id: number | null
      profile_id: number | null
    }
  | { kind: 'points'; point_package_id: number; point_amount: number; point_bonus: number }
  | {
      kind: 'subscription'
      plan_id: number
      plan_version: number
      subscription_id: number
      period_start: string
    }

export type NewOrder = OrderItem & {
  wallet_id: number
  title: string
  /** Whole won, from the server's own data. */
  amount: number
  /** Time of both consents; null for renewals, which ask for none. */
  consented_at: Date | null
  /** Expiry of the payment window; null for charges of a registered card. */
  payment_expires_at: Date | null
}

/** Inserts an order to be paid by card. The caller holds the lock of the wallet and has ruled out one in flight. */
export async function insertCardOrder(tx: Tx, order: NewOrder, now: Date): Promise<OrderRow> {
  const { consented_at, payment_expires_at, ...columns } = order
  return tx
    .insertInto('orders')
    .values({
      ...columns,
      order_id: newOrderId(),
      payment_method: 'card',
      created_at: now.toISOString(),
      consented_at: consented_at?.toISOString() ?? null,
      payment_expires_at: payment_expires_at?.toISOString() ?? null,
    })
    .returningAll()
    .$castTo<OrderRow>()
    .executeTakeFirstOrThrow()
}

/** Locks the orders of a wallet whose payment windows are still open. */
export const lockUnpaidOrders = (tx: Tx, wallet_id: number) =>
  tx
    .selectFrom('orders')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('status', '=', 'created')
    .forUpdate()
    .execute()

/** Fails an order whose payment was never requested; any other is unchanged. */
export const failUnpaidOrder = (tx: Tx, id: number, failure_code: string) =>
  tx
    .updateTable('orders')
    .set({ status: 'failed', failure_code })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()

/** Finds the unfinished order of a wallet for the same item. */
export async function findOrderInFlight(
  tx: Tx,
  wallet_id: number,
  item: { kind: 'episode'; episode_id: number } | { kind: 'points'; point_amount: number },
): Promise<OrderRow | undefined> {
  const query = tx
    .selectFrom('orders')
    .selectAll()
    .where('wallet_id', '=', wallet_id)
    .where('kind', '=', item.kind)
    .where('status', 'in', ['created', 'confirming', 'unknown'])
  const inFlight =
    item.kind === 'episode'
      ? query.where('episode_id', '=', item.episode_id)
      : query.where('point_amount', '=', item.point_amount)
  return inFlight.$castTo<OrderRow>().executeTakeFirst()
}

/** Finds an order of unknown outcome by its public id. */
export const findUnknownOrder = (db: Db, order_id: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('order_id', '=', order_id)
    .where('status', '=', 'unknown')
    .executeTakeFirst()

/** Records that the payment of an order is about to be requested at the gateway. */
export const markOrderConfirming = (tx: Tx, id: number, payment_key: string | null, now: Date) =>
  tx
    .updateTable('orders')
    .set({ status: 'confirming', processing_started_at: now.toISOString(), payment_key })
    .where('id', '=', id)
    .execute()

export const updateOrder = (tx: Tx, id: number, values: Partial<OrderRow>): Promise<OrderRow> =>
  tx
    .updateTable('orders')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .$castTo<OrderRow>()
    .executeTakeFirstOrThrow()

/**
 * Fails orders whose payment window expired before they were paid. Skips locked orders.
 * @returns the number of failed orders, at most `limit`.
 */
export async function failExpiredOrders(tx: Tx, now: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`update orders set status = 'failed', failure_code = ${failureCodes.window_ended}
        where id in (select id from orders where status = 'created' and payment_expires_at <= ${now}
          order by payment_expires_at limit ${limit} for update skip locked)`.execute(tx)
  return Number(numAffectedRows)
}
