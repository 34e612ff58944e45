import type { SearchIntent, SearchResult } from '#contract/search/search.ts'
import { normalizeTerm } from './term-policy.ts'

/** The letters and digits of a term, by which terms and names are compared. */
export const termLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns what is published of a search: the name of a result, as the catalogue spells it, or a query of intents alone (`2025년
 * 드라마`) without signs. Any other phrase finds some work as soon as one of its words matches
 * (decisions/0020-counted-figures).
 * @param term normalized (`normalizeTerm`)
 */
export function exactTerm(
  term: string,
  { results, intents }: { results: readonly SearchResult[]; intents: readonly SearchIntent[] },
): string | null {
  const letters = termLetters(term)
  if (letters === '') return null
  const names = results
    .flatMap((result) => {
      if (result.type === 'series') return [result.series.title, result.series.title_original]
      return result.type === 'person' ? [result.person.name, result.person.name_original] : []
    })
    .flatMap((name) =>
      name !== null && termLetters(name) === letters ? [normalizeTerm(name)] : [],
    )
  // Works may differ in spaces alone.
  if (names.length > 0) return names.includes(term) ? term : (names[0] ?? null)
  const understood = intents.filter(({ kind, is_applied }) => is_applied && kind !== 'ignored')
  if (understood.length === 0 || /[^\p{L}\p{N} ]/u.test(term)) return null
  const rest = intents.reduce((left, { text }) => left.replace(termLetters(text), ''), letters)
  return rest === '' ? term : null
}
