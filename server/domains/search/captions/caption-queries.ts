import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { maxSearchResults } from '#contract/core/constants.ts'
import type { SearchResult, search as calls } from '#contract/search/search.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { isWithinLimit, publicSeasonCount, seriesScope } from '#server/domains/contents/index.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Facets } from '../title-index/facets.ts'

type LineResult = Extract<SearchResult, { type: 'line' }>
export type CaptionMatch = Pick<LineResult, 'episode' | 'language' | 'seconds' | 'text'>

type CaptionQuery = Omit<ParsedInput<typeof calls.search>['query'], 'q' | 'type'> & {
  normalized_text: string
  bigrams: readonly number[]
  catalogue_limit: CatalogueLimit
}

/**
 * Whether a line of captions is spoken in a public part of `e` (episodes): anywhere in a free film, in the preview of a paid one,
 * which is shorter for short films.
 */
export const isPublicLine = (line: string): RawBuilder<boolean> => sql<boolean>`(
  e.is_free or ${sql.ref(`${line}.seconds`)} < (select k.preview_duration from content_keys k where k.asset_id = e.asset_id))`

/** The facets of an episode `e` of a work `s`, as JSON. */
const facetColumns = sql`jsonb_build_object(
  'categories', (select coalesce(sum(1 << (id - 1)), 0) from unnest(s.category_ids) as id),
  'age', array_position(${ageCodes}::text[], s.age_rating) - 1, 'year', coalesce(extract(year from s.released_on), 0),
  'is_free', e.is_free, 'is_dubbed', s.is_dubbed)`

/** Rows scanned per query; frequent phrases have enough matches among these. */
const maxScannedRows = 5_000

/** `series.category_ids` is `int2[]`; a larger id cannot match. */
const isCategory = (id: number) => id <= 32_767

/**
 * Finds public lines that contain `normalized_text`, the shortest line first, then by the work's viewer count. Captions in several
 * languages are separate lines.
 */
export async function findCaptionLines(
  db: Db,
  {
    normalized_text,
    bigrams,
    category,
    age_rating,
    year,
    released_from,
    released_to,
    is_free,
    is_dubbed,
    limit,
    offset,
    ...query
  }: CaptionQuery,
): Promise<{ count: number; lines: CaptionMatch[]; facets: Facets[] }> {
  if (category !== undefined && !isCategory(category)) return { count: 0, lines: [], facets: [] }
  const filters = [
    category === undefined ? sql`` : sql`and s.category_ids @> array[${category}::int]::int2[]`,
    age_rating === undefined ? sql`` : sql`and s.age_rating = ${age_rating}`,
    year === undefined ? sql`` : sql`and extract(year from s.released_on) = ${year}`,
    released_from === undefined
      ? sql``
      : sql`and extract(year from s.released_on) >= ${released_from}`,
    released_to === undefined ? sql`` : sql`and extract(year from s.released_on) <= ${released_to}`,
    is_free === undefined ? sql`` : sql`and e.is_free = ${is_free}`,
    is_dubbed === undefined ? sql`` : sql`and s.is_dubbed = ${is_dubbed}`,
    sql`and ${isWithinLimit(seriesScope, query.catalogue_limit)}`,
  ]
  const { rows } = await sql<
    { total: number; facets: Facets[] } & { [K in keyof CaptionMatch]: CaptionMatch[K] | null }
  >`
    with near as materialized (
      select l.asset_id, l.language, l.number, l.seconds, l.text, length(l.normalized_text) as length
      from caption_lines l
      where l.bigrams @> ${bigrams}::int[] and strpos(l.normalized_text, ${normalized_text}) > 0
      limit ${maxScannedRows}
    ), public_lines as materialized (
      select near.*, e.id as episode_id, s.viewer_count, ${facetColumns} as facets
      from near join episodes e on e.asset_id = near.asset_id join series s on s.id = e.series_id
      where not e.is_hidden and not s.is_hidden and e.video_state = 'ready'
        and s.age_rating <> ${ageCodes[3]} and ${isPublicLine('near')}
        ${sql.join(filters, sql` `)}
      order by near.length, s.viewer_count desc, e.id, near.seconds, near.language
      limit ${maxSearchResults}
    ), page as (
      select * from public_lines order by length, viewer_count desc, episode_id, seconds, language
      limit ${limit} offset ${offset}
    )
    select n.total, n.facets, page.language, page.seconds, page.text,
      case when page.episode_id is not null then json_build_object(
        'id', e.id, 'number', e.number, 'title', e.title, 'runtime', e.runtime, 'is_free', e.is_free,
        'thumbnail_url', ${imageUrl('e.thumbnail_key', 'thumbnail')}, 'thumbnail_color', e.thumbnail_color,
        'age_rating', s.age_rating,
        'series', json_build_object('id', s.id, 'title', s.title,
          'poster_url', ${imageUrl('s.poster_key', 'poster')}, 'poster_color', s.poster_color, 'is_series', s.is_series,
          'season_count', ${publicSeasonCount(seriesScope)}),
        'season', json_build_object('id', se.id, 'number', se.number, 'title', se.title)) end as episode
    from (select count(*) as total, coalesce(jsonb_agg(distinct facets), '[]') as facets from public_lines) as n
    left join page on true
    left join episodes e on e.id = page.episode_id
    left join seasons se on se.id = e.season_id
    left join series s on s.id = e.series_id
    order by page.length, page.viewer_count desc, page.episode_id, page.seconds, page.language`.execute(
    db,
  )
  return {
    count: rows[0]?.total ?? 0,
    lines: rows.filter((row): row is (typeof rows)[number] & CaptionMatch => row.episode !== null),
    facets: rows[0]?.facets ?? [],
  }
}

export type Captions = { asset_id: number; language: string; content: string; duration: number }

/** Reads captions of ready assets that are not indexed yet. Those for deaf viewers have the same lines again. */
export async function readUnindexedCaptions(db: Db, limit: number): Promise<Captions[]> {
  const { rows } = await sql<Captions>`
    select c.asset_id, c.language, c.content, a.duration
    from media_caption_sources c join media_assets a on a.id = c.asset_id
    where a.state = 'ready' and c.language not like '%-x-sdh'
      and not exists (select from caption_lines l where l.asset_id = c.asset_id and l.language = c.language)
    order by c.asset_id, c.language limit ${limit}`.execute(db)
  return rows
}

export type CaptionLine = {
  number: number
  seconds: number
  text: string
  normalized_text: string
  bigrams: number[]
}

/** Inserts the normalized lines of captions. */
export async function insertCaptionLines(
  tx: Tx,
  { asset_id, language }: Pick<Captions, 'asset_id' | 'language'>,
  lines: readonly CaptionLine[],
): Promise<void> {
  await sql`
    insert into caption_lines (asset_id, language, number, seconds, text, normalized_text, bigrams)
    select ${asset_id}, ${language}, number, seconds, text, normalized_text, bigrams
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (number integer, seconds double precision, text text, normalized_text text, bigrams integer[])
    on conflict do nothing`.execute(tx)
}
