import type { RentalTerms } from '#contract/transactions/rental-terms.ts'
import type { StudioRentalTerms } from '#contract/transactions/staff/pricing.ts'
import type { Db, Tx } from '#server/db/client.ts'

/** Reads the terms of new rentals, or those of an order. */
export async function readRentalTerms(db: Db, id?: number): Promise<RentalTerms> {
  const terms = db.selectFrom('rental_terms').select(['id', 'start_days', 'playback_hours'])
  return (
    id === undefined ? terms.orderBy('id', 'desc').limit(1) : terms.where('id', '=', id)
  ).executeTakeFirstOrThrow()
}

/** Reads the terms of new rentals with their date. */
export const readNewestTerms = (db: Db): Promise<StudioRentalTerms> =>
  db
    .selectFrom('rental_terms')
    .select(['id', 'start_days', 'playback_hours', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Waits for other changes that are based on these terms. */
export const lockTerms = (tx: Tx, id: number) =>
  tx.selectFrom('rental_terms').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const insertTerms = (
  tx: Tx,
  terms: Pick<RentalTerms, 'start_days' | 'playback_hours'>,
  now: Date,
): Promise<StudioRentalTerms> =>
  tx
    .insertInto('rental_terms')
    .values({ ...terms, created_at: now.toISOString() })
    .returning(['id', 'start_days', 'playback_hours', 'created_at'])
    .executeTakeFirstOrThrow()
