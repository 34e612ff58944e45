/** Which names of a segment are worth looking at for a query: those that have its rarest grams. */
import { gram, type Place } from './grams.ts'
import { unshift } from './keys.ts'
import type { Plan } from './match.ts'
import type { Segment } from './segment.ts'
import { sumOf } from './hashes.ts'

/** Looks at a name. @returns whether to go on. */
type Look = (name: number) => boolean

/** Names that a walk looks at in all, whatever comes of it: what is popular comes first. */
const mostLooked = 20_000
/** The same for slips, where looking costs more. */
const mostLookedForSlips = 500

/** More lists than this narrow nothing further. */
const mostLists = 3

/** The rarest of `grams`; null where one is in no name at all. */
function rarest(segment: Segment, grams: readonly number[]): number[] | null {
  const counted = [...new Set(grams)].map((one) => ({ one, count: segment.count(one) }))
  if (counted.some(({ count }) => count === 0)) return null
  return counted
    .sort((a, b) => a.count - b.count)
    .slice(0, mostLists)
    .map(({ one }) => one)
}

/** Walks along the names that have all of `grams`, popular ones first. */
function walk(
  segment: Segment,
  grams: readonly number[],
  look: Look,
  mostLooks = mostLooked,
): void {
  const chosen = rarest(segment, grams)
  if (!chosen || chosen.length === 0) return
  const [first, ...others] = chosen.map((one) => segment.namesWith(one))
  const at = others.map(() => 0)
  let looked = 0
  names: for (const name of first!) {
    for (let list = 0; list < others.length; list++) {
      const names = others[list]!
      at[list] = skipTo(names, at[list]!, name)
      if (at[list] === names.length) return
      if (names[at[list]!] !== name) continue names
    }
    if (looked++ === mostLooks || !look(name)) return
  }
}

/** The first place from `from` on whose name is `name` or later: in growing steps, then by halves. */
function skipTo(names: Uint32Array, from: number, name: number): number {
  let step = 1
  let low = from
  while (low + step < names.length && names[low + step]! < name) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, names.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (names[middle]! < name) low = middle + 1
    else high = middle
  }
  return low
}

const places: readonly Place[] = [0, 1, 2]

function threes(
  codes: ArrayLike<number>,
  make: (a: number, b: number, c: number) => number,
): number[] {
  const grams: number[] = []
  for (let at = 0; at + 2 < codes.length; at++)
    grams.push(make(codes[at]!, codes[at + 1]!, codes[at + 2]!))
  return grams
}

/** Names that hold `codes` somewhere. */
function holding(segment: Segment, codes: ArrayLike<number>, look: Look, most?: number) {
  const [a, b] = [codes[0]!, codes[1]!]
  if (codes.length > 2) walk(segment, threes(codes, gram.keys3), look, most)
  else
    for (const place of places) {
      const one = codes.length === 2 ? gram.keys2(place, a, b) : gram.key1(place, a)
      walk(segment, [one], look, most)
    }
}

/** Names that begin with `codes`: the popular of them may be all that a walk along those that hold them meets. */
function beginning(segment: Segment, codes: ArrayLike<number>, look: Look) {
  if (codes.length < 3) return
  const first = gram.firstKeys3(codes[0]!, codes[1]!, codes[2]!)
  walk(segment, [first, ...threes(codes, gram.keys3)], look)
}

function initials(segment: Segment, codes: readonly number[], look: Look) {
  const [a, b, c] = [codes[0]!, codes[1]!, codes[2]!]
  if (codes.length > 2) {
    const all = threes(codes, gram.initials3)
    walk(segment, [gram.firstInitials3(a, b, c), ...all], look)
    walk(segment, all, look)
  } else
    for (const place of places) {
      const one = codes.length === 2 ? gram.initials2(place, a, b) : gram.key1(place, a)
      walk(segment, [one], look)
    }
}

function all(segment: Segment, look: Look) {
  for (let name = 0; name < segment.names; name++) look(name)
}

/** The query's keys, and as the other keyboard has them where that is something else. */
function readings(plan: Plan): Uint16Array[] {
  const same = plan.other.every((code, at) => code === plan.codes[at])
  return same ? [plan.codes] : [plan.codes, plan.other]
}

/** The query cut where a unit begins, in one piece more than it may have slips: one of them is right. */
function piecesOf({ codes, units, length, slips }: Plan): Uint16Array[] {
  const count = slips + 1
  const cuts = [0]
  for (let cut = 1; cut < count; cut++) {
    const ideal = (length * cut) / count
    const nearest = units.reduce((best, at) =>
      Math.abs(at - ideal) < Math.abs(best - ideal) ? at : best,
    )
    if (nearest > cuts.at(-1)! && nearest < length) cuts.push(nearest)
  }
  cuts.push(length)
  return cuts.slice(1).map((to, at) => codes.subarray(cuts[at], to))
}

export const candidates = {
  /** For what `exactRank` meets. */
  exact(segment: Segment, plan: Plan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    for (const codes of readings(plan)) {
      segment.sums.each(sumOf(codes, 0, codes.length), look)
      beginning(segment, codes, look)
      holding(segment, codes, look)
      if (!plan.has_initials && !plan.typed_initials) continue
      initials(
        segment,
        plan.units.slice(0, -1).map((at) => unshift(codes[at]!)),
        look,
      )
    }
  },

  /** For what `slipRank` meets. */
  slipped(segment: Segment, plan: Plan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    for (const piece of piecesOf(plan))
      if (piece.length > 1) holding(segment, piece, look, mostLookedForSlips)
  },

  /** For what `hasWords` meets. */
  words(segment: Segment, { codes, words }: Plan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    const grams = words.flatMap(({ from, to }) => threes(codes.subarray(from, to), gram.keys3))
    if (grams.length > 0) walk(segment, grams, look)
  },
}
