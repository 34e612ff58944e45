/** Whether and how well a name matches a query. The same rule selects, orders and highlights results. */
import { keyFlags, pairMaskSize, withoutShift } from './keystrokes.ts'
import type { QueryPlan } from './query-plan.ts'

/** Kinds of matches, best first: by exactness, then by closeness. Equal kinds are ordered by popularity. */
export const matchKinds = {
  whole: 0,
  initials: 1,
  /** The same, but the query lacks a shift: ㄱ for ㄲ. */
  initials_unshifted: 2,
  /** The name begins with the query, which ends at a syllable. */
  begins: 3,
  /** Only the end of the last syllable is missing, as between two keystrokes. */
  whole_unfinished: 4,
  begins_unfinished: 5,
  initials_begin: 6,
  word: 7,
  word_unfinished: 8,
  initials_word: 9,
  /** The whole name except one key, or one part of a syllable. */
  whole_typo: 10,
  inside: 11,
  inside_unfinished: 12,
  initials_inside: 13,
  /** The name contains every word of the query. */
  words: 14,
  /** The name, or its beginning, sounds like the query, which is a romanisation. */
  sounds_whole: 15,
  sounds_begin: 16,
  sounds_whole_typos: 17,
  begins_typo: 18,
  word_typo: 19,
  inside_typo: 20,
  whole_typos: 21,
  begins_typos: 22,
  word_typos: 23,
  inside_typos: 24,
  /** Sounds inside a name, or at its beginning with typos. */
  sounds_similar: 25,
  /** A work of a person whose whole name matches. */
  by_person: 26,
  /** A work that passes the filters of a query without text. */
  listed: 27,
  /** A work whose texts fit the query, or that is similar to one. */
  described: 28,
} as const

/** A rank is twice the match kind, plus one if the query was typed with the other keyboard layout. */
export const rankOf = (kind: number, isOtherLayout: boolean) => kind * 2 + (isOtherLayout ? 1 : 0)
export const isOtherKeyboard = (rank: number) => rank % 2 === 1
export const matchKindOf = (rank: number) => rank >> 1
export const isTypoMatch = (rank: number) => {
  const kind = matchKindOf(rank)
  return (
    kind === matchKinds.whole_typo ||
    (kind >= matchKinds.begins_typo && kind <= matchKinds.inside_typos)
  )
}
export const isSoundMatch = (rank: number) => {
  const kind = matchKindOf(rank)
  const isClose = kind >= matchKinds.sounds_whole && kind <= matchKinds.sounds_whole_typos
  return isClose || kind === matchKinds.sounds_similar
}
/** The rank of names that do not match. */
export const noMatchRank = 255
/** Whether a name is the query, or begins with it. */
export const isNameMatch = (rank: number) => matchKindOf(rank) < matchKinds.word

const scripts = keyFlags.korean | keyFlags.latin

/** The range [from, to) of the last match, in keys. */
export const lastMatch = { from: 0, to: 0 }

/**
 * The best rank of `plan` without typos in the name at [start, end) of `codes`, or `noMatchRank`. Sets `lastMatch`.
 */
export function exactRank(
  plan: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  const best = keysRank(plan, codes, flags, start, end)
  if (!plan.has_initials && !plan.typed_initials) return best
  const { from, to } = lastMatch
  const rank = initialsRank(plan, codes, flags, start, end)
  if (rank < best) return rank
  lastMatch.from = from
  lastMatch.to = to
  return best
}

function keysRank(
  { codes: queryCodes, other, flags: queryFlags, length, are_initials }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  let best = noMatchRank
  const first = queryCodes[0]
  const second = other[0]
  for (let at = start; at + length <= end; at++) {
    const code = codes[at]
    if ((code !== first && code !== second) || !(flags[at]! & keyFlags.unit)) continue
    let isOtherLayout = false
    let matched = 0
    for (; matched < length; matched++) {
      const key = codes[at + matched]
      const differ = ((flags[at + matched]! ^ queryFlags[matched]!) & scripts) === scripts
      if (key !== queryCodes[matched] && !(differ && key === other[matched])) break
      isOtherLayout ||= differ
    }
    if (matched < length) continue
    const to = at + length
    const kind = matchKindAt(flags, start, end, at, to)
    // Two letters inside a foreign word match by chance, and so do few keys of the other layout.
    const inWord = kind === matchKinds.inside || kind === matchKinds.inside_unfinished
    if (inWord && length < 3 && flags[at]! & keyFlags.latin) continue
    if (isOtherLayout && length < (kind < matchKinds.word ? 2 : 4)) continue
    // Consonants alone are rather initials than the beginning of a Latin name.
    const isPart = isOtherLayout && are_initials && kind !== matchKinds.whole
    const rank = rankOf(isPart ? Math.max(kind, matchKinds.initials_word) : kind, isOtherLayout)
    if (rank >= best) continue
    best = rank
    lastMatch.from = at
    lastMatch.to = to
    if (kind < matchKinds.word) return best
  }
  return best
}

