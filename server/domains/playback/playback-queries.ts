import type { Db } from '#server/db/client.ts'

/** The film of an episode, however far it is; null where there is none. */
export async function readAssetId(db: Db, episodeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('episodes')
    .select('asset_id')
    .where('id', '=', episodeId)
    .executeTakeFirst()
  return row?.asset_id ?? null
}

/** How much of the work on an episode's picture is done, 0..1; 0 while it waits its turn. */
export async function readEncodeProgress(db: Db, episodeId: number): Promise<number> {
  const row = await db
    .selectFrom('episodes')
    .innerJoin('media_assets', 'media_assets.id', 'episodes.asset_id')
    .select('media_assets.progress')
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
  return row?.progress ?? 0
}
