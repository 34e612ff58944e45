/** Where in a name the query was met, to be marked, and what the query was taken for where it was not taken as it stands. */
import type { HighlightRange } from '#contract/contents/search.ts'
import { writeKeystrokes } from '../title-index/keystrokes.ts'
import {
  exactRank,
  lastMatch,
  matchKindOf,
  isOtherKeyboard,
  isTypoMatch,
  matchKinds,
  noMatchRank,
  type QueryPlan,
  typoRank,
} from '../title-index/match-ranking.ts'

type Typed = ReturnType<typeof writeKeystrokes>

/** The stretch of text that keys [from, to) come from. */
function stretch(keys: Typed, from: number, to: number): HighlightRange {
  return { start: keys.from[from]!, end: keys.to[to - 1]! }
}

/** Every word of the query that is in `keys`, in the order of the text. */
function wordsIn(plan: QueryPlan, keys: Typed): HighlightRange[] {
  const stretches = plan.words.flatMap(({ from, to }) => {
    const word = {
      ...plan,
      codes: plan.codes.subarray(from, to),
      other: plan.other.subarray(from, to),
    }
    const part = { ...word, length: to - from, has_initials: false, typed_initials: false }
    const rank = exactRank(part, keys.codes, keys.flags, 0, keys.length)
    return rank === noMatchRank ? [] : [stretch(keys, lastMatch.from, lastMatch.to)]
  })
  const inOrder = stretches.sort((one, other) => one.start - other.start)
  return inOrder.filter(({ start }, at) => at === 0 || start >= inOrder[at - 1]!.end)
}

/**
 * What of `text`, which is composed (NFC), is to be marked, where it is one of the names of a result of `rank`. The same
 * rule that found the result says it, so nothing is found that cannot be shown, but by the works of a person.
 */
export function highlightRanges(
  plan: QueryPlan,
  text: string | null,
  rank: number,
): HighlightRange[] {
  if (text === null || matchKindOf(rank) === matchKinds.by_person) return []
  const keys = writeKeystrokes(text)
  const end = keys.length
  if (end === 0) return []
  if (exactRank(plan, keys.codes, keys.flags, 0, end) !== noMatchRank)
    return [stretch(keys, lastMatch.from, lastMatch.to)]
  if (matchKindOf(rank) === matchKinds.words) return wordsIn(plan, keys)
  if (!isTypoMatch(rank)) return []
  if (typoRank(plan, keys.codes, keys.flags, 0, end) !== noMatchRank)
    return [stretch(keys, lastMatch.from, lastMatch.to)]
  // A vowel or final of two keys took the place of another: the whole name, if it is about as long.
  const isWhole = matchKindOf(rank) === matchKinds.whole_slip && Math.abs(end - plan.length) <= 2
  return isWhole && plan.flags[0] === keys.flags[0] ? [stretch(keys, 0, end)] : []
}

/** What stands in `texts` where the query, which was met with `rank`, was not taken as it stands; else null. */
export function interpretedAs(
  rank: number,
  texts: readonly { text: string | null; marks: readonly HighlightRange[] }[],
): string | null {
  if (!isOtherKeyboard(rank) && !isTypoMatch(rank)) return null
  for (const { text, marks } of texts)
    if (text !== null && marks[0]) return text.slice(marks[0].start, marks[0].end)
  return null
}
