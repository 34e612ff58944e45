import * as z from 'zod/mini'
import { AgeCode, Episode, SeriesCard } from './contents.ts'
import { endpoint } from './endpoint.ts'
import { booleanText, idText, integerText, listOf, paging } from './fields.ts'

/** Letters of a query, of whatever script. */
export const longestQuery = 100

/** More than this many are not counted, nor reached by `offset`: nobody looks that far. */
export const mostFound = 1_000

/**
 * What somebody types: composed, so that a name typed on a Mac (NFD) finds the same, and trimmed. NUL is no text to
 * the database. An emoji is one letter, though it takes two places in a string.
 */
const Query = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.check(({ value, issues }) => {
    if (Array.from(value).length > longestQuery)
      issues.push({
        ...{ code: 'too_big', origin: 'string', maximum: longestQuery, inclusive: true },
        input: value,
      })
  }),
  z.regex(/^[^\0]*$/),
)

/** A stretch of a text that the query found, in UTF-16 code units, end exclusive; in order, none touching another. */
export const Match = z.object({ start: z.int(), end: z.int() })

/** A work as a result shows it: what `PosterCard` takes and a little more. */
export const FoundSeries = z.pick(SeriesCard, {
  id: true,
  title: true,
  title_original: true,
  poster_url: true,
  poster_color: true,
  categories: true,
  age_rating: true,
  released_on: true,
  is_completed: true,
  is_series: true,
  episode_count: true,
  rating_average: true,
})

const Person = z.object({ id: z.int(), name: z.string(), name_original: z.nullable(z.string()) })

const SeriesResult = z.object({
  type: z.literal('series'),
  series: FoundSeries,
  /** In `title`; empty where the work was found by its original title, or by who made it. */
  matched: z.array(Match),
  /** In `title_original`. */
  matched_original: z.array(Match),
})

const PersonResult = z.object({
  type: z.literal('person'),
  person: Person,
  /** In `name`. */
  matched: z.array(Match),
  /** In `name_original`. */
  matched_original: z.array(Match),
  /** The most watched of his works, at most 20; `listSeries` with `person` has them all. */
  series: z.array(FoundSeries),
})

/** A line that is spoken in an episode anybody may hear. */
const LineResult = z.object({
  type: z.literal('line'),
  episode: z.pick(Episode, {
    id: true,
    series: true,
    season: true,
    number: true,
    title: true,
    thumbnail_url: true,
    thumbnail_color: true,
    runtime: true,
    is_free: true,
    age_rating: true,
  }),
  /** Of the captions, as `ko`. */
  language: z.string(),
  /** When it is said, in seconds from the beginning: where the player begins. */
  seconds: z.number(),
  text: z.string(),
  /** In `text`. */
  matched: z.array(Match),
})

export const SearchResult = z.discriminatedUnion('type', [SeriesResult, PersonResult, LineResult])

/** One line below the field while somebody types. A person comes without his works. */
export const Suggestion = z.discriminatedUnion('type', [
  SeriesResult,
  z.omit(PersonResult, { series: true }),
])

export type FoundSeries = z.infer<typeof FoundSeries>
export type SearchResult = z.infer<typeof SearchResult>
export type Suggestion = z.infer<typeof Suggestion>
export type Match = z.infer<typeof Match>

/**
 * What the query was taken for where it was not taken as it stands, such as `오징어` for `dhwlddj` or `오장어`; else
 * null. For "'dhwlddj'을(를) '오징어'로 찾았어요".
 */
const read_as = z.nullable(z.string())

export const searchTypes = ['all', 'series', 'person', 'line'] as const

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/api/contents/search/',
    summary: 'Works and people by name, or lines by what is said; closest first',
    access: 'public',
    query: z.strictObject({
      q: Query,
      /** `all` is works and people. Lines come only where they are asked for. */
      type: z._default(z.enum(searchTypes), 'all'),
      // Of works, and of the works that lines are spoken in. With any of these no people come, but their works do.
      category: z.optional(idText),
      age_rating: z.optional(AgeCode),
      year: z.optional(integerText(1850, 2200)),
      is_free: z.optional(booleanText),
      ...paging(20),
    }),
    answer: z.extend(listOf(SearchResult), { read_as }),
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/contents/search/suggest/',
    summary: 'Works and people while a query is being typed',
    access: 'public',
    query: z.strictObject({ q: Query, limit: z._default(integerText(1, 20), 8) }),
    answer: z.extend(listOf(Suggestion), { read_as }),
  }),
  listPopular: endpoint({
    method: 'GET',
    path: '/api/contents/search/popular/',
    summary: 'What others look for: ten words to search with, and the work each is the name of',
    access: 'public',
    answer: listOf(z.object({ q: z.string(), series: FoundSeries })),
  }),
}
