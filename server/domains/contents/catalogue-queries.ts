import {
  type AgeLimit,
  type CatalogueLimit,
  catalogueLimitOf,
  ratingsWithin,
} from '#contract/core/age-limits.ts'
import type {
  AgeRating,
  CatalogueSettings,
  Category,
  CategoryRef,
  Episode,
  Person,
  Series,
} from '#contract/contents/contents.ts'
import type { Db } from '#server/db/client.ts'
import { fragmentOf } from '#server/db/sql-fragments.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'

/** A query of series, which are `s`. */
export const seriesScope = { s: 'series' } as const
/** A query of episodes `e` with their series. */
export const playableScope = { ...seriesScope, e: 'episodes' } as const
/** A query of episodes with their seasons `se` and series. */
export const episodeScope = { ...playableScope, se: 'seasons' } as const

const ofSeries = fragmentOf<typeof seriesScope>()
const ofPlayable = fragmentOf<typeof playableScope>()
const ofEpisode = fragmentOf<typeof episodeScope>()

/**
 * Whether an episode is public (decisions/0016-publication): published, and its film plays or is being encoded. An index
 * and the listings' views have the same condition. Its series is checked separately.
 * @param e the alias of `episodes`
 */
export const isPublicEpisode = (e: string): RawBuilder<boolean> =>
  sql.raw(`(not ${e}.is_hidden and ${e}.video_state <> 'none')`)

/** Whether `s` (series) has a public episode. */
export const isPublicSeriesSql = ofSeries(sql<boolean>`
  exists (select from series_listings listed where listed.series_id = s.id and listed.category_id = 0)`)

/** Whether `s` (series) is announced and has no public episode. */
export const isUpcomingSeriesSql = ofSeries(sql<boolean>`
  exists (select from upcoming_series upcoming where upcoming.series_id = s.id)`)

/** Whether `s` (series) is shown, as public or as upcoming. */
export const isShownSeriesSql = ofSeries(
  sql<boolean>`(${isPublicSeriesSql(seriesScope)} or ${isUpcomingSeriesSql(seriesScope)})`,
)

/** Whether `e` (episodes) is announced and not public yet; `s` is its series. */
const isUpcomingEpisodeSql = sql<boolean>`(
  e.is_announced and not e.is_expired and not (${isPublicEpisode('e')} and not s.is_hidden) and ${isShownSeriesSql(seriesScope)})`

/** Whether `s` (series) is rated within a limit. */
export const isWithinLimit = (_scope: typeof seriesScope, limit: AgeLimit): RawBuilder<boolean> =>
  limit === '19'
    ? sql`true`
    : sql`s.age_rating = any (${ratingsWithin(catalogueLimitOf(limit))}::text[])`

/** The number of seasons of `s` (series) with a public episode. */
export const publicSeasonCount = ofSeries(sql<number>`
  (select count(distinct listed.season_id) from episodes listed
    where listed.series_id = s.id and ${isPublicEpisode('listed')})`)

/** Selects when the next announced episode of `s` (series) opens; null if none has a date. */
const nextOpening = sql<string | null>`
  (select min(e.next_publication_change_at) from episodes e where e.series_id = s.id and e.is_hidden
    and not e.is_unpublished and e.is_announced and not e.is_expired)`

/** Selects a column of the first public episode of `s` (series). */
const firstEpisode = (column: string) => sql`
  (select e.${sql.ref(column)} from seasons se join episodes e on e.season_id = se.id
    where se.series_id = s.id and e.series_id = s.id and ${isPublicEpisode('e')}
    order by se.number, e.number limit 1)`

