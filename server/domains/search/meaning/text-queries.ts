import type { Db } from '#server/db/client.ts'
import { isPublicEpisode, isShownSeriesSql, seriesScope } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import { isPublicLine } from '../captions/caption-queries.ts'
import type { WorkText } from './text-index.ts'

const maxLines = 400

const weights = {
  title: 2,
  keywords: 2,
  characters: 1.5,
  synopsis: 1,
  episodes: 0.6,
  lines: 0.25,
} as const

/** The descriptor of a rating that is a genre too. */
const genreDescriptor = '공포'

/** Reads the texts of the shown works among `ids`. Works with nothing but a title have none. */
export async function readTexts(db: Db, ids: readonly number[]): Promise<WorkText[]> {
  const { rows: works } = await sql<{ id: number } & Record<keyof typeof weights, string>>`
    select s.id, s.title, s.synopsis, array_to_string(s.keywords || s.countries
        || array(select unnest(s.descriptors) intersect select ${genreDescriptor}), ' ') as keywords,
      coalesce((select string_agg(c.character, ' ') from credits c where c.series_id = s.id), '') as characters,
      coalesce((select string_agg(e.title || ' ' || e.synopsis, ' ') from episodes e
        where e.series_id = s.id and ${isPublicEpisode('e')}), '') as episodes,
      case when s.age_rating = '19' then '' else coalesce((
        select string_agg(text, ' ') from (
          select l.text from episodes e join caption_lines l on l.asset_id = e.asset_id
          where e.series_id = s.id and ${isPublicEpisode('e')} and ${isPublicLine('l')}
          limit ${maxLines}) as spoken), '') end as lines
    from series s where ${isShownSeriesSql(seriesScope)} and s.id = any (${ids}::int[])`.execute(db)
  return works.map((work) => ({
    id: work.id,
    fields: Object.entries(weights)
      .map(([name, weight]) => ({
        text: work[name as keyof typeof weights],
        weight,
        is_names: name === 'characters',
      }))
      .filter(({ text }) => text !== ''),
  }))
}
