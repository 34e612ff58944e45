/** Whether and how well a name matches a query. The same rule selects, orders and highlights results. */
import {
  keyFlags,
  isConsonant,
  keyMask,
  type Keystrokes,
  toKeystrokes,
  withShift,
  withoutShift,
} from './keystrokes.ts'
import { toSoundKeys } from './sound-keys.ts'

/** Kinds of matches, best first: by exactness, then by closeness. Equal kinds are ordered by popularity. */
export const matchKinds = {
  whole: 0,
  initials: 1,
  /** The name begins with the query, which ends at a syllable. */
  begins: 2,
  /** Only the end of the last syllable is missing, as between two keystrokes. */
  whole_unfinished: 3,
  begins_unfinished: 4,
  initials_begin: 5,
  word: 6,
  word_unfinished: 7,
  initials_word: 8,
  /** The whole name except one key, or one part of a syllable. */
  whole_typo: 9,
  inside: 10,
  inside_unfinished: 11,
  initials_inside: 12,
  /** The name contains every word of the query. */
  words: 13,
  /** The name, or its beginning, sounds like the query, which is a romanisation. */
  sounds_whole: 14,
  sounds_begin: 15,
  sounds_whole_typos: 16,
  begins_typo: 17,
  word_typo: 18,
  inside_typo: 19,
  whole_typos: 20,
  begins_typos: 21,
  word_typos: 22,
  inside_typos: 23,
  /** Sounds inside a name, or at its beginning with typos. */
  sounds_similar: 24,
  /** A work of a person whose whole name matches. */
  by_person: 25,
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

export type Word = { readonly from: number; readonly to: number }

/** A query, prepared once for all names. */
export type QueryPlan = Keystrokes & {
  readonly length: number
  /** The keys in the other keyboard layout: capitals with shift, Korean letters without. */
  readonly other: Uint16Array
  /** The offset of each unit, and the end. */
  readonly units: readonly number[]
  /** Some syllables may be initials only. */
  readonly has_initials: boolean
  /** Latin letters that would be initials in the Korean layout: `dwdrd`. */
  readonly typed_initials: boolean
  readonly words: readonly Word[]
  /** How many keys may be wrong, missing or extra in a part of a name. With two syllables too many names would match. */
  readonly max_typos: 0 | 1 | 2 | 3
  /** `keyMask` of the query. */
  readonly bits: number
  /** The sounds of a query in Latin letters. */
  readonly sounds?: QueryPlan
}

/** Shorter sequences of sounds match too many names. */
const minSounds = 3
/** Long romanisations are spelt more freely than titles. */
const minFreeSounds = 12

/** Prepares the text of a query, in any normalization form. */
export function planText(text: string): QueryPlan {
  const plan = planQuery(toKeystrokes(text))
  if (!plan.flags.some((bits) => bits & keyFlags.latin)) return plan
  const sounds = toSoundKeys(text.normalize('NFC'), false)
  return sounds.codes.length < minSounds ? plan : { ...plan, sounds: planSounds(sounds) }
}

/** A typed romanisation does not tell where syllables begin, so any of its sounds may. */
function planSounds(keys: Keystrokes): QueryPlan {
  const flags = keys.flags.map((bits) => bits | keyFlags.unit)
  const plan = planQuery({ ...keys, flags })
  return plan.length < minFreeSounds ? plan : { ...plan, max_typos: 3 }
}

export function planQuery(keys: Keystrokes): QueryPlan {
  const { codes, flags } = keys
  const units = [...flags.keys()].filter((at) => flags[at]! & keyFlags.unit)
  const starts = [...flags.keys()].filter((at) => flags[at]! & keyFlags.word)
  const { length } = codes
  return {
    ...keys,
    length,
    other: codes.map((code, at) => {
      if (flags[at]! & keyFlags.korean) return withoutShift(code)
      return flags[at]! & keyFlags.capital ? withShift(code) : code
    }),
    units: [...units, length],
    has_initials: flags.some((bits) => bits & keyFlags.lone),
    typed_initials:
      length > 1 && flags.every((bits, at) => bits & keyFlags.latin && isConsonant(codes[at]!)),
    words: starts.map((from, at) => ({ from, to: starts[at + 1] ?? length })),
    max_typos: length < 4 || units.length < 3 ? 0 : length < 8 ? 1 : length < 14 ? 2 : 3,
    bits: keyMask(codes, 0, length),
  }
}

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
  let best = keysRank(plan, codes, flags, start, end)
  if (!plan.has_initials && !plan.typed_initials) return best
  const { from, to } = lastMatch
  const rank = initialsRank(plan, codes, flags, start, end)
  if (rank < best) best = rank
  else {
    lastMatch.from = from
    lastMatch.to = to
  }
  return best
}

function keysRank(
  { codes: queryCodes, other, flags: queryFlags, length }: QueryPlan,
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
    const rank = rankOf(kind, isOtherLayout)
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
          ? matchKinds.initials
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

/** The end of a match of the units of `plan` at `at`, or -1. */
function matchUnits(
  { codes: keys, other, flags: queryFlags, units, typed_initials }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  at: number,
  end: number,
): number {
  const queryCodes = typed_initials ? other : keys
  const last = units.length - 2
  for (let unit = 0; unit <= last; unit++) {
    if (at >= end) return -1
    const from = units[unit]!
    const to = units[unit + 1]!
    const free = typed_initials || (queryFlags[from]! & keyFlags.lone) !== 0
    // ㄱ also matches ㄲ, because initials are usually typed without shift.
    const code = codes[at]!
    if (code !== queryCodes[from] && !(free && withoutShift(code) === queryCodes[from])) return -1
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

/** Whether a name with the key mask `bits` can match by `typoRank`: a cheap filter before the comparison. */
export function mayBeTypo({ bits: queryBits, max_typos }: QueryPlan, bits: number): boolean {
  let missing = queryBits & ~bits
  for (let typo = 0; typo < max_typos; typo++) missing &= missing - 1
  return missing === 0
}

const capacity = 2_048
const costs = new Uint8Array(capacity)
const froms = new Int32Array(capacity)

/**
 * The best rank with at most `plan.max_typos` wrong, missing or extra keys, or `noMatchRank`. Sellers' algorithm with one
 * column, starting at units only, with Ukkonen's cut-off. Sets `lastMatch`.
 */
export function typoRank(
  { codes: queryCodes, length, max_typos }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  if (max_typos === 0 || length + 1 >= capacity) return noMatchRank
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
