import { disassemble, getChoseong } from 'es-hangul'

const fold = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s/g, '')
const isInitials = (query: string) => /^[ㄱ-ㅎ]+$/.test(query)

/**
 * How well a name matches: the beginning, a part, the initials of its syllables (`ㅈㅍ` for 작품), or an unfinished last
 * syllable (`작푸`). Spaces and case do not count.
 * @returns 0 for the best match; null if there is none.
 */
export function matchRank(name: string, query: string): number | null {
  const [target, sought] = [fold(name), fold(query)]
  if (sought === '') return 0
  const at = target.indexOf(sought)
  if (at >= 0) return at === 0 ? 0 : 1
  if (isInitials(sought)) {
    const initials = getChoseong(target)
    const found = initials.indexOf(sought)
    if (found >= 0) return found === 0 ? 2 : 3
  }
  return disassemble(target).includes(disassemble(sought)) ? 4 : null
}

/** The items whose name matches, best first; of equal matches, those chosen recently come first. */
export function rankByName<T extends { key: string; title: string }>(
  items: readonly T[],
  query: string,
  recentKeys: readonly string[] = [],
): T[] {
  const age = ({ key }: T) => {
    const index = recentKeys.indexOf(key)
    return index < 0 ? recentKeys.length : index
  }
  return items
    .flatMap((item, index) => {
      const rank = matchRank(item.title, query)
      return rank === null ? [] : [{ item, rank, index }]
    })
    .sort((a, b) => a.rank - b.rank || age(a.item) - age(b.item) || a.index - b.index)
    .map(({ item }) => item)
}

/** Returns what else a query can be than a name. Members are found by exact data only, because staff see them masked (D-80). */
export function kindsOfQuery(query: string): { isNumber: boolean; mayBeMember: boolean } {
  const text = query.trim()
  return {
    isNumber: /^[1-9]\d{0,8}$/.test(text),
    mayBeMember: /^[\x21-\x7e]{2,254}$/.test(text),
  }
}
