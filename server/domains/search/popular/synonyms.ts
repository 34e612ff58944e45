import type { SearchSynonym } from '#contract/search/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { insertSynonym } from './miss-queries.ts'

/** The form in which terms of queries are compared: NFKC, lower case, single spaces. */
const normalizeWords = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().normalize('NFC')

/** @throws ProblemError `conflict` if the term has a replacement, or is it */
export async function createSynonym(
  tx: Tx,
  { term, replacement }: Omit<SearchSynonym, 'id'>,
): Promise<SearchSynonym> {
  const synonym = { term: normalizeWords(term), replacement: replacement.normalize('NFC').trim() }
  if (synonym.term === normalizeWords(replacement)) throwProblem('conflict')
  return (await insertSynonym(tx, synonym)) ?? throwProblem('conflict')
}

/** The replacements of terms, which are normalized. */
export type Synonyms = ReadonlyMap<string, string>

/** Words of the longest replaced term. */
const maxWords = 5

/** Replaces the longest terms of a query, once. @returns null if it has none. */
export function replaceSynonyms(synonyms: Synonyms, q: string): string | null {
  if (synonyms.size === 0) return null
  const words = normalizeWords(q).split(' ')
  const replaced: string[] = []
  let isReplaced = false
  for (let at = 0; at < words.length;) {
    let length = Math.min(maxWords, words.length - at)
    while (length > 0 && !synonyms.has(words.slice(at, at + length).join(' '))) length--
    if (length === 0) replaced.push(words[at++]!)
    else {
      replaced.push(synonyms.get(words.slice(at, at + length).join(' '))!)
      isReplaced = true
      at += length
    }
  }
  return isReplaced ? replaced.join(' ') : null
}
