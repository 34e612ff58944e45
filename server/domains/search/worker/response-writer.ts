/** Writes search responses as bytes. */
import type { CardStore } from './card-store.ts'
import type { QueryPlan } from '../title-index/query-plan.ts'
import type { Interpretation } from '../intents/interpret-query.ts'
import type { SearchHit } from '../title-index/title-index.ts'
import type { HighlightRange } from '#contract/search/search.ts'
import { type Keystrokes, writeKeystrokes } from '../title-index/keystrokes.ts'
import { toSoundKeys } from '../title-index/sound-keys.ts'
import {
  exactRank,
  isOtherKeyboard,
  isSoundMatch,
  isTypoMatch,
  lastMatch,
  matchKindOf,
  matchKinds,
  noMatchRank,
  typoRank,
} from '../title-index/match-ranking.ts'
import { readingsOf } from '../title-index/readings.ts'

/** In `suggest` responses people have no works. `texts` responses are `FoundTexts`. */
export type ResponseShape = 'search' | 'suggest' | 'texts'

export type CardStores = { series: CardStore; people: CardStore }

let buffer = Buffer.allocUnsafeSlow(1 << 16)
let end = 0

function reserve(more: number) {
  if (end + more <= buffer.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, end + more))
  buffer.copy(larger, 0, 0, end)
  buffer = larger
}

/** Writes ASCII text. */
function write(text: string) {
  reserve(text.length)
  end += buffer.write(text, end, 'latin1')
}

/** Writes any text. */
function writeText(text: string) {
  reserve(text.length * 3)
  end += buffer.write(text, end, 'utf8')
}

/** Writes the cards of `ids` that are stored, separated by commas. */
function writeCards(cards: CardStore, ids: readonly number[]) {
  let isFirst = true
  for (const id of ids) {
    if (!cards.has(id)) continue
    if (!isFirst) write(',')
    writeCard(cards, id)
    isFirst = false
  }
}

function writeCard(cards: CardStore, id: number) {
  reserve(cards.sizeOf(id))
  end = cards.copy(id, buffer, end)
}

/** The texts and highlights of the first result. */
type Reading = Parameters<typeof interpretedAs>[1]

/** The highlights of both names, as JSON and for `interpretedAs`. */
function writeHighlights(cards: CardStore, { id, rank }: SearchHit, plan: QueryPlan) {
  const { name, original } = cards.namesOf(id)
  const ranges = highlightRanges(plan, name, rank)
  const rangesInOriginal = highlightRanges(plan, original, rank)
  return {
    json: `,"highlights":${JSON.stringify(ranges)},"highlights_original":${JSON.stringify(rangesInOriginal)}`,
    reading: [
      { text: name, marks: ranges },
      { text: original, marks: rangesInOriginal },
    ] satisfies Reading,
  }
}

/**
 * Writes a response of `search` or `suggest`. Results without a card are omitted: they were just hidden.
 * @returns a copy of the bytes.
 */
export function writeResponse(
  { series, people }: CardStores,
  {
    plan: textPlan,
    hits: { count, hits: ranked },
    intents,
    pinned,
    interpreted_as,
    nearest = [],
    filters,
  }: Interpretation,
  { shape, offset }: { shape: ResponseShape; offset: number },
): Uint8Array<ArrayBuffer> {
  end = 0
  write(`{"count":${count},"results":[`)
  const hits = pinned ? [...pinned.hits, ...ranked] : ranked
  const pinnedCount = pinned?.hits.length ?? 0
  let first: { hit: SearchHit; reading: Reading } | undefined
  for (const [at, hit] of hits.entries()) {
    const plan = at < pinnedCount ? pinned!.plan : textPlan
    const isSeries = hit.kind === 'series'
    const cards = isSeries ? series : people
    if (!cards.has(hit.id)) continue
    const works = isSeries ? [] : hit.works.filter((work) => series.has(work))
    if (!isSeries && shape === 'search' && works.length === 0) continue
    const { json, reading } = writeHighlights(cards, hit, plan)
    const comma = first ? ',' : ''
    first ??= { hit, reading }
    write(isSeries ? `${comma}{"type":"series","series":` : `${comma}{"type":"person","person":`)
    writeCard(cards, hit.id)
    write(json)
    if (!isSeries && shape === 'search') {
      write(',"series":[')
      writeCards(series, works)
      write(']')
    }
    write('}')
  }
  // Only the best match interprets the query, which is on the first page.
  const interpretation =
    first && offset === 0 && first.hit === hits[0]
      ? (interpreted_as ?? interpretedAs(first.hit.rank, first.reading))
      : null
  writeText(`],"interpreted_as":${JSON.stringify(interpretation)}`)
  if (shape === 'search') {
    writeText(`,"intents":${JSON.stringify(intents)},"nearest":[`)
    writeCards(series, nearest)
    write(`],"filters":${JSON.stringify(filters)}`)
  }
  write('}')
  return new Uint8Array(buffer.subarray(0, end))
}

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
  const inOrder = ranges.sort((a, b) => a.start - b.start)
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
function interpretedAs(
  rank: number,
  texts: readonly { text: string | null; marks: readonly HighlightRange[] }[],
): string | null {
  if (!isOtherKeyboard(rank) && !isTypoMatch(rank) && !isSoundMatch(rank)) return null
  for (const { text, marks } of texts)
    if (text !== null && marks[0]) return text.slice(marks[0].start, marks[0].end)
  return null
}
