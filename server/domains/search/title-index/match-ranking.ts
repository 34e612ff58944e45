/** Whether and how well a query is in a name: the one rule behind what is found, its order, and what is marked. */
import {
  keyFlags,
  isConsonant,
  keyMask,
  type Keystrokes,
  withShift,
  withoutShift,
} from './keystrokes.ts'

/** How a name was met, best first. Exactness, then closeness: what is met alike is told apart by how much it is watched. */
export const matchKinds = {
  whole: 0,
  initials: 1,
  /** The name begins so, and a syllable ends there. */
  begins: 2,
  /** Nothing is missing but the end of the last syllable: what stands in the field between two keys. */
  whole_unfinished: 3,
  begins_unfinished: 4,
  initials_begin: 5,
  word: 6,
  word_unfinished: 7,
  initials_word: 8,
  /** The whole name but for one key, or one part of one syllable. */
  whole_slip: 9,
  inside: 10,
  inside_unfinished: 11,
  initials_inside: 12,
  /** Every word of the query is somewhere in it. */
  words: 13,
  begins_slip: 14,
  word_slip: 15,
  inside_slip: 16,
  whole_slips: 17,
  begins_slips: 18,
  word_slips: 19,
  inside_slips: 20,
  /** A work of a person who was met by his whole name. */
  by_person: 21,
} as const

/** A rank is twice what is above, and one more where the query was typed with the other keyboard on. */
export const rankOf = (how: number, crossed: boolean) => how * 2 + (crossed ? 1 : 0)
export const isOtherKeyboard = (rank: number) => rank % 2 === 1
export const matchKindOf = (rank: number) => rank >> 1
export const isTypoMatch = (rank: number) => {
  const how = matchKindOf(rank)
  return (
    how === matchKinds.whole_slip ||
    (how >= matchKinds.begins_slip && how <= matchKinds.inside_slips)
  )
}
/** The rank of what does not match. */
export const noMatchRank = 255

export type Word = { readonly from: number; readonly to: number }

/** A query, read once for all names. */
export type QueryPlan = Keystrokes & {
  readonly length: number
  /** The keys as the other keyboard has them: capitals with shift, Korean letters without. */
  readonly other: Uint16Array
  /** Where each unit begins; one more for the end. */
  readonly units: readonly number[]
  /** Some syllables may be initials alone. */
  readonly has_initials: boolean
  /** Latin letters which, with the Korean keyboard on, would be initials: `dwdrd`. */
  readonly typed_initials: boolean
  readonly words: readonly Word[]
  /** How many keys may be wrong, missing or too many in a part of a name. With two syllables, anything is like anything. */
  readonly slips: 0 | 1 | 2
  /** `keyBits` of it. */
  readonly bits: number
}

/** Reads keys as a query. */
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
    slips: length < 4 || units.length < 3 ? 0 : length < 8 ? 1 : 2,
    bits: keyMask(codes, 0, length),
  }
}

const scripts = keyFlags.korean | keyFlags.latin

/** Where the last match was, in keys: from, inclusive, to, exclusive. */
export const lastMatch = { from: 0, to: 0 }

/**
 * The best rank of `plan` in the name at [start, end) of `codes`, or `none`. Slips are not looked for.
 * `found` says where.
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
  { codes: wanted, other, flags: typed, length }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  let best = noMatchRank
  const first = wanted[0]
  const second = other[0]
  for (let at = start; at + length <= end; at++) {
    const code = codes[at]
    if ((code !== first && code !== second) || !(flags[at]! & keyFlags.unit)) continue
    let crossed = false
    let same = 0
    for (; same < length; same++) {
      const here = codes[at + same]
      const differ = ((flags[at + same]! ^ typed[same]!) & scripts) === scripts
      if (here !== wanted[same] && !(differ && here === other[same])) break
      crossed ||= differ
    }
    if (same < length) continue
    const to = at + length
    const how = howAt(flags, start, end, at, to)
    // Two letters in the middle of a foreign word are chance, and so are few keys of the other keyboard.
    const inWord = how === matchKinds.inside || how === matchKinds.inside_unfinished
    if (inWord && length < 3 && flags[at]! & keyFlags.latin) continue
    if (crossed && length < (how < matchKinds.word ? 2 : 4)) continue
    const rank = rankOf(how, crossed)
    if (rank >= best) continue
    best = rank
    lastMatch.from = at
    lastMatch.to = to
    if (how < matchKinds.word) return best
  }
  return best
}

function howAt(flags: Uint8Array, start: number, end: number, at: number, to: number): number {
  const clean = to === end || (flags[to]! & keyFlags.unit) !== 0
  if (at === start) {
    if (to === end) return matchKinds.whole
    if (clean) return matchKinds.begins
    let next = to
    while (next < end && !(flags[next]! & keyFlags.unit)) next++
    return next === end ? matchKinds.whole_unfinished : matchKinds.begins_unfinished
  }
  if (flags[at]! & keyFlags.word) return clean ? matchKinds.word : matchKinds.word_unfinished
  return clean ? matchKinds.inside : matchKinds.inside_unfinished
}

/** As above, where a consonant by itself stands for any syllable that begins with it. */
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
    const to = unitsAt(plan, codes, flags, at, end)
    if (to < 0) continue
    const how =
      at === start
        ? to === end
          ? matchKinds.initials
          : matchKinds.initials_begin
        : flags[at]! & keyFlags.word
          ? matchKinds.initials_word
          : matchKinds.initials_inside
    const rank = rankOf(how, plan.typed_initials)
    if (rank >= best) continue
    best = rank
    lastMatch.from = at
    lastMatch.to = to
    if (at === start) break
  }
  return best
}

