/**
 * The limit of any ranker for queries of initials. Works whose titles have the same initials match equally well, so a ranker
 * can only order them by popularity; works of equal popularity in any order.
 */
import type { GeneratedQuery } from './search-queries.ts'

type Work = { id: number; title: string; title_original: string | null; popularity: number }

/** Kinds of queries with a limit, and whether an equal name in Latin letters matches better than initials. */
const kinds: ReadonlyMap<string, { isLatin: boolean }> = new Map([
  ['initials', { isLatin: false }],
  ['initials, English keyboard', { isLatin: true }],
])

const consonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
/** Letters and digits in lower case: the rest is ignored by any search. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const initialsOf = (text: string) =>
  lettersOf(text).replace(
    /[가-힣]/g,
    (syllable) => consonants[Math.floor((syllable.charCodeAt(0) - 0xac00) / 588)]!,
  )

export type Ceiling = { recall: number; rank: number }

/** @returns for a kind of query the expected recall among `visible` results and mean reciprocal rank of the best ranker. */
export function initialsCeiling(
  works: readonly Work[],
  visible: number,
): (kind: string, made: readonly GeneratedQuery[]) => Ceiling | undefined {
  const byId = new Map(works.map((work) => [work.id, work]))
  const byInitials = Map.groupBy(works, ({ title }) => initialsOf(title))
  const byName = Map.groupBy(
    works.flatMap((work) => [
      ...new Set([lettersOf(work.title), lettersOf(work.title_original ?? '')]),
    ]),
    (name) => name,
  )
  return (kind, made) => {
    const ofKind = kinds.get(kind)
    if (!ofKind) return undefined
    let recall = 0
    let rank = 0
    for (const query of made) {
      const work = 'film' in query ? byId.get(query.film) : undefined
      if (!work) continue
      const same = byInitials.get(initialsOf(work.title))!
      const names = ofKind.isLatin ? (byName.get(lettersOf(query.q))?.length ?? 0) : 0
      const first = names + same.filter(({ popularity }) => popularity > work.popularity).length
      const equal = same.filter(({ popularity }) => popularity === work.popularity).length
      for (let at = first; at < first + equal; at++) {
        if (at < visible) recall += 1 / equal
        rank += 1 / (at + 1) / equal
      }
    }
    return { recall: recall / made.length, rank: rank / made.length }
  }
}