/** The wire columns of a card from `s` (series). Counts include public episodes only. */
export const seriesCardColumns = ofSeries(sql`
  s.id, s.title, s.title_original, s.synopsis,
  ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color,
  ${imageUrl('s.backdrop_key', 'backdrop')} as backdrop_url, s.backdrop_color,
  ${imageUrl('s.logo_key', 'thumbnail')} as logo_url,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.position), '[]')
    from categories c where c.id = any (s.category_ids) and not c.is_hidden) as categories,
  s.age_rating, s.descriptors, s.released_on, s.is_completed, s.is_series,
  ${publicSeasonCount(seriesScope)} as season_count,
  (select count(*) from episodes e where e.series_id = s.id and ${isPublicEpisode('e')}) as episode_count,
  ${firstEpisode('id')} as first_episode_id,
  ${isUpcomingSeriesSql(seriesScope)} as is_upcoming,
  case when ${isUpcomingSeriesSql(seriesScope)}
    then (select nullif(u.opens_at, 'infinity') from upcoming_series u where u.series_id = s.id)
    else ${nextOpening} end as opens_at,
  s.viewer_count, s.rating_average, s.review_count, s.like_count`)

/** The wire columns of an episode from `e` (episodes), `se` (seasons) and `s` (series). */
export const episodeCardColumns = ofEpisode(sql`
  e.id,
  json_build_object('id', s.id, 'title', s.title, 'poster_url', ${imageUrl('s.poster_key', 'poster')},
    'poster_color', s.poster_color, 'is_series', s.is_series,
    'season_count', ${publicSeasonCount(seriesScope)}) as series,
  json_build_object('id', se.id, 'number', se.number, 'title', se.title) as season,
  e.number, e.title, e.synopsis,
  ${imageUrl('e.thumbnail_key', 'thumbnail')} as thumbnail_url, e.thumbnail_color,
  e.runtime, e.orientation as episode_video_orientation, e.is_free, e.price, e.rental_price, e.in_subscription,
  s.age_rating, s.descriptors, e.released_at, e.video_state,
  (not (${isPublicEpisode('e')} and not s.is_hidden) and not e.is_expired and not s.is_expired) as is_upcoming,
  e.viewer_count, e.rating_average, e.review_count, e.like_count`)

/** Reads the shown categories in display order, or one by its id, with the number of their public series within the limit. */
export async function readCategories(db: Db, limit: CatalogueLimit, id?: number) {
  const { rows } = await sql<Category>`
    select c.id, c.name, coalesce((
      select sum(n.count) from series_counts n where n.category_id = c.id and n.rank < ${ratingsWithin(limit).length}
    ), 0) as series_count
    from categories c where ${id === undefined ? sql`not c.is_hidden` : sql`c.id = ${id}::int`}
    order by c.position`.execute(db)
  return rows
}

/** Reads the ids of the shown categories. */
export async function readCategoryIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('categories')
    .select('id')
    .where('is_hidden', '=', false)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

const settingColumns = [
  'korean_category_id',
  'abroad_category_id',
  'curation_series_id',
  'korean_title',
  'abroad_title',
  'header_category_ids',
] as const

/** Reads what the header and home show by id, with the version of these settings. */
export const readCatalogueSettings = (db: Db) =>
  db
    .selectFrom('catalogue_settings')
    .select(['version', ...settingColumns])
    .executeTakeFirstOrThrow()

/** Reads the settings for the public: hidden categories are left out of the header, and the others have names. */
export async function readPublicSettings(db: Db): Promise<CatalogueSettings> {
  const { version: _, header_category_ids, ...settings } = await readCatalogueSettings(db)
  const { rows: header_categories } = await sql<CategoryRef>`
    select c.id, c.name from unnest(${header_category_ids}::int[]) with ordinality as linked (id, position)
    join categories c on c.id = linked.id where not c.is_hidden order by linked.position`.execute(
    db,
  )
  return { ...settings, header_categories }
}

/** Reads the four ratings, the mildest first. */
export async function readAgeRatings(db: Db): Promise<AgeRating[]> {
  const { rows } = await sql<AgeRating>`
    select code, name, color, minimum_age, descriptors from age_ratings order by rank`.execute(db)
  return rows
}

