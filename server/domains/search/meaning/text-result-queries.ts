import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { SearchResult, SeriesSearchCard } from '#contract/search/search.ts'
import type { Db } from '#server/db/client.ts'
import { isShownSeriesSql, isWithinLimit, seriesScope } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import { readWorks } from '../index-queries.ts'

/** The shown works among the candidates within the limit, in the order of the ids. */
const candidatesOf = (ids: readonly number[], limit: CatalogueLimit) => sql`(
  select s.id, s.synopsis, candidate.position
  from unnest(${ids}::int[]) with ordinality as candidate (id, position) join series s on s.id = candidate.id
  where ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}) as work`

/** Reads the synopses of the candidates. */
export async function readSynopses(db: Db, ids: readonly number[], limit: CatalogueLimit) {
  const { rows } = await sql<{ series_id: number; synopsis: string }>`
    select work.id as series_id, work.synopsis from ${candidatesOf(ids, limit)} where work.synopsis <> ''
    order by work.position`.execute(db)
  return rows
}

export type CharacterRow = {
  series_id: number
  character: string
  person: Extract<SearchResult, { type: 'character' }>['person']
}

/** Reads the characters of the candidates. */
export async function readCharacters(db: Db, ids: readonly number[], limit: CatalogueLimit) {
  const { rows } = await sql<CharacterRow>`
    select work.id as series_id, c.character,
      json_build_object('id', p.id, 'name', p.name, 'name_original', p.name_original) as person
    from ${candidatesOf(ids, limit)} join credits c on c.series_id = work.id join people p on p.id = c.person_id
    where c.character is not null
    order by work.position, c.position, p.id`.execute(db)
  return rows
}

/** Reads the cards of works by id. */
export async function readSearchCards(db: Db, ids: readonly number[]) {
  const works = await readWorks(db, { ids })
  return new Map(
    works.map(({ entry: { id }, name, original, fields }) => [
      id,
      { id, title: name, title_original: original, ...fields } as SeriesSearchCard,
    ]),
  )
}
