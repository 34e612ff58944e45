import type { Rendition, SourceNotice } from '#server/adapters/encoder/index.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { StudioEvent } from '#contract/studio/events.ts'
import type { Caption, Markers, Storyboard } from '#contract/playback/playback.ts'
import { noPlanMaxHeight } from '#server/shared/media-token.ts'
import { sql, type Updateable } from 'kysely'

export type AssetState = 'uploaded' | 'probing' | 'encoding' | 'ready' | 'failed'

export type Asset = {
  id: number
  state: AssetState
  progress: number
  stage: string | null
  error_code: string | null
  source_file: string | null
  source_name: string
  /** Whether the source is kept after a failure, so that encoding can be retried. */
  keep_source_on_failure: boolean
  source_notices: SourceNotice[]
  /** The episode that keeps its film until this one is ready. */
  pending_episode_id: number | null
  /** 0..1; at 1 the film plays in it until it is ready. */
  first_rendition_progress: number | null
}

export const finalStates: AssetState[] = ['ready', 'failed']

/** An asset that is ready, or has its first rendition. */
export const isPlayable = sql<boolean>`(state = 'ready' or state <> 'failed' and first_rendition_progress = 1)`

/** A storyboard and captions as stored: paths are relative to the asset's folder. */
export type StoredCaption = { language: string; label: string; path: string }
type StoredStoryboard = Omit<Storyboard, 'urls'> & { paths: string[] }

export type PlayableAsset = {
  id: number
  /** Whether it plays in its first rendition, until all are encoded. */
  is_first: boolean
  duration: number
  captions: StoredCaption[]
  storyboard: StoredStoryboard | null
  markers: Markers
  renditions: Rendition[]
  has_audio: boolean
  /** Seconds of the preview of an encrypted asset; null if it is not encrypted. */
  preview_duration: number | null
}

export type EncodedMetadata = {
  duration: number
  orientation: 'horizontal' | 'vertical'
  width: number
  height: number
  has_audio: boolean
  renditions: unknown
  captions: StoredCaption[]
  storyboard: StoredStoryboard | null
  source_notices: SourceNotice[]
}

