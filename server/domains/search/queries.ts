import type { FoundSeries } from '#contract/search.ts'
import type { Db } from '#server/db/client.ts'
import { imageUrl } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'

/** The visible series among `ids`, as results show them, in no particular order. */
export async function readFound(db: Db, ids: readonly number[]): Promise<FoundSeries[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundSeries>`
    select s.id, s.title, s.title_original, ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.position), '[]')
        from categories c where c.id = any (s.category_ids)) as categories,
      s.age_rating, s.released_on, s.is_completed, s.is_series, s.rating_average,
      (select count(*) from episodes e where e.series_id = s.id and not e.is_hidden) as episode_count
    from series s where s.id = any (${ids}::int[]) and not s.is_hidden`.execute(db)
  return rows
}
