/**
 * Caption search. A line is public if its part of the film is: the whole of a free episode, the preview of a paid one,
 * nothing of a work rated 19 (decisions/0021-search-index). So search does not reveal paid content, and every result can
 * be played at once.
 */
import { trimEndMatching } from '#contract/core/trim-end.ts'
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { HighlightRange, SearchResult, search as calls } from '#contract/search/search.ts'
import type { Db } from '#server/db/client.ts'
import type { Facets } from '../title-index/facets.ts'
import { normalizeForSearch, toKoreanLayout, bigramsOf } from './normalize-text.ts'
import { type CaptionMatch, findCaptionLines } from './caption-queries.ts'

type Filters = Omit<ParsedInput<typeof calls.search>['query'], 'type'>
type Query = Filters & { catalogue_limit: CatalogueLimit }
type FoundLines = {
  count: number
  results: SearchResult[]
  interpreted_as: string | null
  /** Facets of the works of all results. */
  facets: Facets[]
}

/** In letters; shorter texts occur in most lines. */
const minLength = 2

/** `GET /api/contents/search/?type=line`. Ignores spaces, case and punctuation; retries with the other keyboard layout. */
export async function searchCaptions(
  db: Db,
  filters: Filters,
  catalogue_limit: CatalogueLimit,
): Promise<FoundLines> {
  const query = { ...filters, catalogue_limit }
  // Captions have no incomplete syllable, so one at the end is removed.
  const completeText = trimEndMatching(query.q, /[ㄱ-ㅎㅏ-ㅣ]/).trim()
  const literal = await searchText(db, completeText, query)
  if (literal.count > 0) return literal
  const korean = toKoreanLayout(query.q)
  if (korean === null) return literal
  const converted = await searchText(db, korean, query)
  return converted.count > 0 ? { ...converted, interpreted_as: korean } : literal
}

async function searchText(db: Db, q: string, query: Query): Promise<FoundLines> {
  const { text: normalized } = normalizeForSearch(q)
  if (normalized.length < minLength)
    return { count: 0, results: [], interpreted_as: null, facets: [] }
  const { count, lines, facets } = await findCaptionLines(db, {
    ...query,
    normalized_text: normalized,
    bigrams: bigramsOf(normalized),
  })
  const results = lines.map((line) => toResult(line, normalized))
  return { count, results, interpreted_as: null, facets }
}

function toResult(
  { episode, language, seconds, text }: CaptionMatch,
  normalized: string,
): SearchResult {
  return {
    type: 'line',
    episode,
    language,
    seconds,
    text,
    highlights: findHighlights(text, normalized),
  }
}

function findHighlights(text: string, normalized: string): HighlightRange[] {
  const line = normalizeForSearch(text)
  const at = line.text.indexOf(normalized)
  if (at < 0) return []
  return [{ start: line.from[at]!, end: line.to[at + normalized.length - 1]! }]
}
