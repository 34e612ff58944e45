/** The first search: whole words as they stand, in titles and names. Spelling, initials and keyboards come later (D-36). */
import type { Answer, CallOutput } from '#contract/endpoint.ts'
import type { FoundSeries, Match, SearchResult, search as calls } from '#contract/search.ts'
import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import { readFound } from './queries.ts'

type Query = CallOutput<typeof calls.search>['query']

/** How many works of a person come along with him. */
const worksOfPerson = 20

/** Every stretch of `text` that is `q` but for case, in UTF-16 units, left to right. */
export function matchesOf(text: string | null, q: string): Match[] {
  if (text === null) return []
  const pattern = new RegExp(q.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

/** `q` as a pattern of LIKE that holds it literally. */
function literally(q: string): string {
  return q.replace(/[\\%_]/g, '\\$&')
}

type Hit =
  | { type: 'series'; id: number; total: number }
  | {
      type: 'person'
      id: number
      name: string
      name_original: string | null
      works: number[]
      total: number
    }

/** The visible series and people whose names hold `q`: whole names first, then beginnings, then the most watched. */
async function findHits(
  db: Db,
  { q, type, category, limit, offset }: Pick<Query, 'q' | 'type' | 'category' | 'limit' | 'offset'>,
): Promise<Hit[]> {
  const held = sql`'%' || lower(${literally(q)}) || '%'`
  const begun = sql`lower(${literally(q)}) || '%'`
  const rank = (name: string, original: string) => sql`case
    when lower(${sql.ref(name)}) = lower(${q}) or lower(${sql.ref(original)}) = lower(${q}) then 0
    when lower(${sql.ref(name)}) like ${begun} or lower(${sql.ref(original)}) like ${begun} then 1 else 2 end`
  const shown = sql`not s.is_hidden ${category === undefined ? sql`` : sql`and s.category_ids @> array[${category}::int]::int2[]`}`
  const titles = sql`
    select 'series' as type, s.id, null as name, null as name_original, null::int[] as works,
      ${rank('s.title', 's.title_original')} as rank, s.viewer_count
    from series s
    where ${shown} and (lower(s.title) like ${held} or lower(s.title_original) like ${held})`
  const names = sql`
    select 'person', p.id, p.name, p.name_original, his.works,
      ${rank('p.name', 'p.name_original')}, his.viewer_count
    from people p cross join lateral (
      select (array_agg(w.id order by w.viewer_count desc, w.id))[:${sql.lit(worksOfPerson)}] as works,
        max(w.viewer_count) as viewer_count
      from (select distinct s.id, s.viewer_count from credits c join series s on s.id = c.series_id
        where c.person_id = p.id and ${shown}) as w
    ) as his
    where his.works is not null and (lower(p.name) like ${held} or lower(p.name_original) like ${held})`
  const places =
    type === 'series' ? titles : type === 'person' ? names : sql`${titles} union all ${names}`
  const { rows } = await sql<Hit>`
    with hits (type, id, name, name_original, works, rank, viewer_count) as materialized (${places}),
      page as (select * from hits order by rank, type desc, viewer_count desc, id limit ${limit} offset ${offset})
    select n.total, page.* from (select count(*) as total from hits) as n left join page on true
    order by rank, type desc, viewer_count desc, id`.execute(db)
  return rows
}

/** `GET /api/contents/search/`. `q` is trimmed and composed. A person leads to his works. */
export async function search(db: Db, query: Query): Promise<Answer<typeof calls.search>> {
  // No category has a larger id than these; a larger one would not fit their type.
  if (query.category !== undefined && query.category > 32_767)
    return { count: 0, results: [], read_as: null }
  const hits = await findHits(db, query)
  const shown = hits.filter(({ id }) => id !== null)
  const ids = shown.flatMap((hit) => (hit.type === 'series' ? [hit.id] : hit.works))
  const cards = new Map((await readFound(db, [...new Set(ids)])).map((card) => [card.id, card]))
  const cardsOf = (wanted: number[]) =>
    wanted.map((id) => cards.get(id)).filter((card): card is FoundSeries => card !== undefined)
  return {
    count: hits[0]?.total ?? 0,
    read_as: null,
    results: shown.flatMap((hit): SearchResult[] => {
      if (hit.type === 'person') {
        const { id, name, name_original } = hit
        return [
          {
            type: 'person',
            person: { id, name, name_original },
            matched: matchesOf(name, query.q),
            matched_original: matchesOf(name_original, query.q),
            series: cardsOf(hit.works),
          },
        ]
      }
      return cardsOf([hit.id]).map((series) => ({
        type: 'series',
        series,
        matched: matchesOf(series.title, query.q),
        matched_original: matchesOf(series.title_original, query.q),
      }))
    }),
  }
}
