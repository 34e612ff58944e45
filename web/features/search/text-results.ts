import type { EndpointResponse } from '#contract/core/endpoint.ts'
import type { search, SearchResult } from '#contract/search/search.ts'
import { apiRequest } from '#web/api/client.ts'
import { searchTexts } from '#web/api/endpoints/search.generated.ts'
import { type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { useEffect, useState } from 'react'
import { type SearchParams, toSearchQuery } from './search-params.ts'

type ResultOf<T extends SearchResult['type']> = Extract<SearchResult, { type: T }>

export type LineHit = Omit<ResultOf<'line'>, 'type'>
export type SynopsisHit = Pick<ResultOf<'synopsis'>, 'text' | 'highlights'> & {
  series: PosterCardData
}
export type CharacterHit = Pick<ResultOf<'character'>, 'character' | 'highlights' | 'person'> & {
  series: PosterCardData
}

type Section<T> = { count: number; results: readonly T[] }
export type TextSections = {
  lines: Section<LineHit>
  synopses: Section<SynopsisHit>
  characters: Section<CharacterHit>
}

export const toSynopsisHit = ({ series, text, highlights }: ResultOf<'synopsis'>): SynopsisHit => ({
  series: toPosterCardData(series),
  text,
  highlights,
})

export const toCharacterHit = (result: ResultOf<'character'>): CharacterHit => {
  const { series, character, highlights, person } = result
  return { series: toPosterCardData(series), character, highlights, person }
}

/** Reduces the sections to the props of their items; null if none has results. */
export function toTextSections({
  lines,
  synopses,
  characters,
}: EndpointResponse<typeof search.searchTexts>): TextSections | null {
  if (lines.count + synopses.count + characters.count === 0) return null
  return {
    lines,
    synopses: { count: synopses.count, results: synopses.results.map(toSynopsisHit) },
    characters: { count: characters.count, results: characters.results.map(toCharacterHit) },
  }
}

/** Leaves out the synopses of works that are results by name on the same page. */
export function withoutShown(sections: TextSections, shown: readonly number[]): TextSections {
  const results = sections.synopses.results.filter(({ series }) => !shown.includes(series.id))
  const count = sections.synopses.count - (sections.synopses.results.length - results.length)
  return { ...sections, synopses: { count, results } }
}

/** Whether the sections follow the names: on the first page of all results. */
export const hasTextSections = ({ q, type, page }: SearchParams): boolean =>
  q !== '' && type === 'all' && page === 1

/**
 * Returns the sections below the names. They are requested once the names are shown, so that the names wait for nothing;
 * those of a page without names are rendered by the server.
 */
export function useTextSections(page: {
  params: SearchParams
  texts: TextSections | null
  count: number
}): TextSections | null {
  const [loaded, setLoaded] = useState<{ page: unknown; sections: TextSections | null }>()
  useEffect(() => {
    if (!hasTextSections(page.params) || page.count === 0) return
    const controller = new AbortController()
    apiRequest(
      searchTexts,
      { query: toSearchQuery(page.params) },
      { signal: controller.signal },
    ).then(
      (response) => setLoaded({ page, sections: toTextSections(response) }),
      // The names stay as they are, and the tabs lead to the texts.
      () => {},
    )
    return () => controller.abort()
  }, [page])
  return page.texts ?? (loaded?.page === page ? loaded.sections : null)
}
