import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../orders/orders.ts'
import {
  type ActivePurchase,
  endRental,
  findActivePurchase,
  insertPurchase,
  recordReplacement,
} from './purchase-queries.ts'

/**
 * Inserts the purchase of a paid order. An expired rental is ended first; an active one is replaced by 소장.
 * @returns `already_owned` if another purchase is active, else null.
 */
export async function fulfilEpisodeOrder(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'wallet_id' | 'episode_id' | 'ownership_type_id'>,
  now: Date,
): Promise<OrderRow['undeliverable_reason']> {
  const { id: order_id, wallet_id, episode_id, ownership_type_id } = order
  if (episode_id === null || ownership_type_id === null)
    throw new Error(`Order ${order_id} has no episode`)
  const existing = await findActivePurchase(tx, wallet_id, episode_id)
  if (existing) {
    if (!canBeReplaced(existing, ownership_type_id, now)) return 'already_owned'
    await endRental(tx, existing.id)
    await recordReplacement(tx, existing.id, order_id, now)
  }
  const item = { episode_id, ownership_type_id }
  await insertPurchase(tx, { wallet_id, ...item, order_id, purchased_at: now.toISOString() })
  return null
}

/** Whether a new purchase may replace an existing one. */
export function canBeReplaced(
  { state, expires_at }: ActivePurchase,
  ownership_type_id: number,
  now: Date,
): boolean {
  if (state !== 'active' || expires_at === null) return false
  return ownership_type_id === ownershipTypes.owned || Date.parse(expires_at) <= now.getTime()
}
