import type { StudioPackage } from '#contract/transactions/staff/pricing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

const columns = ['id', 'amount', 'bonus', 'created_at', 'retired_at'] as const

/** Reads all packages: those on sale by amount, then the former ones, newest first. */
export const readStudioPackages = (db: Db): Promise<StudioPackage[]> =>
  db
    .selectFrom('point_packages')
    .select(columns)
    .orderBy(sql`retired_at is not null`)
    .orderBy('retired_at', 'desc')
    .orderBy('amount')
    .execute()

/** Inserts a package. @returns undefined if one of its amount is on sale */
export const insertPackage = (
  tx: Tx,
  fields: Pick<StudioPackage, 'amount' | 'bonus'>,
  now: Date,
): Promise<StudioPackage | undefined> =>
  tx
    .insertInto('point_packages')
    .values({ ...fields, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('amount').where('retired_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Retires a package. @returns undefined if it is not on sale */
export const retirePackageRow = (
  tx: Tx,
  id: number,
  now: Date,
): Promise<StudioPackage | undefined> =>
  tx
    .updateTable('point_packages')
    .set({ retired_at: now.toISOString() })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

export const findPackage = (db: Db, id: number): Promise<StudioPackage | undefined> =>
  db.selectFrom('point_packages').select(columns).where('id', '=', id).executeTakeFirst()