export async function readAsset(db: Db, id: number): Promise<Asset | undefined> {
  const row = await db
    .selectFrom('media_assets')
    .select([
      'id',
      'state',
      'progress',
      'stage',
      'error_code',
      'source_file',
      'source_name',
      'keep_source_on_failure',
      'source_notices',
      'pending_episode_id',
      'first_rendition_progress',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row as unknown as Asset | undefined
}

/** Reads the data that a player needs of an asset; undefined unless it is ready or has its first rendition. */
export async function readPlayable(db: Db, id: number): Promise<PlayableAsset | undefined> {
  const row = await db
    .selectFrom('media_assets')
    .leftJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select([
      'id',
      'state',
      'preview_duration',
      'duration',
      'captions',
      'storyboard',
      'renditions',
      'has_audio',
      'opening_start',
      'opening_end',
      'ending_start',
    ])
    .where('id', '=', id)
    .where(isPlayable)
    .executeTakeFirst()
  if (!row) return undefined
  const { opening_start: start, opening_end: end } = row
  return {
    id: row.id,
    is_first: row.state !== 'ready',
    duration: row.duration ?? 0,
    captions: row.captions as unknown as Caption[] & StoredCaption[],
    storyboard: row.storyboard as unknown as StoredStoryboard | null,
    markers: {
      opening: start === null || end === null ? null : { start, end },
      ending_start: row.ending_start,
    },
    renditions: row.renditions as unknown as Rendition[],
    has_audio: row.has_audio ?? false,
    preview_duration: row.preview_duration,
  }
}

/** Reads the largest rendition that any viewer may load, as the shorter side in pixels (decisions/0034-media-ladder). */
export async function readHighestQuality(db: Db): Promise<number> {
  const { rows } = await sql<{ max_height: number | null }>`
    select max(v.max_height) as max_height from plan_versions v
      join subscription_plans p on p.id = v.plan_id
    where v.version = p.version and p.retired_at is null or exists (
      select from subscriptions s
      where (s.plan_id, s.plan_version) = (v.plan_id, v.version) and s.status in ('active', 'past_due'))`.execute(
    db,
  )
  return Math.max(noPlanMaxHeight, rows[0]?.max_height ?? 0)
}

/** Reads the files of a ready asset; undefined unless it is `ready`. */
export async function readReadyAsset(db: Db, id: number) {
  const row = await db
    .selectFrom('media_assets')
    .leftJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select(['duration', 'captions', 'renditions', 'preview_duration'])
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return (
    row && {
      duration: row.duration ?? 0,
      captions: row.captions as unknown as StoredCaption[],
      renditions: row.renditions as unknown as Rendition[],
      /** Seconds of the preview; null if the asset is not encrypted. */
      preview_duration: row.preview_duration,
    }
  )
}

/** Inserts an asset that is not encoded yet. Markers are in seconds. @returns its id. */
export async function insertAsset(
  tx: Tx,
  asset: {
    source_file: string
    source_name: string
    markers: Markers
    keep_source_on_failure: boolean
    now: Date
  },
): Promise<number> {
  const row = await tx
    .insertInto('media_assets')
    .values({
      source_file: asset.source_file,
      source_name: asset.source_name,
      keep_source_on_failure: asset.keep_source_on_failure,
      ...markerColumns(asset.markers),
      created_at: asset.now.toISOString(),
      updated_at: asset.now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Changes the state of an unfinished asset. A failed one keeps its source file if `keep_source_on_failure` is set.
 * @returns false if the asset is finished or absent.
 */
export async function transitionAsset(
  tx: Tx,
  id: number,
  to:
    | { state: 'probing' | 'encoding'; now: Date }
    | { state: 'failed'; error_code: string; now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('media_assets')
    .set({
      state: to.state,
      error_code: to.state === 'failed' ? to.error_code : null,
      updated_at: to.now.toISOString(),
      ...(to.state === 'failed'
        ? {
            source_file: sql<string>`case when keep_source_on_failure then source_file end`,
            stage: null,
            first_rendition_progress: null,
          }
        : {}),
    })
    .where('id', '=', id)
    .where('state', 'not in', finalStates)
    .executeTakeFirst()
  await publishAssetEvent(tx, id)
  return result.numUpdatedRows > 0n
}

/** Stores the encoding progress. It never decreases, so that a progress bar does not jump back. */
export async function updateEncodeProgress(
  tx: Tx,
  id: number,
  progress: number,
  stage: string,
  now: Date,
) {
  const row = await tx
    .updateTable('media_assets')
    .set({
      progress: sql<number>`greatest(progress, ${progress}::real)`,
      stage,
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'encoding')
    .returning('progress')
    .executeTakeFirst()
  if (row) await publishAssetEvent(tx, id, { moved: { stage, progress: row.progress } })
}

/** Notifies open studio pages of an asset's new state or encoding progress. */
export const publishAssetEvent = (tx: Tx, id: number, more: Pick<StudioEvent, 'moved'> = {}) =>
  publishStudioEvent(tx, { subject_kind: 'media_asset', subject_id: id, ...more })

/** Records the error of the last attempt while the asset waits for the next one. */
export async function recordEncodeError(tx: Tx, id: number, errorCode: string, now: Date) {
  await tx
    .updateTable('media_assets')
    .set({ stage: errorCode, updated_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', 'not in', finalStates)
    .execute()
  await publishAssetEvent(tx, id)
}

/** Locks an unfinished asset (`for update`). @returns undefined if it is finished or absent. */
export async function lockUnfinishedAsset(tx: Tx, id: number) {
  return tx
    .selectFrom('media_assets')
    .select(['pending_episode_id', 'first_rendition_progress'])
    .where('id', '=', id)
    .where('state', 'not in', finalStates)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a locked asset ready. */
export async function markReady(
  tx: Tx,
  id: number,
  metadata: EncodedMetadata & {
    poster_key: string | null
    poster_color: string | null
    automatic_poster_key: string | null
    still_times: number[]
  },
  now: Date,
): Promise<void> {
  await updateAsset(tx, id, {
    ...encodedColumns(metadata),
    state: 'ready',
    progress: 1,
    stage: null,
    source_file: null,
    ready_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
  await publishAssetEvent(tx, id)
}

/** The columns of a film that plays. */
export const encodedColumns = <M extends EncodedMetadata>(metadata: M) => ({
  ...metadata,
  renditions: JSON.stringify(metadata.renditions),
  captions: JSON.stringify(metadata.captions),
  storyboard: metadata.storyboard ? JSON.stringify(metadata.storyboard) : null,
  source_notices: JSON.stringify(metadata.source_notices),
})

/** Makes a failed film with a source encodable again. @returns false if there is none. */
export async function resetFailedAsset(tx: Tx, id: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('media_assets')
    .set({
      state: 'uploaded',
      error_code: null,
      stage: null,
      progress: 0,
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('source_file', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** @returns false if the asset does not exist. */
export async function updateAsset(tx: Tx, id: number, values: Updateable<DB['media_assets']>) {
  const result = await tx
    .updateTable('media_assets')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Sets the markers of an asset, in seconds. @returns false if it does not exist. */
export const setMarkers = (tx: Tx, id: number, markers: Markers): Promise<boolean> =>
  updateAsset(tx, id, markerColumns(markers))

const markerColumns = ({ opening, ending_start }: Markers) => ({
  opening_start: opening?.start ?? null,
  opening_end: opening?.end ?? null,
  ending_start,
})

/** Locks an asset to attach it (`for update`). */
export async function lockAsset(tx: Tx, id: number) {
  return tx
    .selectFrom('media_assets')
    .select(['state', 'duration', 'orientation', 'poster_key', 'poster_color'])
    .select('first_rendition_progress')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Deletes an asset that failed or that nothing shows.
 * @returns the name of its source file, if any; undefined if the asset is in use or does not exist.
 */
export async function deleteUnusedAsset(tx: Tx, id: number) {
  return tx
    .deleteFrom('media_assets')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom, or, eb }) =>
      or([
        eb('state', '=', 'failed'),
        not(
          or([
            exists(selectFrom('episodes').select('id').where('asset_id', '=', id)),
            exists(selectFrom('series').select('id').where('trailer_asset_id', '=', id)),
          ]),
        ),
      ]),
    )
    .returning('source_file')
    .executeTakeFirst()
}

/** Reads the names below the uploads folder that are still needed. */
export async function readSourceFiles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('media_assets')
    .select('source_file')
    .where('source_file', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.source_file ?? [])
}
