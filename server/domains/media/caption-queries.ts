import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

export type CaptionSource = { language: string; label: string; content: string }

/** Reads the captions of an asset as uploaded: Korean ones first, those for deaf viewers behind them. */
export async function readCaptionSources(db: Db, assetId: number) {
  return db
    .selectFrom('media_caption_sources')
    .select(['language', 'label', 'content'])
    .where('asset_id', '=', assetId)
    .orderBy(sql`language not like 'ko%'`)
    .orderBy('language')
    .execute()
}

/** Inserts captions as uploaded, WebVTT or SubRip; the encoder converts them. */
export async function insertCaptionSources(
  tx: Tx,
  assetId: number,
  captions: readonly CaptionSource[],
) {
  if (captions.length === 0) return
  await tx
    .insertInto('media_caption_sources')
    .values(captions.map((caption) => ({ asset_id: assetId, ...caption })))
    .execute()
}

/** Stores the captions of an asset in one language. `syncCaptions` publishes them. */
export async function saveCaption(tx: Tx, assetId: number, caption: CaptionSource): Promise<void> {
  const { label, content } = caption
  await tx
    .insertInto('media_caption_sources')
    .values({ asset_id: assetId, ...caption })
    .onConflict((conflict) =>
      conflict.columns(['asset_id', 'language']).doUpdateSet({ label, content }),
    )
    .execute()
}

/** @returns false if the asset has no captions in that language. */
export async function removeCaption(tx: Tx, assetId: number, language: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('media_caption_sources')
    .where('asset_id', '=', assetId)
    .where('language', '=', language)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
