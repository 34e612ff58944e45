import type { Db } from '#server/db/client.ts'

/** The asset of an episode in any state; null if it has none. */
export async function readAssetId(db: Db, episodeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('episodes')
    .select('asset_id')
    .where('id', '=', episodeId)
    .executeTakeFirst()
  return row?.asset_id ?? null
}

/** The encoding progress of an episode's video, 0..1; 0 while the job is queued. */
export async function readEncodeProgress(db: Db, episodeId: number): Promise<number> {
  const row = await db
    .selectFrom('episodes')
    .innerJoin('media_assets', 'media_assets.id', 'episodes.asset_id')
    .select('media_assets.progress')
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
  return row?.progress ?? 0
}
