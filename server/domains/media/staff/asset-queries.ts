import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import {
  assetFilters,
  type EpisodeTargetResult,
  type EpisodeTarget,
  type studio_uploads,
  type StudioAsset,
} from '#contract/media/staff.ts'
import type { Db } from '#server/db/client.ts'
import { escapeLike } from '#server/db/sql-values.ts'
import {
  encoderErrorText,
  type SourceNotice,
  sourceNoticeText,
} from '#server/adapters/encoder/index.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'

/** Columns of the target episode; all null if there is none. */
const targetColumns = sql<EpisodeTarget | null>`case when e.id is not null then json_build_object(
  'episode_id', e.id, 'series_id', s.id, 'series_title', s.title, 'is_series', s.is_series,
  'season_number', n.number, 'number', e.number, 'title', e.title) end`

type AssetRow = Omit<StudioAsset, 'reason'>

/** Columns of an asset in lists, from `media_assets a`. */
const assetColumns = sql`a.id, a.source_name, a.state, a.progress, a.stage, a.error_code,
  a.state = 'failed' and a.source_file is not null as can_retry, a.queue_place,
  a.duration, a.orientation, a.width, a.height,
  ${imageUrl('a.poster_key', 'thumbnail')} as poster, ${targetColumns} as target_episode,
  (select json_build_object('series_id', w.id, 'series_title', w.title) from series w where w.trailer_asset_id = a.id)
    as trailer_of,
  a.pending_episode_id is not null and e.asset_id is distinct from a.id as is_replacement,
  a.created_at, a.ready_at`

/** Assets with their position in the encode queue. */
const queued = sql`(select a.*, q.place as queue_place from media_assets a
  left join encoding_queue() q on q.asset_id = a.id and a.state not in ('ready', 'failed'))`
const inOrder = sql`a.state in ('ready', 'failed'), a.queue_place, a.id desc`

const targetJoins = sql`
  left join lateral (
    select * from episodes where asset_id = a.id
    union all select * from episodes where id = a.pending_episode_id
    limit 1) e on true
  left join seasons n on n.id = e.season_id
  left join series s on s.id = e.series_id`

const filters: Record<(typeof assetFilters)[number], RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  under_way: sql<boolean>`a.state not in ('ready', 'failed')`,
  failed: sql<boolean>`a.state = 'failed'`,
  ready: sql<boolean>`a.state = 'ready'`,
  unplaced: sql<boolean>`a.pending_episode_id is null and not exists (select from episodes where asset_id = a.id)
    and not exists (select from series where trailer_asset_id = a.id)`,
}

/** Lists assets: those in progress first, in queue order, then the newest. */
export async function listAssets(
  db: Db,
  query: ParsedInput<typeof studio_uploads.listAssets>['query'],
): Promise<EndpointResponse<typeof studio_uploads.listAssets>> {
  const named = query.name
    ? sql<boolean>`a.source_name ilike ${`%${escapeLike(query.name.trim())}%`}`
    : sql<boolean>`true`
  const countColumns = sql.join(
    assetFilters.map((show) => sql`count(*) filter (where ${filters[show]}) as ${sql.ref(show)}`),
  )
  const [counts, { rows }] = await Promise.all([
    sql<Record<keyof typeof filters, number>>`
      select ${countColumns} from media_assets a where ${named}`.execute(db),
    sql<AssetRow>`
      select ${assetColumns} from (
        select * from ${queued} a where ${filters[query.show]} and ${named}
        order by ${inOrder} limit ${query.limit} offset ${query.offset}) a
      ${targetJoins} order by ${inOrder}`.execute(db),
  ])
  const [totals = { all: 0, under_way: 0, failed: 0, ready: 0, unplaced: 0 }] = counts.rows
  return { count: totals[query.show], counts: totals, results: rows.map(toStudioAsset) }
}

/** Films that were encoded before frames were chosen offer eight that divide the film evenly. */
const stillTimes = sql`case when a.state <> 'ready' then '{}'
  when cardinality(a.still_times) = 0 and a.poster_key is not null
  then array(select a.duration * (n - 0.5) / 8 from generate_series(1, 8) n)
  else a.still_times end`

export async function readStudioAsset(db: Db, id: number) {
  const { rows } = await sql<
    AssetRow & {
      has_audio: boolean | null
      is_poster_automatic: boolean
      has_other_thumbnail: boolean
      still_times: number[]
      source_notices: SourceNotice[]
      opening_start: number | null
      opening_end: number | null
      ending_start: number | null
      caption_list: { language: string; label: string }[]
    }
  >`
    select ${assetColumns}, a.source_notices, a.has_audio, a.opening_start, a.opening_end, a.ending_start,
      coalesce(a.poster_key = a.automatic_poster_key, false) as is_poster_automatic,
      coalesce(e.asset_id = a.id and e.thumbnail_key <> a.poster_key, false) as has_other_thumbnail,
      ${stillTimes} as still_times,
      (select coalesce(json_agg(json_build_object('language', c.language, 'label', c.label)
        order by c.language not like 'ko%', c.language), '[]') from media_caption_sources c where c.asset_id = a.id) as caption_list
    from ${queued} a ${targetJoins}
    where a.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { opening_start: start, opening_end: end, ending_start, has_audio, caption_list } = row
  const { is_poster_automatic, has_other_thumbnail, still_times } = row
  return {
    ...toStudioAsset(row),
    notices: row.source_notices.map(sourceNoticeText),
    has_audio,
    captions: caption_list,
    is_poster_automatic,
    has_other_thumbnail,
    still_times,
    markers: { opening: start === null || end === null ? null : { start, end }, ending_start },
  }
}

/** Stages of processing; any other value of `stage` is the error of the last attempt. */
const stages = new Set(['encoding', 'packaging', 'ready'])

function toStudioAsset(row: AssetRow): StudioAsset {
  const errorCode = row.error_code ?? (row.stage && !stages.has(row.stage) ? row.stage : null)
  return {
    ...row,
    // The encoder writes only error codes of its closed list.
    reason: errorCode && encoderErrorText(errorCode as Parameters<typeof encoderErrorText>[0]),
  }
}

/** Finds episodes of works by title, published or not; those without a video first. */
export async function findEpisodeTargets(
  db: Db,
  query: { name: string; series?: number | undefined },
): Promise<EpisodeTargetResult[]> {
  const pattern = `%${escapeLike(query.name.trim()).replace(/\s+/g, '%')}%`
  const { rows } = await sql<EpisodeTargetResult>`
    select e.id as episode_id, s.id as series_id, s.title as series_title, s.is_series,
      n.number as season_number, e.number, e.title, e.video_state
    from (select * from series where title ilike ${pattern}
      and ${query.series ? sql`id = ${query.series}` : sql`true`}
      order by char_length(title), id limit 8) s
    join episodes e on e.series_id = s.id join seasons n on n.id = e.season_id
    order by char_length(s.title), s.id, e.video_state <> 'none', n.number, e.number
    limit 60`.execute(db)
  return rows
}

export async function readEpisodeTarget(db: Db, episode_id: number) {
  const { rows } = await sql<EpisodeTarget>`
    select e.id as episode_id, s.id as series_id, s.title as series_title, s.is_series,
      n.number as season_number, e.number, e.title
    from episodes e join series s on s.id = e.series_id join seasons n on n.id = e.season_id
    where e.id = ${episode_id}`.execute(db)
  return rows[0]
}

/** @returns the id of a work if it exists, else null. */
export async function readWorkId(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('series').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id ?? null
}
