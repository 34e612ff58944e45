import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

/** The ids in the paths of a series, its seasons and its episodes. */
export type SeriesPaths = { id: number; seasons: { id: number; episodes: number[] }[] }

/** The upper bound of ids for `readSeriesPaths`. It includes hidden series. */
export async function lastSeriesId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('series')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Reads the visible series with an id in [from, to], with the ids of their seasons and visible episodes. */
export async function readSeriesPaths(db: Db, from: number, to: number): Promise<SeriesPaths[]> {
  const { rows } = await sql<SeriesPaths>`
    select s.id, coalesce((
      select json_agg(json_build_object('id', n.id, 'episodes', coalesce((
        select json_agg(e.id order by e.number) from episodes e where e.season_id = n.id and not e.is_hidden
      ), '[]')) order by n.number)
      from seasons n where n.series_id = s.id
    ), '[]') as seasons
    from series s
    where s.id between ${from} and ${to} and not s.is_hidden
    order by s.id`.execute(db)
  return rows
}
