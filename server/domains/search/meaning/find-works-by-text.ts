/** The works whose texts may have the words of a query: the candidates of `search-work-texts.ts`. */
import { withFilters } from '../intents/interpret-query.ts'
import { parseIntents } from '../intents/parse-intents.ts'
import type { TitleIndex } from '../title-index/title-index.ts'
import type { TitleQuery } from '../title-index/title-search.ts'
import type { Vocabulary } from '../intents/vocabulary.ts'
import type { TextIndex } from './text-index.ts'

/** The words that are searched for, and the works by id, the best first, each with its facets. */
export type FoundTexts = { text: string; series_ids: number[]; facets: number[] }

/** Candidates of a query: a bound of the rows that are read for it. */
const maxCandidates = 200

/**
 * Finds works within the filters of a query. Words of intents filter the works unless none would be left; a query of intents alone
 * (`2025년 드라마`) is what its chips say, so works beyond them are not found instead.
 */
export function findWorksByText(
  index: TitleIndex,
  texts: TextIndex,
  query: TitleQuery,
  vocabulary: Vocabulary,
): FoundTexts {
  const parsed = parseIntents(query.q, vocabulary)
  const { intents } = parsed
  const text = parsed.text === '' ? query.q : parsed.text
  const works = texts.searchParts(text, maxCandidates)
  const filtered = index.keep(works, withFilters(query, intents))
  const isFiltered = filtered.length > 0 || intents.length === 0 || parsed.text === ''
  const kept = isFiltered ? filtered : index.keep(works, query)
  return {
    text,
    series_ids: kept.map(({ id }) => id),
    facets: kept.flatMap((hit) => [...index.facetsOf([hit], query.max_age)]),
  }
}

export const encodeFoundTexts = (texts: FoundTexts): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(texts))
