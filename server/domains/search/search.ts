import { ageCodes } from '#contract/contents.ts'
import type { Answer, CallOutput } from '#contract/endpoint.ts'
import {
  type FoundSeries,
  mostFound,
  type SearchResult,
  type search as calls,
  type Suggestion,
} from '#contract/search.ts'
import type { Db } from '#server/db/client.ts'
import type { Cards } from './cards.ts'
import { keysOf } from './keys.ts'
import { marksOf, readAs } from './mark.ts'
import { type Plan, planOf } from './match.ts'
import type { Hit } from './name-index.ts'
import type { Names } from './names.ts'
import { type FoundPerson, readPeople } from './queries.ts'

type Query = CallOutput<typeof calls.search>['query']

type Parts = { db: Db; names: Pick<Names, 'ask'>; cards: Pick<Cards, 'read'> }

/** What the hits are, as the database has them: what was hidden a moment ago is not among them. */
async function readHits({ db, cards }: Parts, hits: readonly Hit[]) {
  const works = hits.flatMap(({ kind, id, works }) => (kind === 'series' ? [id] : works))
  const persons = hits.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []))
  const [series, people] = await Promise.all([cards.read(db, works), readPeople(db, persons)])
  return {
    series,
    people: new Map(people.map((one) => [one.id, one])),
  }
}

const ofSeries = (plan: Plan, rank: number, series: FoundSeries) => ({
  type: 'series' as const,
  series,
  matched: marksOf(plan, series.title, rank),
  matched_original: marksOf(plan, series.title_original, rank),
})

const ofPerson = (plan: Plan, rank: number, person: FoundPerson) => ({
  type: 'person' as const,
  person,
  matched: marksOf(plan, person.name, rank),
  matched_original: marksOf(plan, person.name_original, rank),
})

/** What the query was taken for, by the first of its results. */
function readingOf(hits: readonly Hit[], results: readonly (SearchResult | Suggestion)[]) {
  const [hit] = hits
  const [result] = results
  if (!hit || !result || result.type === 'line') return null
  const { matched, matched_original } = result
  const { title, title_original } =
    result.type === 'series'
      ? result.series
      : { title: result.person.name, title_original: result.person.name_original }
  return readAs(hit.rank, [
    { text: title, marks: matched },
    { text: title_original, marks: matched_original },
  ])
}

/** Names that suggestions are the best of: nobody turns their pages. */
const mostSuggested = 100

/**
 * `GET /api/contents/search/` for works and people. With a filter there are works alone, those of a person who was
 * named in full among them: a filter is of works.
 */
export async function searchNames(
  parts: Parts,
  { type, age_rating, ...query }: Omit<Query, 'type'> & { type: 'all' | 'series' | 'person' },
): Promise<Answer<typeof calls.search>> {
  const age = age_rating === undefined ? undefined : ageCodes.indexOf(age_rating)
  const { count, hits } = await parts.names.ask({ ...query, type, age, enough: mostFound })
  const { series, people } = await readHits(parts, hits)
  const plan = planOf(keysOf(query.q))
  const results = hits.flatMap(({ kind, id, rank, works }): SearchResult[] => {
    if (kind === 'series') {
      const one = series.get(id)
      return one ? [ofSeries(plan, rank, one)] : []
    }
    const person = people.get(id)
    const his = works.flatMap((work) => series.get(work) ?? [])
    return person && his.length > 0 ? [{ ...ofPerson(plan, rank, person), series: his }] : []
  })
  return { count, results, read_as: query.offset === 0 ? readingOf(hits, results) : null }
}

/** `GET /api/contents/search/suggest/`: the same, without the works of people. */
export async function suggest(
  parts: Parts,
  { q, limit }: { q: string; limit: number },
): Promise<Answer<typeof calls.suggest>> {
  const found = await parts.names.ask({ q, type: 'all', enough: mostSuggested, limit, offset: 0 })
  const hits = found.hits.map((hit) => ({ ...hit, works: [] }))
  const { series, people } = await readHits(parts, hits)
  const plan = planOf(keysOf(q))
  const results = hits.flatMap(({ kind, id, rank }): Suggestion[] => {
    const one = series.get(id)
    const person = people.get(id)
    if (kind === 'series') return one ? [ofSeries(plan, rank, one)] : []
    return person ? [ofPerson(plan, rank, person)] : []
  })
  return { count: found.count, results, read_as: readingOf(hits, results) }
}
