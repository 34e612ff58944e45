import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { idParams, listResponse, paging } from '#contract/core/fields.ts'
import { singleLineText } from '#contract/core/text-fields.ts'

/** In code points. */
export const synonymLength = { min: 1, max: 100 } as const

const SearchMiss = z.object({
  term: z.string(),
  /** Searches of the last 30 days. */
  count: z.int(),
  /** In Seoul. */
  last_day: z.string(),
  /** The replacement of this term, if it has one. */
  replacement: z.nullable(z.string()),
})

const SearchSynonym = z.object({ id: z.int(), term: z.string(), replacement: z.string() })

const ClickedWork = z.object({
  series_id: z.int(),
  title: z.string(),
  /** Clicks, older ones counting less. */
  clicks: z.number(),
  /** Each click weighed by the inverse of the probability that its position is looked at. */
  weight: z.number(),
  /** Places in the results without and with clicks, from 1; null if it is not among the first twenty works. */
  place_before: z.nullable(z.int()),
  place: z.nullable(z.int()),
})

const ClickedQuery = z.object({
  /** The first letters of the queries, without spaces. */
  prefix: z.string(),
  works: z.array(ClickedWork),
})

/** A popular search term, or one that staff hid from them. */
const PopularTerm = z.object({ term: z.string(), is_hidden: z.boolean() })

export type PopularTerm = z.infer<typeof PopularTerm>
export type ClickedQuery = z.infer<typeof ClickedQuery>
export type SearchMiss = z.infer<typeof SearchMiss>
export type SearchSynonym = z.infer<typeof SearchSynonym>

export const studio_search = {
  listMisses: endpoint({
    method: 'GET',
    path: '/api/studio/search/misses/',
    summary: 'Lists the searches of the last 30 days that found nothing, the most frequent first',
    access: studioAccess.discovery,
    query: z.strictObject(paging(50)),
    response: listResponse(SearchMiss),
  }),
  listSynonyms: endpoint({
    method: 'GET',
    path: '/api/studio/search/synonyms/',
    summary: 'Lists the synonyms by term',
    access: studioAccess.discovery,
    response: z.array(SearchSynonym),
  }),
  createSynonym: endpoint({
    method: 'POST',
    path: '/api/studio/search/synonyms/',
    summary: 'Adds a synonym, which applies to searches within a second',
    access: studioAccess.discovery_editing,
    body: z.strictObject({
      term: singleLineText(synonymLength),
      replacement: singleLineText(synonymLength),
    }),
    response: SearchSynonym,
    status: 201,
    problems: ['conflict'],
  }),
  listPopularTerms: endpoint({
    method: 'GET',
    path: '/api/studio/search/popular/',
    summary: 'Lists the popular search terms and those that staff hid, by term',
    access: studioAccess.discovery,
    response: z.array(PopularTerm),
  }),
  setTermHidden: endpoint({
    method: 'PUT',
    path: '/api/studio/search/popular/',
    summary: 'Hides a popular search term in every spelling, or shows it again',
    access: studioAccess.discovery_editing,
    body: z.strictObject({ term: singleLineText({ min: 1, max: 40 }), is_hidden: z.boolean() }),
    response: null,
    problems: ['conflict'],
  }),
  readClickOrder: endpoint({
    method: 'GET',
    path: '/api/studio/search/click-order/',
    summary:
      'Lists the queries whose results are ordered by clicks, at most thirty, the most clicked first',
    access: studioAccess.discovery,
    response: z.object({ is_on: z.boolean(), queries: z.array(ClickedQuery) }),
  }),
  setClickOrder: endpoint({
    method: 'PUT',
    path: '/api/studio/search/click-order/',
    summary: 'Orders results by clicks, or no longer',
    access: studioAccess.discovery_editing,
    body: z.strictObject({ is_on: z.boolean() }),
    response: null,
  }),
  removeSynonym: endpoint({
    method: 'DELETE',
    path: '/api/studio/search/synonyms/{id}/',
    summary: 'Deletes a synonym',
    access: studioAccess.discovery_editing,
    params: idParams,
    response: null,
  }),
}
