/**
 * Search in synopses and names of characters. The index thread finds the candidates by BM25; their texts are read from the
 * database, which decides about the words, what is shown and the limit of the profile.
 */
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import type { HighlightRange, SearchResult } from '#contract/search/search.ts'
import type { Db } from '#server/db/client.ts'
import { decodeFacets, type Facets } from '../title-index/facets.ts'
import type { FoundTexts } from './find-works-by-text.ts'
import {
  type CharacterRow,
  readCharacters,
  readSearchCards,
  readSynopses,
} from './text-result-queries.ts'
import { stemsOf } from './text-terms.ts'
import { normalizeForSearch } from '../captions/normalize-text.ts'

type Page = { limit: number; offset: number }
type Source = FoundTexts & { catalogue_limit: CatalogueLimit }
type Results<T extends SearchResult['type']> = {
  count: number
  results: Extract<SearchResult, { type: T }>[]
  /** Facets of the works of all results. */
  facets: Facets[]
}

/** The facets of works among the candidates. */
function facetsOf({ series_ids, facets }: FoundTexts, works: readonly { series_id: number }[]) {
  const ids = new Set(works.map(({ series_id }) => series_id))
  const codes = new Set(facets.filter((_code, at) => ids.has(series_ids[at]!)))
  return [...codes].map(decodeFacets)
}

/** Synopses with fewer of the words do not match. */
const minWordShare = 0.5

/** The works whose synopsis has at least half of the words, those with more of them first. */
export async function searchSynopses(
  db: Db,
  source: Source,
  { limit, offset }: Page,
): Promise<Results<'synopsis'>> {
  const { text, series_ids, catalogue_limit } = source
  const stems = stemsOf(text)
  if (stems.length === 0 || series_ids.length === 0) return { count: 0, results: [], facets: [] }
  const synopses = await readSynopses(db, series_ids, catalogue_limit)
  const matches = synopses
    .map(({ series_id, synopsis }) => ({ series_id, synopsis, ...matchStems(synopsis, stems) }))
    .filter(({ matched }) => matched >= Math.max(1, stems.length * minWordShare))
    .sort((a, b) => b.matched - a.matched)
  const page = matches.slice(offset, offset + limit)
  const cards = await readSearchCards(
    db,
    page.map(({ series_id }) => series_id),
  )
  return {
    count: matches.length,
    facets: facetsOf(source, matches),
    results: page.flatMap(({ series_id, synopsis, highlights }) => {
      const series = cards.get(series_id)
      return series ? [{ type: 'synopsis', series, ...excerptOf(synopsis, highlights) }] : []
    }),
  }
}

/** The roles whose character's name contains the text or all of its words; whole names first. */
export async function searchCharacters(
  db: Db,
  source: Source,
  { limit, offset }: Page,
): Promise<Results<'character'>> {
  const { text, series_ids, catalogue_limit } = source
  if (series_ids.length === 0) return { count: 0, results: [], facets: [] }
  const stems = stemsOf(text)
  const rows = await readCharacters(db, series_ids, catalogue_limit)
  const matches = rows
    .flatMap((row) => {
      const highlights = matchName(row.character, text, stems)
      return highlights ? [{ ...row, highlights }] : []
    })
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)))
  const page = matches.slice(offset, offset + limit)
  const ids = [...new Set(page.map(({ series_id }) => series_id))]
  const cards = await readSearchCards(db, ids)
  return {
    count: matches.length,
    facets: facetsOf(source, matches),
    results: page.flatMap(({ series_id, ...match }) => {
      const series = cards.get(series_id)
      return series ? [{ type: 'character', ...match, series }] : []
    }),
  }
}

type NameMatch = Pick<CharacterRow, 'character'> & { highlights: { start: number; end: number }[] }
const isWhole = ({ character, highlights: [first] }: NameMatch) =>
  first?.start === 0 && first.end === character.length

