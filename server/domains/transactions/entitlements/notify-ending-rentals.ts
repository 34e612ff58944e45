import type { Tx } from '#server/db/client.ts'
import { notify } from '#server/domains/notifications/index.ts'
import { lockEndingRentals } from './purchase-queries.ts'

/** Notifies members whose rentals end within a day. @returns their number, at most `limit`. */
export async function notifyEndingRentals(tx: Tx, now: Date, limit: number): Promise<number> {
  const rentals = await lockEndingRentals(tx, now, limit)
  for (const { member_id, key, title, expires_at } of rentals)
    await notify(
      tx,
      {
        kind: 'rental_expiring',
        key,
        recipient: { member_id, profile_id: null },
        data: { item: title, expires_at },
      },
      now,
    )
  return rentals.length
}