/** The columns of a page of `s` (series) that its card lacks. */
export const seriesPageColumns = ofSeries(sql`
  s.is_dubbed, s.keywords as tags,
  array(select c.label from media_caption_sources c where c.asset_id = ${firstEpisode('asset_id')}
    order by c.language <> 'ko', c.language) as captions,
  exists (select from media_assets a where a.id = s.trailer_asset_id
    and (a.state = 'ready' or a.first_rendition_progress = 1)) as has_trailer,
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'name_original', p.name_original,
      'role', c.role, 'character', c.character) order by c.position, p.id), '[]')
    from credits c join people p on p.id = c.person_id where c.series_id = s.id) as people`)

/** Reads a public or upcoming series within the limit with its people and the seasons that have public episodes. */
export async function readSeries(db: Db, id: number, limit: CatalogueLimit) {
  const { rows } = await sql<Series>`
    select ${seriesCardColumns(seriesScope)}, ${seriesPageColumns(seriesScope)},
      (select coalesce(json_agg(json_build_object('id', se.id, 'number', se.number, 'title', se.title,
          'episode_count', (select count(*) from episodes e where e.series_id = s.id and e.season_id = se.id
            and ${isPublicEpisode('e')})
        ) order by se.number), '[]')
        from seasons se where se.series_id = s.id and exists (select from episodes e
          where e.series_id = s.id and e.season_id = se.id and ${isPublicEpisode('e')})) as seasons,
      (select coalesce(json_agg(json_build_object('id', e.id, 'season_number', se.number, 'number', e.number,
          'title', e.title, 'thumbnail_url', ${imageUrl('e.thumbnail_key', 'thumbnail')},
          'thumbnail_color', e.thumbnail_color, 'opens_at',
          case when e.is_hidden and not e.is_unpublished
            then to_char(e.next_publication_change_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
        ) order by se.number, e.number), '[]')
        from episodes e join seasons se on se.id = e.season_id
        where e.series_id = s.id and ${isUpcomingEpisodeSql}) as upcoming_episodes
    from series s where s.id = ${id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}`.execute(
    db,
  )
  return rows[0]
}

/** Reads when the next announced episode of a series opens, an instant; null if none has a date. */
export async function readNextOpening(db: Db, series_id: number): Promise<string | null> {
  const { rows } = await sql<{ opens_at: string | null }>`
    select ${nextOpening} as opens_at from series s where s.id = ${series_id}`.execute(db)
  return rows[0]?.opens_at ?? null
}

/** Reads a person who has a part in a public or upcoming series. */
export async function readPerson(db: Db, id: number, limit: CatalogueLimit) {
  const { rows } = await sql<Person>`
    select p.id, p.name, p.name_original,
      json_agg(json_build_object('series_id', s.id, 'role', c.role, 'character', c.character)
        order by s.released_on desc nulls last, s.id, c.position) as credits
    from people p join credits c on c.person_id = p.id join series s on s.id = c.series_id
    where p.id = ${id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}
    group by p.id`.execute(db)
  return rows[0]
}

/** Whether `e` and `s` may play: published, or ended, because buyers can still play ended episodes. */
export const isReachableSql = ofPlayable(
  sql`(not e.is_hidden or e.is_expired) and (not s.is_hidden or s.is_expired)`,
)

/** Whether `e` and `s` are published, with or without a film, or upcoming: an order says why it is refused. */
export const isOrderableSql = ofPlayable(
  sql`(not e.is_hidden and not s.is_hidden or ${isUpcomingEpisodeSql})`,
)

/** Whether `e` and `s` have a page: public, ended or upcoming. */
const hasPageSql = sql`(
  (${isPublicEpisode('e')} or e.is_expired) and (not s.is_hidden or s.is_expired) or ${isUpcomingEpisodeSql})`

