import { normalizeText } from '#contract/core/characters.ts'
import * as z from 'zod/mini'
import { AgeCode, Episode, releaseYears, SeriesCard } from '#contract/contents/contents.ts'
import { decades } from '#contract/contents/listing-filters.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  booleanString,
  id,
  idString,
  integerString,
  listResponse,
  paging,
} from '#contract/core/fields.ts'

/** In code points. */
export const maxQueryLength = 100

/**
 * A query, trimmed and composed (NFC), so that a name typed on a Mac (NFD) matches. NUL cannot be stored in PostgreSQL
 * text. The length is counted in code points, so an emoji counts as one.
 */
const Query = z.string().check(
  z.overwrite((text) => normalizeText(text)),
  z.trim(),
  z.minLength(1),
  z.check(({ value, issues }) => {
    if (Array.from(value).length > maxQueryLength)
      issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: maxQueryLength,
        inclusive: true,
        input: value,
      })
  }),
  z.regex(/^[^\0]*$/),
)

/** A matched range in UTF-16 code units, end exclusive. Ranges are ordered and do not touch. */
export const HighlightRange = z.object({ start: z.int(), end: z.int() })

/** A work in a search result. */
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
  is_upcoming: true,
  opens_at: true,
  rating_average: true,
})

const Person = z.object({ id: z.int(), name: z.string(), name_original: z.nullable(z.string()) })

const SeriesResult = z.object({
  type: z.literal('series'),
  series: SeriesSearchCard,
  /** In `title`; empty if the work matched by its original title or by a credit. */
  highlights: z.array(HighlightRange),
  /** In `title_original`. */
  highlights_original: z.array(HighlightRange),
})

const PersonResult = z.object({
  type: z.literal('person'),
  person: Person,
  /** In `name`. */
  highlights: z.array(HighlightRange),
  /** In `name_original`. */
  highlights_original: z.array(HighlightRange),
  /** The most watched works, at most 20; `listSeries` with `person` returns all. */
  series: z.array(SeriesSearchCard),
})

/** A caption line of an episode that is open to everyone. */
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
  /** Language of the captions, e.g. `ko`. */
  language: z.string(),
  /** Start of the caption in seconds, where the player begins. */
  seconds: z.number(),
  text: z.string(),
  /** In `text`. */
  highlights: z.array(HighlightRange),
})

/** A work whose synopsis has the words of the query. */
const SynopsisResult = z.object({
  type: z.literal('synopsis'),
  series: SeriesSearchCard,
  /** The part of the synopsis around the first match; `…` where it is cut. */
  text: z.string(),
  /** In `text`. */
  highlights: z.array(HighlightRange),
})

/** A role of a work, by the name of the character. */
const CharacterResult = z.object({
  type: z.literal('character'),
  character: z.string(),
  /** In `character`. */
  highlights: z.array(HighlightRange),
  person: Person,
  series: SeriesSearchCard,
})

export const SearchResult = z.discriminatedUnion('type', [
  SeriesResult,
  PersonResult,
  LineResult,
  SynopsisResult,
  CharacterResult,
])

/** A suggestion below the search field. A person has no works here. */
export const Suggestion = z.discriminatedUnion('type', [
  SeriesResult,
  z.omit(PersonResult, { series: true }),
])

export const intentKinds = [
  ...([
    'available',
    'free',
    'completed',
    'captions',
    'dubbed',
    'category',
    'country',
    'years',
    'age',
  ] as const),
  ...(['episode', 'season', 'cast', 'director', 'writer', 'similar', 'newest', 'popular'] as const),
  'ignored',
] as const

/**
 * The meaning of words of the query. `value` depends on the kind: a category id, a country in Korean, two years (`1990-1999`), an
 * age code, a number, the name of a person or the title of a work; otherwise empty.
 */
const SearchIntent = z.object({
  kind: z.enum(intentKinds),
  value: z.string(),
  /** The words of the query. */
  text: z.string(),
  /** The query without these words; it may be empty. */
  without: z.string(),
  /** False if no result would be left; the results are then those without it. */
  is_applied: z.boolean(),
})

