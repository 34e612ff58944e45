import { ownershipTypes, rentalStartWindowDays } from '#contract/transactions/payment-constants.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../orders/orders.ts'

const day = 86_400_000

type Item = Pick<
  OrderRow,
  'id' | 'wallet_id' | 'episode_id' | 'ownership_type_id' | 'undeliverable_reason'
>

/**
 * Inserts the purchase of a paid order (P6). An expired rental is ended first; an active one is replaced by 소장.
 * @returns `already_owned` if another purchase is active, else null.
 */
export async function fulfilEpisodeOrder(
  tx: Tx,
  { id, wallet_id, episode_id, ownership_type_id }: Item,
  now: Date,
): Promise<OrderRow['undeliverable_reason']> {
  if (episode_id === null || ownership_type_id === null)
    throw new Error(`Order ${id} has no episode`)
  const existing = await findActivePurchase(tx, wallet_id, episode_id)
  if (existing) {
    if (!canBeReplaced(existing, ownership_type_id, now)) return 'already_owned'
    await endRental(tx, existing.id)
  }
  await insertPurchase(tx, { id, wallet_id, episode_id, ownership_type_id }, now)
  return null
}

/** Returns when a rental bought at `now` expires if it is not started; null for 소장 (D-51). */
export const rentalExpiry = (ownership_type_id: 2 | 3, now: Date): string | null =>
  ownership_type_id === ownershipTypes.rental
    ? new Date(now.getTime() + rentalStartWindowDays * day).toISOString()
    : null

/** Inserts the purchase of an order. The caller has ruled out an active one. */
export async function insertPurchase(
  tx: Tx,
  order: { id: number; wallet_id: number; episode_id: number; ownership_type_id: 2 | 3 },
  now: Date,
): Promise<void> {
  const { id, wallet_id, episode_id, ownership_type_id } = order
  await tx
    .insertInto('purchases')
    .values({
      ...{ wallet_id, episode_id, ownership_type_id, order_id: id },
      purchased_at: now.toISOString(),
      expires_at: rentalExpiry(ownership_type_id, now),
    })
    .execute()
}

export type ActivePurchase = {
  id: number
  state: string
  ownership_type_id: number
  expires_at: string | null
}

/** Finds the purchase of an episode that is active or has a pending refund. */
export async function findActivePurchase(
  tx: Tx,
  wallet_id: number,
  episode_id: number,
): Promise<ActivePurchase | undefined> {
  return tx
    .selectFrom('purchases')
    .select(['id', 'state', 'ownership_type_id', 'expires_at'])
    .where('wallet_id', '=', wallet_id)
    .where('episode_id', '=', episode_id)
    .where('state', 'in', ['active', 'refunding'])
    .executeTakeFirst()
}

/** Whether a new purchase may replace an existing one. */
export function canBeReplaced(
  existing: ActivePurchase,
  ownership_type_id: number,
  now: Date,
): boolean {
  if (existing.state !== 'active' || existing.expires_at === null) return false
  return (
    ownership_type_id === ownershipTypes.owned || Date.parse(existing.expires_at) <= now.getTime()
  )
}

/** Ends a rental that another purchase replaces. */
export async function endRental(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('purchases').set({ state: 'ended' }).where('id', '=', id).execute()
}
