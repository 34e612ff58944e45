import * as z from 'zod/mini'
import { AgeCode, Episode, SeriesCard } from './contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  booleanString,
  idString,
  integerString,
  listResponse,
  paging,
} from '#contract/core/fields.ts'

/** Letters of a query, of whatever script. */
export const maxQueryLength = 100

/** More than this many are not counted, nor reached by `offset`: nobody looks that far. */
export const maxSearchResults = 1_000

/**
 * What somebody types: composed, so that a name typed on a Mac (NFD) finds the same, and trimmed. NUL is no text to
 * the database. An emoji is one letter, though it takes two places in a string.
 */
const Query = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.check(({ value, issues }) => {
    if (Array.from(value).length > maxQueryLength)
      issues.push({
        ...{ code: 'too_big', origin: 'string', maximum: maxQueryLength, inclusive: true },
        input: value,
      })
  }),
  z.regex(/^[^\0]*$/),
)

/** A stretch of a text that the query found, in UTF-16 code units, end exclusive; in order, none touching another. */
export const HighlightRange = z.object({ start: z.int(), end: z.int() })

/** A work as a result shows it: what `PosterCard` takes and a little more. */
export const SeriesSearchCard = z.pick(SeriesCard, {
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
  series: SeriesSearchCard,
  /** In `title`; empty where the work was found by its original title, or by who made it. */
  matched: z.array(HighlightRange),
  /** In `title_original`. */
  matched_original: z.array(HighlightRange),
})

const PersonResult = z.object({
  type: z.literal('person'),
  person: Person,
  /** In `name`. */
  matched: z.array(HighlightRange),
  /** In `name_original`. */
  matched_original: z.array(HighlightRange),
  /** The most watched of his works, at most 20; `listSeries` with `person` has them all. */
  series: z.array(SeriesSearchCard),
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
  matched: z.array(HighlightRange),
})

export const SearchResult = z.discriminatedUnion('type', [SeriesResult, PersonResult, LineResult])

/** One line below the field while somebody types. A person comes without his works. */
export const Suggestion = z.discriminatedUnion('type', [
  SeriesResult,
  z.omit(PersonResult, { series: true }),
])

export type SeriesSearchCard = z.infer<typeof SeriesSearchCard>
export type SearchResult = z.infer<typeof SearchResult>
export type Suggestion = z.infer<typeof Suggestion>
export type HighlightRange = z.infer<typeof HighlightRange>

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
      category: z.optional(idString),
      age_rating: z.optional(AgeCode),
      year: z.optional(integerString(1850, 2200)),
      is_free: z.optional(booleanString),
      ...paging(20),
    }),
    answer: z.extend(listResponse(SearchResult), { read_as }),
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/contents/search/suggest/',
    summary: 'Works and people while a query is being typed',
    access: 'public',
    query: z.strictObject({ q: Query, limit: z._default(integerString(1, 20), 8) }),
    answer: z.extend(listResponse(Suggestion), { read_as }),
  }),
  listPopular: endpoint({
    method: 'GET',
    path: '/api/contents/search/popular/',
    summary: 'What others look for: ten words to search with, and the work each is the name of',
    access: 'public',
    answer: listResponse(z.object({ q: z.string(), series: SeriesSearchCard })),
  }),
}