/**
 * The values of each filter that leave results beside the other filters of the call. Of more results than are counted, those that are.
 */
const SearchFilters = z.object({
  category: z.array(z.int()),
  age_rating: z.array(AgeCode),
  /** Decades of the years of release. */
  decades: z.array(z.enum(decades)),
  is_free: z.array(z.boolean()),
  is_dubbed: z.array(z.boolean()),
})

export type SearchFilters = z.infer<typeof SearchFilters>
export type SearchIntent = z.infer<typeof SearchIntent>
export type SeriesSearchCard = z.infer<typeof SeriesSearchCard>
export type SearchResult = z.infer<typeof SearchResult>
export type Suggestion = z.infer<typeof Suggestion>
export type HighlightRange = z.infer<typeof HighlightRange>

/**
 * The corrected query, e.g. `오징어` for `dhwlddj` or `오장어`; null if the query matched unchanged. For
 * "'dhwlddj'을(를) '오징어'로 찾았어요".
 */
const interpreted_as = z.nullable(z.string())

export const searchTypes = ['all', 'series', 'person', 'line', 'synopsis', 'character'] as const

/** The filters of works, which also apply to the works of lines, synopses and characters. */
const filters = {
  category: z.optional(idString),
  age_rating: z.optional(AgeCode),
  year: z.optional(integerString(1850, 2200)),
  ...releaseYears,
  is_free: z.optional(booleanString),
  is_dubbed: z.optional(booleanString),
}

export const search = {
  search: endpoint({
    method: 'GET',
    path: '/api/contents/search/',
    summary:
      'Searches works and people by name, or caption lines, synopses or characters by text; best match first',
    access: 'public',
    query: z.strictObject({
      q: Query,
      /** `all` is works and people; the others must be requested explicitly. */
      type: z._default(z.enum(searchTypes), 'all'),
      // With any of them people are left out, but their works are not.
      ...filters,
      ...paging(20),
    }),
    response: z.extend(listResponse(SearchResult), {
      interpreted_as,
      intents: z.array(SearchIntent),
      /** The works with the most similar names if there are no results; otherwise none. */
      nearest: z.array(SeriesSearchCard),
      filters: SearchFilters,
    }),
  }),
  searchTexts: endpoint({
    method: 'GET',
    path: '/api/contents/search/texts/',
    summary: 'Returns the first caption lines, synopses and characters that match, beside `search`',
    access: 'public',
    query: z.strictObject({
      q: Query,
      ...filters,
      /** Results of each kind. */
      limit: z._default(integerString(1, 20), 6),
    }),
    response: z.object({
      lines: listResponse(LineResult),
      synopses: listResponse(SynopsisResult),
      characters: listResponse(CharacterResult),
    }),
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/contents/search/suggest/',
    summary: 'Suggests works and people while a query is being typed',
    access: 'public',
    query: z.strictObject({ q: Query, limit: z._default(integerString(1, 20), 8) }),
    response: z.extend(listResponse(Suggestion), { interpreted_as }),
  }),
  recordSearch: endpoint({
    method: 'POST',
    path: '/api/contents/search/terms/',
    summary: 'Counts a search for the popular search terms, or as one that finds nothing',
    access: 'anyone',
    body: z.strictObject({ q: Query }),
    response: null,
  }),
  recordClick: endpoint({
    method: 'POST',
    path: '/api/contents/search/clicks/',
    summary:
      'Counts the press of a work in the results of a search without filters, by which results are ordered',
    access: 'anyone',
    body: z.strictObject({
      q: Query,
      series_id: id,
      /** Among the works of the first page, from 0. */
      position: z.int().check(z.minimum(0), z.maximum(19)),
    }),
    response: null,
  }),
  listPopular: endpoint({
    method: 'GET',
    path: '/api/contents/search/popular/',
    summary:
      'Lists up to ten popular search terms, each with the work found for it: names and understood queries that five networks searched for on a day',
    access: 'public',
    response: listResponse(z.object({ q: z.string(), series: SeriesSearchCard })),
  }),
}
