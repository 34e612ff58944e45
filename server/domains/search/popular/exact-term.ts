import type { SearchIntent, SearchResult } from '#contract/contents/search.ts'

/** The letters and digits of a term, by which terms and names are compared. */
export const termLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a term is the name of a result, or consists of intents alone (`2025년 드라마`). Only such terms are published: any
 * other phrase finds some work as soon as one of its words matches (D-163).
 */
export function isExactTerm(
  term: string,
  { results, intents }: { results: readonly SearchResult[]; intents: readonly SearchIntent[] },
): boolean {
  const letters = termLetters(term)
  const names = results.flatMap((result) => {
    if (result.type === 'series') return [result.series.title, result.series.title_original]
    return result.type === 'person' ? [result.person.name, result.person.name_original] : []
  })
  if (names.some((name) => name !== null && termLetters(name) === letters)) return true
  const understood = intents.filter(({ kind, is_applied }) => is_applied && kind !== 'ignored')
  if (understood.length === 0) return false
  return intents.reduce((left, { text }) => left.replace(termLetters(text), ''), letters) === ''
}
