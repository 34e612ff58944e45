import type { Db, Tx } from '#server/db/client.ts'

/** Lines such as `2026-05-01T12:00:00.000Z attempt 1 of film.mp4`, oldest first. */
export async function readEncodeLog(db: Db, assetId: number): Promise<string[]> {
  const row = await db
    .selectFrom('media_encode_logs')
    .select('lines')
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return row?.lines ?? []
}

export async function upsertEncodeLog(tx: Tx, asset_id: number, lines: string[]) {
  await tx
    .insertInto('media_encode_logs')
    .values({ asset_id, lines })
    .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ lines }))
    .execute()
}
