/**
 * Search in synopses and names of characters. The index thread finds the candidates by BM25; their texts are read from the
 * database, which decides about the words, what is shown and the limit of the profile. See D-129.
 */
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { SearchResult } from '#contract/contents/search.ts'
import type { Db } from '#server/db/client.ts'
import type { FoundTexts } from './find-works-by-text.ts'
import { excerptOf, matchName, matchStems } from './match-words.ts'
import {
  type CharacterRow,
  readCharacters,
  readSearchCards,
  readSynopses,
} from './text-result-queries.ts'
import { stemsOf } from './text-terms.ts'

type Page = { limit: number; offset: number }
type Source = FoundTexts & { catalogue_limit: CatalogueLimit }
type Results<T extends SearchResult['type']> = {
  count: number
  results: Extract<SearchResult, { type: T }>[]
}

/** Synopses with fewer of the words do not match. */
const minWordShare = 0.5

/** The works whose synopsis has at least half of the words, those with more of them first. */
export async function searchSynopses(
  db: Db,
  { text, series_ids, catalogue_limit }: Source,
  { limit, offset }: Page,
): Promise<Results<'synopsis'>> {
  const stems = stemsOf(text)
  if (stems.length === 0 || series_ids.length === 0) return { count: 0, results: [] }
  const synopses = await readSynopses(db, series_ids, catalogue_limit)
  const matches = synopses
    .map(({ series_id, synopsis }) => ({ series_id, synopsis, ...matchStems(synopsis, stems) }))
    .filter(({ matched }) => matched >= Math.max(1, stems.length * minWordShare))
    .sort((one, other) => other.matched - one.matched)
  const page = matches.slice(offset, offset + limit)
  const cards = await readSearchCards(
    db,
    page.map(({ series_id }) => series_id),
  )
  return {
    count: matches.length,
    results: page.flatMap(({ series_id, synopsis, highlights }) => {
      const series = cards.get(series_id)
      return series ? [{ type: 'synopsis', series, ...excerptOf(synopsis, highlights) }] : []
    }),
  }
}

/** The roles whose character's name contains the text or all of its words; whole names first. */
export async function searchCharacters(
  db: Db,
  { text, series_ids, catalogue_limit }: Source,
  { limit, offset }: Page,
): Promise<Results<'character'>> {
  if (series_ids.length === 0) return { count: 0, results: [] }
  const stems = stemsOf(text)
  const rows = await readCharacters(db, series_ids, catalogue_limit)
  const matches = rows
    .flatMap((row) => {
      const highlights = matchName(row.character, text, stems)
      return highlights ? [{ ...row, highlights }] : []
    })
    .sort((one, other) => Number(isWhole(other)) - Number(isWhole(one)))
  const page = matches.slice(offset, offset + limit)
  const ids = [...new Set(page.map(({ series_id }) => series_id))]
  const cards = await readSearchCards(db, ids)
  return {
    count: matches.length,
    results: page.flatMap(({ series_id, ...match }) => {
      const series = cards.get(series_id)
      return series ? [{ type: 'character', ...match, series }] : []
    }),
  }
}

type NameMatch = Pick<CharacterRow, 'character'> & { highlights: { start: number; end: number }[] }
const isWhole = ({ character, highlights: [first] }: NameMatch) =>
  first?.start === 0 && first.end === character.length
