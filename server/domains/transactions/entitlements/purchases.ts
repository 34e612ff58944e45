import { ownershipTypes, rentalStartWindowDays } from '#contract/transactions/payment-constants.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../orders/orders.ts'

const day = 86_400_000

type Item = Pick<OrderRow, 'id' | 'wallet_id' | 'episode_id' | 'ownership_type_id' | 'void_reason'>

/**
 * Makes the purchase that an order is paid for (P6). A rental that was over is ended first, and one that still runs
 * makes way for 소장.
 * @returns `already_owned` where another came first.
 */
export async function fulfilEpisodeOrder(
  tx: Tx,
  { id, wallet_id, episode_id, ownership_type_id }: Item,
  now: Date,
): Promise<OrderRow['void_reason']> {
  if (episode_id === null || ownership_type_id === null)
    throw new Error(`Order ${id} is of no episode`)
  const living = await findActivePurchase(tx, wallet_id, episode_id)
  if (living) {
    if (!canBeReplaced(living, ownership_type_id, now)) return 'already_owned'
    await endRental(tx, living.id)
  }
  await insertPurchase(tx, { id, wallet_id, episode_id, ownership_type_id }, now)
  return null
}

/** D-51: until when a rental that begins at `now` holds, unless it is begun; null of what is owned. */
export const rentalExpiry = (ownership_type_id: 2 | 3, now: Date): string | null =>
  ownership_type_id === ownershipTypes.rental
    ? new Date(now.getTime() + rentalStartWindowDays * day).toISOString()
    : null

/** The purchase of an order, where none that lives is in its way. */
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
      ends_at: rentalExpiry(ownership_type_id, now),
    })
    .execute()
}

export type ActivePurchase = {
  id: number
  state: string
  ownership_type_id: number
  ends_at: string | null
}

/** The purchase of an episode that holds, or that is being paid back. */
export async function findActivePurchase(
  tx: Tx,
  wallet_id: number,
  episode_id: number,
): Promise<ActivePurchase | undefined> {
  return tx
    .selectFrom('purchases')
    .select(['id', 'state', 'ownership_type_id', 'ends_at'])
    .where('wallet_id', '=', wallet_id)
    .where('episode_id', '=', episode_id)
    .where('state', 'in', ['active', 'refunding'])
    .executeTakeFirst()
}

/** Whether a new purchase may take the place of one that is there. */
export function canBeReplaced(
  living: ActivePurchase,
  ownership_type_id: number,
  now: Date,
): boolean {
  if (living.state !== 'active' || living.ends_at === null) return false
  return ownership_type_id === ownershipTypes.owned || Date.parse(living.ends_at) <= now.getTime()
}

/** Ends a rental that another purchase takes the place of. */
export async function endRental(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('purchases').set({ state: 'ended' }).where('id', '=', id).execute()
}
