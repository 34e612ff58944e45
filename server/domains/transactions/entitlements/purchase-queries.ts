import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { isNotified } from '#server/domains/notifications/index.ts'
import { isPaused } from '../ledger/wallet-queries.ts'
import type { PurchaseRefundInput } from '../refunds/refund-policy.ts'

export type ActivePurchase = NonNullable<Awaited<ReturnType<typeof findActivePurchase>>>

/** Finds the purchase of an episode that is active or has a pending refund. */
export const findActivePurchase = (db: Db, wallet_id: number, episode_id: number) =>
  db
    .selectFrom('purchases')
    .select(['id', 'state', 'ownership_type_id', 'expires_at'])
    .where('wallet_id', '=', wallet_id)
    .where('episode_id', '=', episode_id)
    .where('state', 'in', ['active', 'refunding'])
    .executeTakeFirst()

/**
 * Finds the order id of a member's latest purchase of an episode. Not of the active one: a refund that is sent again must not
 * refund the rental that the first one restored.
 */
export const findPurchaseOrder = (db: Db, member_id: number, episode_id: number) =>
  db
    .selectFrom('purchases')
    .innerJoin('wallets', 'wallets.id', 'purchases.wallet_id')
    .select('purchases.order_id as id')
    .where('wallets.member_id', '=', member_id)
    .where('purchases.episode_id', '=', episode_id)
    .orderBy('purchases.id', 'desc')
    .executeTakeFirst()

/** Locks the purchase of an order. */
export const lockPurchase = (tx: Tx, order_id: number) =>
  tx
    .selectFrom('purchases')
    .select(['state', 'purchased_at', 'first_used_at'])
    .where('order_id', '=', order_id)
    .forUpdate()
    .$narrowType<Pick<PurchaseRefundInput, 'state'>>()
    .executeTakeFirst()

/** Inserts the purchase of an order; the database starts a rental. The caller has ruled out an active one. */
export const insertPurchase = (tx: Tx, purchase: Insertable<DB['purchases']>) =>
  tx.insertInto('purchases').values(purchase).execute()

/** Ends a rental that another purchase replaces. */
export const endRental = (tx: Tx, id: number) =>
  tx.updateTable('purchases').set({ state: 'ended' }).where('id', '=', id).execute()

/**
 * Stores the order that replaced a rental while it ran, so that its refund restores the rental (decisions/0040-rentals).
 */
export const recordReplacement = (tx: Tx, rental_id: number, order_id: number, now: Date) =>
  tx
    .updateTable('purchases')
    .set({ replaced_by_order_id: order_id })
    .where('id', '=', rental_id)
    .where('expires_at', '>', now.toISOString())
    .execute()

/**
 * Restores the rental that a refunded purchase had replaced, with the time that remained then. Does nothing if there is
 * none, or if the rental was refunded itself. The caller holds the lock of the wallet.
 * @returns whether a rental was restored.
 */
export async function restoreReplacedRental(tx: Tx, order_id: number, now: Date) {
  const { numAffectedRows = 0n } = await sql`
    update purchases rental set state = 'active', replaced_by_order_id = null,
      expires_at = ${now}::timestamptz + (rental.expires_at - replacement.purchased_at)
    from purchases replacement
    where replacement.order_id = ${order_id} and rental.replaced_by_order_id = ${order_id}
      and rental.state = 'ended'`.execute(tx)
  return numAffectedRows > 0n
}

/** Reads who bought which episode by an order; undefined if the account is deleted. */
export async function findBuyer(tx: Tx, order_id: number) {
  const { rows } = await sql<{ member_id: number; episode_id: number }>`
    select w.member_id, o.episode_id from orders o join wallets w on w.id = o.wallet_id
    where o.id = ${order_id} and o.episode_id is not null and w.member_id is not null`.execute(tx)
  return rows[0]
}

/**
 * Ends expired rentals. Skips locked ones, and those of paused accounts, which a restored member may get back.
 * @returns how many it has ended, at most `limit`.
 */
export async function endExpiredRentals(tx: Tx, now: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update purchases set state = 'ended' where id = any(array(
      select id from purchases where state = 'active' and expires_at <= ${now} and not ${isPaused(sql.ref('wallet_id'))}
      order by expires_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}

type EndingRental = { member_id: number; key: string; title: string; expires_at: string }

/** SQL for the notification key of the end of a rental. Playing brings the end forward. */
const rentalEndKey = sql<string>`'rental:' || p.id || ':' || extract(epoch from p.expires_at)::bigint`

/** Locks rentals of more than a day that end within the next day and whose members have not been notified. */
export async function lockEndingRentals(tx: Tx, now: Date, limit: number): Promise<EndingRental[]> {
  const { rows } = await sql<EndingRental>`
    select w.member_id, ${rentalEndKey} as key, o.title, p.expires_at
    from purchases p join orders o on o.id = p.order_id join wallets w on w.id = p.wallet_id
    where p.state = 'active' and p.expires_at > ${now}::timestamptz and p.expires_at <= ${now}::timestamptz + interval '1 day'
      and p.expires_at - coalesce(p.first_used_at, p.purchased_at) > interval '1 day'
      and w.member_id is not null and not ${isPaused(sql.ref('p.wallet_id'))}
      and not ${isNotified('rental_expiring', rentalEndKey)}
    order by p.expires_at limit ${limit} for no key update of p skip locked`.execute(tx)
  return rows
}

/** Sets the state of an order's purchase. An ended rental changes only to `refunded`: it cannot be revoked or restored. */
export async function setPurchaseState(
  tx: Tx,
  order_id: number,
  state: PurchaseRefundInput['state'],
): Promise<void> {
  let purchase = tx.updateTable('purchases').set({ state }).where('order_id', '=', order_id)
  if (state !== 'refunded') purchase = purchase.where('state', '<>', 'ended')
  await purchase.execute()
}