/** Where the units of `plan` that begin at `at` end, or -1. */
function unitsAt(
  { codes: keys, other, flags: typed, units, typed_initials }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  at: number,
  end: number,
): number {
  const wanted = typed_initials ? other : keys
  const last = units.length - 2
  for (let unit = 0; unit <= last; unit++) {
    if (at >= end) return -1
    const from = units[unit]!
    const to = units[unit + 1]!
    const free = typed_initials || (typed[from]! & keyFlags.lone) !== 0
    // ㄱ stands for ㄲ too: who types initials does not reach for shift.
    const code = codes[at]!
    if (code !== wanted[from] && !(free && withoutShift(code) === wanted[from])) return -1
    // Initials stand for Korean syllables alone.
    if (free && !(flags[at]! & keyFlags.korean)) return -1
    let same = 1
    while (!free && from + same < to) {
      if (codes[at + same] !== wanted[from + same] || flags[at + same]! & keyFlags.unit) return -1
      same++
    }
    at += same
    const whole = at >= end || (flags[at]! & keyFlags.unit) !== 0
    if (!whole && !free && unit < last) return -1
    while (at < end && !(flags[at]! & keyFlags.unit)) at++
  }
  return at
}

/** Whether every word of the query is in the name, each at the beginning of a syllable. */
export function matchesAllWords(
  { codes: wanted, words }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): boolean {
  return words.every(({ from, to }) => {
    for (let at = start; at + to - from <= end; at++) {
      if (!(flags[at]! & keyFlags.unit)) continue
      let same = 0
      while (from + same < to && codes[at + same] === wanted[from + same]) same++
      if (from + same === to) return true
    }
    return false
  })
}

/** Whether a name with `bits` has enough of the query's keys for `slipRank` to meet it: far cheaper than looking. */
export function mayBeTypo({ bits: wanted, slips }: QueryPlan, bits: number): boolean {
  let missing = wanted & ~bits
  for (let slip = 0; slip < slips; slip++) missing &= missing - 1
  return missing === 0
}

const room = 2_048
const costs = new Uint8Array(room)
const froms = new Int32Array(room)

/**
 * The best rank with at most `plan.slips` keys changed, missing or too many, or `none`: Sellers' algorithm, which
 * keeps one column, begins at units alone, and stops where everything below is too far off (Ukkonen).
 */
export function typoRank(
  { codes: wanted, length, slips }: QueryPlan,
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): number {
  if (slips === 0 || length + 1 >= room) return noMatchRank
  const far = slips + 1
  let best = noMatchRank
  for (let row = 1; row <= length; row++) {
    costs[row] = row < far ? row : far
    froms[row] = start
  }
  let active = Math.min(slips, length)
  for (let at = start; at <= end; at++) {
    if (at > start) {
      // Row 0 of the column before: a match may begin where a unit does.
      let diagonal = flags[at - 1]! & keyFlags.unit ? 0 : far
      let diagonalFrom = at - 1
      const here = codes[at - 1]
      const begins = at === end || flags[at]! & keyFlags.unit ? 0 : far
      let above = begins
      let aboveFrom = at
      if (active < length) costs[active + 1] = far
      const last = Math.min(active + 1, length)
      active = 0
      for (let row = 1; row <= last; row++) {
        const left = costs[row]!
        const leftFrom = froms[row]!
        let cost = diagonal + (wanted[row - 1] === here ? 0 : 1)
        let from = diagonalFrom
        if (left + 1 < cost) {
          cost = left + 1
          from = leftFrom
        }
        if (above + 1 < cost) {
          cost = above + 1
          from = aboveFrom
        }
        if (cost > far) cost = far
        costs[row] = cost
        froms[row] = from
        if (cost <= slips) active = row
        diagonal = left
        diagonalFrom = leftFrom
        above = cost
        aboveFrom = from
      }
    }
    if (active !== length || costs[length]! > slips) continue
    const rank = slippedRank(flags, start, end, froms[length]!, at, costs[length]!)
    // Of two that are as close, the one that ends with a word was meant.
    if (rank > best || (rank === best && at < end && !(flags[at]! & keyFlags.word))) continue
    best = rank
    lastMatch.from = froms[length]!
    lastMatch.to = at
  }
  return best
}

function slippedRank(
  flags: Uint8Array,
  start: number,
  end: number,
  from: number,
  to: number,
  cost: number,
): number {
  const once = cost <= 1
  if (from === start && to === end)
    return rankOf(once ? matchKinds.whole_slip : matchKinds.whole_slips, false)
  if (from === start) return rankOf(once ? matchKinds.begins_slip : matchKinds.begins_slips, false)
  if (flags[from]! & keyFlags.word)
    return rankOf(once ? matchKinds.word_slip : matchKinds.word_slips, false)
  return rankOf(once ? matchKinds.inside_slip : matchKinds.inside_slips, false)
}
