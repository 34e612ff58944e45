import type { Db } from '#server/db/client.ts'

export async function readAssetId(db: Db, episodeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('episodes')
    .select('asset_id')
    .where('id', '=', episodeId)
    .executeTakeFirst()
  return row?.asset_id ?? null
}

/** The plans on sale, cheapest first (D-50). */
export async function readPlans(db: Db) {
  return db
    .selectFrom('subscription_plans')
    .select(['id', 'name', 'price', 'max_height', 'streams'])
    .orderBy('price')
    .execute()
}
