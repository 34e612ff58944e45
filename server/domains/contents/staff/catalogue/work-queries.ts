import type { ParsedInput } from '#contract/core/endpoint.ts'
import type {
  studio_catalogue,
  StudioEpisode,
  StudioSeason,
  StudioWork,
  StudioWorkRow,
  WorkStatus,
} from '#contract/contents/staff/catalogue.ts'
import type { Episode, Series } from '#contract/contents/contents.ts'
import type { ImportColumn } from '#contract/contents/staff/catalogue-import.ts'
import { workStatuses } from '#contract/contents/staff/catalogue.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  episodeCardColumns,
  seriesCardColumns,
  seriesPageColumns,
  episodeScope,
  seriesScope,
} from '../../catalogue-queries.ts'
import {
  episodeColumns,
  readPeople,
  unpublishedColumn,
  workColumns,
} from '../../editing/edit-queries.ts'
import { escapeFolded, escapeLike } from '#server/db/sql-values.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'

const hasReadyVideo = sql`exists (select from episodes e where e.series_id = s.id and e.video_state = 'ready')`

/** Whether viewers already see `s` (series) announced with the day on which it opens. */
const opensOnDate = sql`exists (select from upcoming_series u where u.series_id = s.id and u.opens_at <> 'infinity')`

/** The status of `s` (series). */
const workState = sql<WorkStatus>`
  case when s.is_expired then 'ended' when s.is_unpublished then 'hidden'
    when s.is_hidden and s.next_publication_change_at is not null then 'scheduled' when s.is_hidden then 'hidden'
    when ${hasReadyVideo} then 'published' when ${opensOnDate} then 'scheduled' else 'no_video' end`

/** The status of `e` (episodes), regardless of its series. */
const episodeState = sql`
  case when e.is_expired then 'ended' when e.is_unpublished then 'hidden'
    when e.is_hidden and e.next_publication_change_at is not null then 'scheduled' when e.is_hidden then 'hidden'
    when e.video_state = 'ready' then 'published' when e.video_state = 'preparing' then 'preparing'
    else 'no_video' end`

/** Reads a work with its seasons and episodes for the editor. */
export async function readStudioWork(db: Db, id: number): Promise<StudioWork | undefined> {
  const works = await sql<Omit<StudioWork, 'people' | 'seasons'>>`
    select ${workColumns({ s: 'series' })}, s.trailer_asset_id, s.is_series, s.created_at, ${workState} as state,
      ${imageUrl('s.poster_key', 'poster')} as poster_url, ${imageUrl('s.backdrop_key', 'backdrop')} as backdrop_url
    from series s where s.id = ${id}::int`.execute(db)
  const [work] = works.rows
  if (!work) return undefined
  const seasons = await sql<Omit<StudioSeason, 'episodes'>>`
    select id, version, number, title from seasons where series_id = ${id} order by number`.execute(
    db,
  )
  const episodes = await sql<StudioEpisode & { season_id: number }>`
    with under_way as materialized (
      select episode_id, count(*) as count from orders
      where status in ('created', 'confirming', 'unknown') and episode_id is not null group by 1
    )
    select ${episodeColumns({ e: 'episodes' })}, e.season_id, e.number, ${episodeState} as state, e.runtime, e.video_state, e.asset_id,
      ${imageUrl('e.thumbnail_key', 'thumbnail')} as thumbnail_url,
      coalesce(e.thumbnail_key = a.automatic_poster_key, false) as is_thumbnail_automatic,
      coalesce(o.count, 0) as open_order_count
    from episodes e left join media_assets a on a.id = e.asset_id left join under_way o on o.episode_id = e.id
    where e.series_id = ${id} order by e.number`.execute(db)
  const of = (season_id: number) =>
    episodes.rows
      .filter((episode) => episode.season_id === season_id)
      .map(({ season_id: _, ...episode }) => episode)
  return {
    ...work,
    people: await readPeople(db, id),
    seasons: seasons.rows.map((season) => ({ ...season, episodes: of(season.id) })),
  }
}

/** Locks the row of a work (`for update`). */
export async function lockWorkRow(tx: Tx, id: number): Promise<void> {
  await sql`select from series where id = ${id} for update`.execute(tx)
}

type WorkListQuery = ParsedInput<typeof studio_catalogue.listWorks>['query']
/** Filters of the work list. */
export type WorkFilters = Omit<WorkListQuery, 'ordering' | 'limit' | 'offset'>

