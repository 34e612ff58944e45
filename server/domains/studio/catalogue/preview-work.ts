import type { Episode, Series } from '#contract/contents/contents.ts'
import type { Db } from '#server/db/client.ts'
import { episodeCardColumns, seriesCardColumns } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'

/** Reads a work as its page would show it if every item that has not ended were published. For staff only. */
export async function readWorkPreview(
  db: Db,
  id: number,
): Promise<{ series: Series; episodes: Episode[] } | undefined> {
  const [works, { rows: episodes }, { rows: seasons }] = await Promise.all([
    sql<Series>`
      select ${seriesCardColumns},
        (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'name_original', p.name_original,
            'role', c.role, 'character', c.character) order by c.position, p.id), '[]')
          from credits c join people p on p.id = c.person_id where c.series_id = s.id) as people
      from series s where s.id = ${id}::int`.execute(db),
    sql<Episode>`
      select ${episodeCardColumns} from episodes e
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
      episode_count: episodes.length,
      first_episode_id: episodes[0]?.id ?? null,
      seasons: seasons.map((season) => ({
        ...season,
        episode_count: episodes.filter((one) => one.season.id === season.id).length,
      })),
    },
    episodes,
  }
}