function matchKindAt(
  flags: Uint8Array,
  start: number,
  end: number,
  at: number,
  to: number,
): number {
  const endsAtUnit = to === end || (flags[to]! & keyFlags.unit) !== 0
  if (at === start) {
    if (to === end) return matchKinds.whole
    if (endsAtUnit) return matchKinds.begins
    let next = to
    while (next < end && !(flags[next]! & keyFlags.unit)) next++
    return next === end ? matchKinds.whole_unfinished : matchKinds.begins_unfinished
  }
  if (flags[at]! & keyFlags.word) return endsAtUnit ? matchKinds.word : matchKinds.word_unfinished
  return endsAtUnit ? matchKinds.inside : matchKinds.inside_unfinished
}

/** Like `keysRank`, but a single consonant matches any syllable that begins with it. */
function initialsRank(
  plan: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  let best = noMatchRank
  for (let at = start; at < end; at++) {
    if (!(flags[at]! & keyFlags.unit)) continue
    const to = matchUnits(plan, codes, flags, at, end)
    if (to < 0) continue
    const kind =
      at === start
        ? to === end
          ? isUnshifted
            ? matchKinds.initials_unshifted
            : matchKinds.initials
          : matchKinds.initials_begin
        : flags[at]! & keyFlags.word
          ? matchKinds.initials_word
          : matchKinds.initials_inside
    const rank = rankOf(kind, plan.typed_initials)
    if (rank >= best) continue
    best = rank
    lastMatch.from = at
    lastMatch.to = to
    if (at === start) break
  }
  return best
}

/** Whether the last match of units took a consonant for one that is typed with shift. */
let isUnshifted = false

/** The end of a match of the units of `plan` at `at`, or -1. Sets `isUnshifted`. */
function matchUnits(
  { codes: keys, other, flags: queryFlags, units, typed_initials }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  at: number,
  end: number,
): number {
  const queryCodes = typed_initials ? other : keys
  const last = units.length - 2
  isUnshifted = false
  for (let unit = 0; unit <= last; unit++) {
    if (at >= end) return -1
    const from = units[unit]!
    const to = units[unit + 1]!
    const free = typed_initials || (queryFlags[from]! & keyFlags.lone) !== 0
    // ㄱ also matches ㄲ, because initials are usually typed without shift.
    const code = codes[at]!
    if (code !== queryCodes[from]) {
      if (!free || withoutShift(code) !== queryCodes[from]) return -1
      isUnshifted = true
    }
    // Initials match Korean syllables only.
    if (free && !(flags[at]! & keyFlags.korean)) return -1
    let matched = 1
    while (!free && from + matched < to) {
      if (
        codes[at + matched] !== queryCodes[from + matched] ||
        flags[at + matched]! & keyFlags.unit
      )
        return -1
      matched++
    }
    at += matched
    const whole = at >= end || (flags[at]! & keyFlags.unit) !== 0
    if (!whole && !free && unit < last) return -1
    while (at < end && !(flags[at]! & keyFlags.unit)) at++
  }
  return at
}

/** Whether the name contains every word of the query, each at the beginning of a syllable. */
export function matchesAllWords(
  { codes: queryCodes, words }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): boolean {
  return words.every(({ from, to }) => {
    for (let at = start; at + to - from <= end; at++) {
      if (!(flags[at]! & keyFlags.unit)) continue
      let matched = 0
      while (from + matched < to && codes[at + matched] === queryCodes[from + matched]) matched++
      if (from + matched === to) return true
    }
    return false
  })
}

/**
 * Whether a name can match by `typoRank`: the first of two cheap filters before it. A typo changes two pairs of neighbouring
 * keys at most, so a name that lacks more of the query's pairs cannot match.
 */
export function mayBeTypo(
  { pairs: queryPairs, max_typos }: QueryPlan,
  pairs: Int32Array,
  name: number,
): boolean {
  const at = name * pairMaskSize
  let missing = 0
  for (let word = 0; word < pairMaskSize; word++)
    missing += bitCount(queryPairs[word]! & ~pairs[at + word]!)
  return missing <= 2 * max_typos
}

/** The number of bits that are set. */
function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Keys of a query that fit into one machine word. */
const wordSize = 32
/** The positions of each key in the query of the last comparison, by the lowest byte of its code. */
const positions = new Int32Array(256)
let positionsOf: QueryPlan | undefined

