import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { sql } from 'kysely'
import { isPlayable } from './asset-queries.ts'

/** Whether an asset must be encrypted: an episode that shows it, or is its target, is paid, or it has been encrypted before. */
export async function needsEncryption(db: Db, assetId: number): Promise<boolean> {
  const { rows } = await sql`
    select from media_assets a where a.id = ${assetId} and (
      exists (
        select from episodes e where not e.is_free and (e.asset_id = a.id or e.id = a.pending_episode_id))
      or exists (select from content_keys k where k.asset_id = a.id and k.preview_duration is not null))`.execute(
    db,
  )
  return rows.length > 0
}

/** Inserts the secret of an asset's keys; does nothing if it has one. */
export async function insertSecret(tx: Tx, asset_id: number, secret_ciphertext: Buffer) {
  await tx
    .insertInto('content_keys')
    .values({ asset_id, secret_ciphertext })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads the secret that the content keys of an asset are derived from; undefined if it has none. */
export async function readAssetSecret(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  assetId: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('content_keys')
    .select('secret_ciphertext')
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return row ? Buffer.from(encryption.decrypt(row.secret_ciphertext), 'hex') : undefined
}

/** Marks an asset encrypted, with the seconds of its preview. */
export async function setPreviewDuration(tx: Tx, assetId: number, preview_duration: number) {
  await tx
    .updateTable('content_keys')
    .set({ preview_duration })
    .where('asset_id', '=', assetId)
    .execute()
}

/** Reads the ids of paid films that are not encrypted and have no live job. */
export async function readUnencryptedAssets(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from media_assets a
    left join content_keys k on k.asset_id = a.id
    where a.state = 'ready' and k.preview_duration is null
      and exists (select from episodes e where e.asset_id = a.id and not e.is_free)
      and not job_is_queued('encrypt_asset:' || a.id)
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads the encrypted assets among `ids` that play. */
export async function readEncryptedAssets(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('media_assets')
    .innerJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select(['id', 'state'])
    .where((on) => sql<boolean>`${on.ref('id')} = any(${ids}::int[])`)
    .where(isPlayable)
    .where('preview_duration', 'is not', null)
    .execute()
}
