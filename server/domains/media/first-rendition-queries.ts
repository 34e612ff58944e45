import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import {
  encodedColumns,
  type EncodedMetadata,
  finalStates,
  publishAssetEvent,
  updateAsset,
} from './asset-queries.ts'

/** Stores the progress of a first rendition, 0..1, unless it has come to its end. It never decreases. */
export async function saveFirstRenditionProgress(tx: Tx, id: number, progress: number) {
  await tx
    .updateTable('media_assets')
    .set({
      first_rendition_progress: sql<number>`greatest(first_rendition_progress, ${progress}::real)`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`first_rendition_progress is distinct from 1`)
    .where('state', 'not in', finalStates)
    .execute()
}

/** Lets a locked asset play in its first rendition, which was encoded into the folder of that name. */
export async function markFirstRendition(tx: Tx, id: number, metadata: EncodedMetadata) {
  await updateAsset(tx, id, { ...encodedColumns(metadata), first_rendition_progress: 1 })
  await publishAssetEvent(tx, id)
}

/** Reads the assets that have been ready since `before` and still have files of their first rendition. */
export async function readSupersededFirstRenditions(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('media_assets')
    .select('id')
    .where('state', '=', 'ready')
    .where('first_rendition_progress', 'is not', null)
    .where('ready_at', '<', before.toISOString())
    .execute()
  return rows.map(({ id }) => id)
}