function preparePositions(plan: QueryPlan): void {
  if (positionsOf === plan) return
  positionsOf = plan
  positions.fill(0)
  for (let at = 0; at < plan.length && at < wordSize; at++)
    positions[plan.codes[at]! & 255]! |= 1 << at
}

/**
 * Whether the first keys of a query occur in a name with at most `plan.max_typos` wrong, missing or extra keys, at any key.
 * Compares a key of the name with all keys of the query at once (Myers 1999), so it is a fraction of the cost of
 * `typoRank`, which accepts no other names.
 */
function occursWithTypos(plan: QueryPlan, codes: Uint16Array, start: number, end: number): boolean {
  preparePositions(plan)
  const { length, max_typos } = plan
  const last = 1 << (Math.min(length, wordSize) - 1)
  let increases = -1
  let decreases = 0
  let cost = Math.min(length, wordSize)
  for (let at = start; at < end; at++) {
    const equal = positions[codes[at]! & 255]!
    const diagonal = (((equal & increases) + increases) ^ increases) | equal | decreases
    let rises = decreases | ~(diagonal | increases)
    let falls = increases & diagonal
    if (rises & last) cost++
    else if (falls & last && --cost <= max_typos) return true
    rises <<= 1
    falls <<= 1
    increases = falls | ~(diagonal | rises)
    decreases = rises & diagonal
  }
  return false
}

const capacity = 2_048
const costs = new Uint8Array(capacity)
const froms = new Int32Array(capacity)

/**
 * The best rank with at most `plan.max_typos` wrong, missing or extra keys, or `noMatchRank`. Sellers' algorithm with one
 * column, starting at units only, with Ukkonen's cut-off. Sets `lastMatch`.
 */
export function typoRank(
  plan: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  const { codes: queryCodes, length, max_typos } = plan
  if (max_typos === 0 || length + 1 >= capacity) return noMatchRank
  if (!occursWithTypos(plan, codes, start, end)) return noMatchRank
  const tooFar = max_typos + 1
  let best = noMatchRank
  for (let row = 1; row <= length; row++) {
    costs[row] = row < tooFar ? row : tooFar
    froms[row] = start
  }
  let active = Math.min(max_typos, length)
  for (let at = start; at <= end; at++) {
    if (at > start) {
      // Row 0 of the previous column: a match may begin at a unit.
      let diagonal = flags[at - 1]! & keyFlags.unit ? 0 : tooFar
      let diagonalFrom = at - 1
      const code = codes[at - 1]
      const begins = at === end || flags[at]! & keyFlags.unit ? 0 : tooFar
      let above = begins
      let aboveFrom = at
      if (active < length) costs[active + 1] = tooFar
      const last = Math.min(active + 1, length)
      active = 0
      for (let row = 1; row <= last; row++) {
        const left = costs[row]!
        const leftFrom = froms[row]!
        let cost = diagonal + (queryCodes[row - 1] === code ? 0 : 1)
        let from = diagonalFrom
        if (left + 1 < cost) {
          cost = left + 1
          from = leftFrom
        }
        if (above + 1 < cost) {
          cost = above + 1
          from = aboveFrom
        }
        if (cost > tooFar) cost = tooFar
        costs[row] = cost
        froms[row] = from
        if (cost <= max_typos) active = row
        diagonal = left
        diagonalFrom = leftFrom
        above = cost
        aboveFrom = from
      }
    }
    if (active !== length || costs[length]! > max_typos) continue
    const rank = rankOfTypo(flags, start, end, froms[length]!, at, costs[length]!)
    // Prefer the match that ends with a word if two are equally close.
    if (rank > best || (rank === best && at < end && !(flags[at]! & keyFlags.word))) continue
    best = rank
    lastMatch.from = froms[length]!
    lastMatch.to = at
  }
  return best
}

function rankOfTypo(
  flags: Uint8Array,
  start: number,
  end: number,
  from: number,
  to: number,
  cost: number,
): number {
  const hasOneTypo = cost <= 1
  if (from === start && to === end)
    return rankOf(hasOneTypo ? matchKinds.whole_typo : matchKinds.whole_typos, false)
  if (from === start)
    return rankOf(hasOneTypo ? matchKinds.begins_typo : matchKinds.begins_typos, false)
  if (flags[from]! & keyFlags.word)
    return rankOf(hasOneTypo ? matchKinds.word_typo : matchKinds.word_typos, false)
  return rankOf(hasOneTypo ? matchKinds.inside_typo : matchKinds.inside_typos, false)
}
