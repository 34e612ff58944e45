import type { PointPackage } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'

const packagesOnSale = (db: Db) =>
  db.selectFrom('point_packages').select(['id', 'amount', 'bonus']).where('retired_at', 'is', null)

/** Reads the packages on sale, in ascending order of amount. */
export const readPackages = (db: Db): Promise<PointPackage[]> =>
  packagesOnSale(db).orderBy('amount').execute()

/** Reads the package of an amount, which stays on sale until the end of the transaction. */
export const lockPackageOnSale = (tx: Tx, amount: number): Promise<PointPackage | undefined> =>
  packagesOnSale(tx).where('amount', '=', amount).forShare().executeTakeFirst()
