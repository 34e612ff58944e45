import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { finalStates } from './asset-queries.ts'

/** Reads unfinished assets without a live encoding job. */
export async function readOrphanedAssets(db: Db) {
  return db
    .selectFrom('media_assets')
    .select(['id', 'source_file', 'keep_source_on_failure'])
    .where('state', 'not in', finalStates)
    .where(sql<boolean>`job_is_exhausted('encode_asset:' || id)`)
    .execute()
}

/** Reads the ids of unfinished assets whose job was removed from the queue. */
export async function readLostEncodes(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('media_assets')
    .select('id')
    .where('state', 'not in', finalStates)
    .where(sql<boolean>`not job_is_queued('encode_asset:' || id)`)
    .where(sql<boolean>`not job_is_exhausted('encode_asset:' || id)`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads the ids of assets that are neither ready nor failed. */
export async function readUnfinishedAssets(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('media_assets')
    .select('id')
    .where('state', 'not in', finalStates)
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes a job from the queue. */
export async function deleteJob(tx: Tx, key: string) {
  await sql`select delete_job(${key})`.execute(tx)
}

/** Moves a waiting job of the queue forward; a running one is left alone. */
export async function raiseJobPriority(tx: Tx, key: string, priority: number) {
  await sql`select raise_job_priority(${key}, ${priority}::int)`.execute(tx)
}

/** Whether a job with this key is running or will run. */
export async function isJobQueued(db: Db | Tx, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_queued: boolean }>`
    select job_is_queued(${key}) as is_queued`.execute(db)
  return rows[0]?.is_queued ?? false
}

/** Reads the unfinished asset of an episode that does not play yet; undefined if it plays or has none. */
export async function readAwaitedAsset(
  db: Db | Tx,
  episode_id: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('episodes')
    .innerJoin('media_assets', 'media_assets.id', 'episodes.asset_id')
    .select('media_assets.id')
    .where('episodes.id', '=', episode_id)
    .where('episodes.video_state', '=', 'preparing')
    .where('media_assets.state', 'not in', finalStates)
    .executeTakeFirst()
  return row?.id
}

/** A film without progress for this long counts as stalled, although its job has not failed. */
const stalledAfterSeconds = 900

export async function readEncodingGauges(db: Db, now: Date) {
  const { rows } = await sql<{
    encodings_pending: number
    encodings_running: number
    encodings_stalled: number
    encodings_failed: number
  }>`
    select count(*) filter (where state <> 'failed')::int as encodings_pending,
      count(*) filter (where state in ('probing', 'encoding'))::int as encodings_running,
      count(*) filter (where state in ('probing', 'encoding')
        and updated_at < ${now}::timestamptz - make_interval(secs => ${stalledAfterSeconds}))::int as encodings_stalled,
      count(*) filter (where state = 'failed')::int as encodings_failed
    from media_assets where state in ('uploaded', 'probing', 'encoding', 'failed')`.execute(db)
  return rows[0]!
}