/** Matches by number or by part of either title, ignoring spaces and case. */
function matchesAllButState({ q, category, kind }: WorkFilters): RawBuilder<unknown> {
  const part = q && escapeFolded(q)
  const folded = (column: string) =>
    sql`replace(lower(${sql.ref(column)}), ' ', '') like ${`%${part}%`}`
  const conditions = [
    ...(part
      ? [sql`(${folded('s.title')} or ${folded('s.title_original')} or s.id::text = ${part})`]
      : []),
    ...(category === undefined ? [] : [sql`${category}::smallint = any (s.category_ids)`]),
    ...(kind === undefined ? [] : [sql`s.is_series = ${kind === 'series'}`]),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

/** Reads a page of works, and the number per status within the other filters. */
export async function readWorks(db: Db, { ordering, limit, offset, ...filters }: WorkListQuery) {
  const descending = ordering.startsWith('-')
  const key = sql.ref(`s.${descending ? ordering.slice(1) : ordering}`)
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`
  const { state } = filters
  const [{ rows: statusCounts }, { rows: results }] = await Promise.all([
    sql<{ state: WorkStatus; count: number }>`
      select ${workState} as state, count(*) as count from series s where ${matchesAllButState(filters)} group by 1`.execute(
      db,
    ),
    sql<StudioWorkRow>`
      with page as materialized (
        select s.id, ${key} as key from series s
        where ${matchesAllButState(filters)} and ${state === undefined ? sql`true` : sql`${workState} = ${state}`}
        order by ${key} ${direction}, s.id limit ${limit} offset ${offset}
      )
      select s.id, s.version, s.title, s.is_series, ${workState} as state, s.publish_at, s.unpublish_at,
        ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color, s.category_ids, s.age_rating,
        s.released_on, s.viewer_count, s.created_at,
        (select count(*) from episodes e where e.series_id = s.id) as episode_count,
        (select count(*) from episodes e where e.series_id = s.id and e.video_state = 'ready') as ready_count
      from page join series s on s.id = page.id
      order by page.key ${direction}, s.id`.execute(db),
  ])
  const counts = Object.fromEntries(workStatuses.map((status) => [status, 0])) as Record<
    WorkStatus,
    number
  >
  for (const { state: status, count } of statusCounts) counts[status] = count
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { count: state === undefined ? all : counts[state], counts, results }
}

/** A condition on `series s` for all list filters, including the status. */
const matchesFilters = (filters: WorkFilters) =>
  filters.state === undefined
    ? matchesAllButState(filters)
    : sql<boolean>`${matchesAllButState(filters)} and ${workState} = ${filters.state}`

/** Reads people with a name that starts with `q` in either script, most works first. */
export async function readPeopleLike(db: Db, q: string) {
  const start = `${escapeLike(q)}%`
  const { rows } = await sql<{ name: string; name_original: string | null; work_count: number }>`
    select p.name, p.name_original,
      (select count(distinct c.series_id) from credits c where c.person_id = p.id) as work_count
    from people p where ${q} <> '' and (p.name ilike ${start} or p.name_original ilike ${start})
    order by work_count desc, p.name, p.id limit 10`.execute(db)
  return rows
}

/** Reads a work as its page would show it if every item that has not ended were published. For staff only. */
export async function readWorkPreview(db: Db, id: number) {
  const [works, { rows: episodes }, { rows: seasons }] = await Promise.all([
    sql<Series>`
      select ${seriesCardColumns(seriesScope)}, ${seriesPageColumns(seriesScope)} from series s where s.id = ${id}::int`.execute(
      db,
    ),
    sql<Episode>`
      select ${episodeCardColumns(episodeScope)} from episodes e
      join seasons se on se.id = e.season_id join series s on s.id = e.series_id
      where e.series_id = ${id}::int and not e.is_expired order by se.number, e.number`.execute(db),
    sql<{ id: number; number: number; title: string }>`
      select id, number, title from seasons where series_id = ${id}::int order by number`.execute(
      db,
    ),
  ])
  const [series] = works.rows
  if (!series) return undefined
  return {
    series: {
      ...series,
      season_count: seasons.length,
      episode_count: episodes.length,
      first_episode_id: episodes[0]?.id ?? null,
      is_upcoming: false,
      opens_at: null,
      upcoming_episodes: [],
      seasons: seasons.map((season) => ({
        ...season,
        episode_count: episodes.filter((episode) => episode.season.id === season.id).length,
      })),
    },
    episodes: episodes.map((episode) => ({ ...episode, is_upcoming: false })),
  }
}

/** A row of the export: an episode, or a work without episodes. */
export type ExportRow = Record<Exclude<ImportColumn, 'kind' | 'categories' | 'year'>, unknown> & {
  is_series: boolean
  category_ids: number[]
  released_on: string | null
}

/** Reads the filtered works with keyset pagination by work, season number and episode number, 0 where there is none. */
export async function* readExportBatches(
  db: Db,
  filters: WorkFilters,
  batchSize: number,
): AsyncGenerator<readonly ExportRow[]> {
  let last: readonly [number, number, number] = [0, -1, -1]
  for (;;) {
    const { rows } = await sql<ExportRow & { season: number | null; episode: number | null }>`
      select s.id as work, s.is_series, s.title, s.title_original, s.released_on, s.age_rating, s.category_ids,
        s.synopsis, se.number as season, se.title as season_title, e.number as episode, e.title as episode_title,
        e.synopsis as episode_synopsis, e.price, e.rental_price, e.is_free, e.in_subscription, e.orientation,
        s.is_dubbed, ${unpublishedColumn('s')}, s.publish_at, s.unpublish_at, s.territories, s.licence_notes
      from series s
      left join (seasons se join episodes e on e.season_id = se.id) on se.series_id = s.id
      where ${matchesFilters(filters)} and s.id >= ${last[0]}
        and (s.id, coalesce(se.number, 0), coalesce(e.number, 0)) > (${last[0]}, ${last[1]}, ${last[2]})
      order by s.id, coalesce(se.number, 0), coalesce(e.number, 0) limit ${batchSize}`.execute(db)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = [Number(end.work), end.season ?? 0, end.episode ?? 0]
  }
}