/** Reads the public episodes among `ids`, in no particular order. */
export async function readEpisodes(db: Db, ids: readonly number[]): Promise<Episode[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns(episodeScope)}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = any (${ids}::int[]) and ${isPublicEpisode('e')} and not s.is_hidden`.execute(db)
  return rows
}

const readEpisodeIf = async (db: Db, id: number, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<Episode>`
    select ${episodeCardColumns(episodeScope)}
    from episodes e join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where e.id = ${id}::int and ${condition}`.execute(db)
  return rows[0]
}

/** Reads an episode within the limit that has a page: public, ended or upcoming. */
export const readEpisode = (
  db: Db,
  id: number,
  limit: CatalogueLimit,
): Promise<Episode | undefined> =>
  readEpisodeIf(db, id, sql`${hasPageSql} and ${isWithinLimit(seriesScope, limit)}`)

/** Reads an episode that has a page, or is published without a film: calls with its id say why it does not play. */
export const readReachableEpisode = (db: Db, id: number): Promise<Episode | undefined> =>
  readEpisodeIf(db, id, sql`(${isReachableSql(playableScope)} or ${isUpcomingEpisodeSql})`)

/**
 * Reads the public episodes before and after one in the order of its series: by season, then number. Null at the ends
 * of the series. The episode itself need not be public.
 */
export async function readNeighbours(db: Db, { id }: Pick<Episode, 'id'>) {
  const neighbour = (before: boolean) => sql`(
    select e.id from seasons se join episodes e on e.season_id = se.id
    where se.series_id = here.series_id and e.series_id = here.series_id and ${isPublicEpisode('e')}
      and (se.number, e.number) ${before ? sql`<` : sql`>`} (here.season_number, here.number)
    order by se.number ${before ? sql`desc` : sql``}, e.number ${before ? sql`desc` : sql``} limit 1)`
  const { rows } = await sql<Episode & { side: 'previous' | 'next' }>`
    with here as materialized (
      select e.series_id, e.number, se.number as season_number
      from episodes e join seasons se on se.id = e.season_id where e.id = ${id}
    ), beside (id, side) as (
      select ${neighbour(true)}, 'previous' from here union all select ${neighbour(false)}, 'next' from here
    )
    select ${episodeCardColumns(episodeScope)}, beside.side
    from beside join episodes e on e.id = beside.id
    join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where not s.is_hidden`.execute(db)
  const neighbourOn = (which: string) => {
    const row = rows.find(({ side }) => side === which)
    if (!row) return null
    const { side: _, ...episode } = row
    return episode
  }
  return { previous: neighbourOn('previous'), next: neighbourOn('next') }
}

/** Counts the public episodes before one in its season. */
export async function countEpisodesBefore(
  db: Db,
  { number, season }: Pick<Episode, 'number' | 'season'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from episodes e
    where e.season_id = ${season.id} and e.number < ${number} and ${isPublicEpisode('e')}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The ids in the paths of a series, its seasons and its episodes. */
type SeriesPaths = { id: number; seasons: { id: number; episodes: number[] }[] }

/** The upper bound of ids for `readSeriesPaths`. It includes hidden series. */
export async function lastSeriesId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('series')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Reads the public series with an id in [from, to], with the ids of their seasons and public episodes. */
export async function readSeriesPaths(db: Db, from: number, to: number): Promise<SeriesPaths[]> {
  const { rows } = await sql<SeriesPaths>`
    select s.id, coalesce((
      select json_agg(json_build_object('id', n.id, 'episodes', coalesce((
        select json_agg(e.id order by e.number) from episodes e where e.series_id = s.id and e.season_id = n.id and ${isPublicEpisode('e')}
      ), '[]')) order by n.number)
      from seasons n where n.series_id = s.id and exists (select from episodes e
        where e.series_id = s.id and e.season_id = n.id and ${isPublicEpisode('e')})
    ), '[]') as seasons
    from series s
    where s.id between ${from} and ${to} and ${isPublicSeriesSql(seriesScope)}
    order by s.id`.execute(db)
  return rows
}
