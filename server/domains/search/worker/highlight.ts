/** The ranges of a name to highlight, and the interpretation of a mistyped query. */
import type { HighlightRange } from '#contract/contents/search.ts'
import { type Keystrokes, writeKeystrokes } from '../title-index/keystrokes.ts'
import { toSoundKeys } from '../title-index/sound-keys.ts'
import {
  exactRank,
  lastMatch,
  matchKindOf,
  isOtherKeyboard,
  isSoundMatch,
  isTypoMatch,
  matchKinds,
  noMatchRank,
  typoRank,
} from '../title-index/match-ranking.ts'
import type { QueryPlan } from '../title-index/query-plan.ts'
import { readingsOf } from '../title-index/readings.ts'

/** Keys of the longest syllable. */
const maxSyllable = 5

type Typed = Pick<Keystrokes, 'from' | 'to'>

/** The range of text of the keys [from, to). */
function rangeOf(keys: Typed, from: number, to: number): HighlightRange {
  return { start: keys.from[from]!, end: keys.to[to - 1]! }
}

/** The ranges of the query's words in `keys`, in the order of the text. */
function findWords(plan: QueryPlan, keys: ReturnType<typeof writeKeystrokes>): HighlightRange[] {
  const ranges = plan.words.flatMap(({ from, to }) => {
    const word = {
      ...plan,
      codes: plan.codes.subarray(from, to),
      other: plan.other.subarray(from, to),
    }
    const part = { ...word, length: to - from, has_initials: false, typed_initials: false }
    const rank = exactRank(part, keys.codes, keys.flags, 0, keys.length)
    return rank === noMatchRank ? [] : [rangeOf(keys, lastMatch.from, lastMatch.to)]
  })
  const inOrder = ranges.sort((one, other) => one.start - other.start)
  return inOrder.filter(({ start }, at) => at === 0 || start >= inOrder[at - 1]!.end)
}

/**
 * The ranges to highlight in a name of a result of `rank`. Uses the rule that matched the result, so that every result
 * has highlights, except the works of a matched person.
 * @param text composed (NFC).
 */
export function highlightRanges(
  plan: QueryPlan,
  text: string | null,
  rank: number,
): HighlightRange[] {
  if (text === null || matchKindOf(rank) >= matchKinds.by_person) return []
  if (isSoundMatch(rank)) return soundRanges(plan, text)
  const keys = writeKeystrokes(text)
  const end = keys.length
  if (end === 0) return []
  if (exactRank(plan, keys.codes, keys.flags, 0, end) !== noMatchRank)
    return [rangeOf(keys, lastMatch.from, lastMatch.to)]
  if (matchKindOf(rank) === matchKinds.words) return findWords(plan, keys)
  if (!isTypoMatch(rank)) return []
  if (typoRank(plan, keys.codes, keys.flags, 0, end) !== noMatchRank)
    return [rangeOf(keys, lastMatch.from, lastMatch.to)]
  // A vowel or final of two keys was replaced: highlight the whole name if it has about the same length.
  const kind = matchKindOf(rank)
  const isMissingSyllable =
    kind === matchKinds.begins_typo && end > plan.length + 1 && end <= plan.length + maxSyllable
  const isWhole =
    isMissingSyllable || (kind === matchKinds.whole_typo && Math.abs(end - plan.length) <= 2)
  return isWhole && plan.flags[0] === keys.flags[0] ? [rangeOf(keys, 0, end)] : []
}

/** The range of a name that sounds like the query; the whole name if one of its readings does. */
function soundRanges(plan: QueryPlan, text: string): HighlightRange[] {
  const names = [toSoundKeys(text, false), toSoundKeys(text, true)]
  for (const match of [exactRank, typoRank])
    for (const sounds of plan.sounds())
      for (const keys of names)
        if (match(sounds, keys.codes, keys.flags, 0, keys.codes.length) !== noMatchRank)
          return [rangeOf(keys, lastMatch.from, lastMatch.to)]
  for (const reading of readingsOf(text)) {
    const { codes, flags } = toSoundKeys(reading, false)
    const isMatch = (sounds: QueryPlan) =>
      exactRank(sounds, codes, flags, 0, codes.length) !== noMatchRank
    if (plan.sounds().some(isMatch)) return [{ start: 0, end: text.length }]
  }
  return []
}

/** The highlighted text, if the query was mistyped, romanised or typed with the other keyboard layout; else null. */
export function interpretedAs(
  rank: number,
  texts: readonly { text: string | null; marks: readonly HighlightRange[] }[],
): string | null {
  if (!isOtherKeyboard(rank) && !isTypoMatch(rank) && !isSoundMatch(rank)) return null
  for (const { text, marks } of texts)
    if (text !== null && marks[0]) return text.slice(marks[0].start, marks[0].end)
  return null
}