/** Letters of an excerpt, and those before its first match, which is thus in the first lines on a phone. */
const excerptLength = 160
const excerptLead = 40
/** Letters of the shortest part of a name that matches. */
const minNamePart = 2

const wordPattern = /[가-힣]+|[a-z]+|\d+/giu
const singleParticle = /^[은는이가을를의에로와과도만]$/

/** The letters [start, end) of a word that match a stem. */
function matchWord(word: string, stem: string): HighlightRange | undefined {
  // Latin words and numbers match as a whole, as the index finds them.
  if (stem < '가') return word === stem ? { start: 0, end: word.length } : undefined
  if (stem.length === 1) {
    const isWord = word === stem || (word[0] === stem && singleParticle.test(word.slice(1)))
    return isWord ? { start: 0, end: 1 } : undefined
  }
  const at = word.indexOf(stem)
  if (at >= 0) return { start: at, end: at + stem.length }
  // Another ending of a verb: 기다리는 and 기다린다.
  const root = stem.slice(0, -1)
  return root.length >= 2 && word.startsWith(root) ? { start: 0, end: root.length } : undefined
}

/** The matches of stems in a composed (NFC) text, and the number of stems that match. */
export function matchStems(
  text: string,
  stems: readonly string[],
): { matched: number; highlights: HighlightRange[] } {
  const matched = new Set<string>()
  const ranges: HighlightRange[] = []
  for (const { 0: word, index } of text.matchAll(wordPattern))
    for (const stem of stems) {
      const range = matchWord(word.toLowerCase(), stem)
      if (!range) continue
      matched.add(stem)
      ranges.push({ start: index + range.start, end: index + range.end })
    }
  return { matched: matched.size, highlights: mergeRanges(ranges) }
}

/** Matches a name that contains the text, spaces aside, or all of its words in any order. */
export function matchName(
  name: string,
  text: string,
  stems: readonly string[],
): HighlightRange[] | undefined {
  const { text: letters, from, to } = normalizeForSearch(name)
  const { text: searched } = normalizeForSearch(text)
  const at = searched === '' ? -1 : letters.indexOf(searched)
  if (at >= 0 && (searched.length >= minNamePart || searched === letters))
    return [{ start: from[at]!, end: to[at + searched.length - 1]! }]
  const { matched, highlights } = matchStems(name, stems)
  return stems.length > 0 && matched === stems.length ? highlights : undefined
}

/** Joins ranges that overlap or touch. */
function mergeRanges(ranges: readonly HighlightRange[]): HighlightRange[] {
  const merged: HighlightRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/** Cuts a text around its first highlight, between words; `…` marks what is cut. */
export function excerptOf(
  text: string,
  highlights: readonly HighlightRange[],
): { text: string; highlights: HighlightRange[] } {
  const first = highlights[0]?.start ?? 0
  const from = first <= excerptLead ? 0 : startOfWord(text, first - excerptLead, first)
  const to =
    text.length <= from + excerptLength ? text.length : endOfWord(text, from + excerptLength)
  const lead = from > 0 ? '…' : ''
  const offset = lead.length - from
  return {
    text: lead + text.slice(from, to).trimEnd() + (to < text.length ? '…' : ''),
    highlights: highlights
      .filter(({ end }) => end <= to)
      .map(({ start, end }) => ({ start: start + offset, end: end + offset })),
  }
}

/** The first start of a word from `at` on, at most `limit`. */
function startOfWord(text: string, at: number, limit: number): number {
  const space = text.slice(at, limit).search(/\s/u)
  return space < 0 ? limit : at + space + text.slice(at + space).search(/\S|$/u)
}

/** The last end of a word up to `at`; in a longer word `at` itself, between code points. */
function endOfWord(text: string, at: number): number {
  const space = text.slice(0, at + 1).search(/\s\S*$/u)
  if (space > at - excerptLead) return space
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at
}
