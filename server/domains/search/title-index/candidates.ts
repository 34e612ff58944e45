/** Which names of a segment are worth looking at for a query: those that have its rarest grams. */
import { ngramIds, type NgramPosition, type Script } from './ngrams.ts'
import { keyFlags } from './keystrokes.ts'
import type { QueryPlan } from './match-ranking.ts'
import type { Segment } from './index-segment.ts'
import { hashOf } from './polynomial-hash.ts'

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

const places: readonly NgramPosition[] = [0, 1, 2]

function threes(
  codes: ArrayLike<number>,
  make: (a: number, b: number, c: number) => number,
): number[] {
  const grams: number[] = []
  for (let at = 0; at + 2 < codes.length; at++)
    grams.push(make(codes[at]!, codes[at + 1]!, codes[at + 2]!))
  return grams
}

/** Names that hold `codes` somewhere: `pieces` says where two keys or one are looked for. */
function holding(
  segment: Segment,
  codes: ArrayLike<number>,
  pieces: readonly (readonly [NgramPosition, Script])[],
  look: Look,
  most?: number,
) {
  const [a, b] = [codes[0]!, codes[1]!]
  if (codes.length > 2) walk(segment, threes(codes, ngramIds.keys3), look, most)
  else
    for (const [place, script] of pieces) {
      const one =
        codes.length === 2 ? ngramIds.keys2(place, script, a, b) : ngramIds.key1(place, script, a)
      walk(segment, [one], look, most)
    }
}

/**
 * Where `exactRank` meets queries of two keys or one: in what was typed with their own keyboard; two keys begin a name
 * in the other script, too.
 */
function shortPieces({ length, flags }: QueryPlan): (readonly [NgramPosition, Script])[] {
  const own = scriptOf(flags[0]!)
  const others = length === 2 ? [[0, own === 1 ? 0 : 1] as const] : []
  return [[0, own], ...others, [1, own], [2, own]]
}
const scriptOf = (flags: number): Script => (flags & keyFlags.korean ? 1 : 0)
/** Slips do not look at the script. */
const allPieces = places.flatMap((place) => [[place, 0] as const, [place, 1] as const])

/** Names that begin with `codes`: the popular of them may be all that a walk along those that hold them meets. */
function beginning(segment: Segment, codes: ArrayLike<number>, look: Look) {
  if (codes.length < 3) return
  const first = ngramIds.firstKeys3(codes[0]!, codes[1]!, codes[2]!)
  walk(segment, [first, ...threes(codes, ngramIds.keys3)], look)
}

/** Keys of what is typed out in a query of which some syllables are initials. */
function typedOut({ codes, flags, units, typed_initials }: QueryPlan): Uint16Array[] {
  if (typed_initials) return []
  return units
    .slice(0, -1)
    .flatMap((from, unit) =>
      flags[from]! & keyFlags.lone ? [] : [codes.subarray(from, units[unit + 1])],
    )
}

function initials(segment: Segment, plan: QueryPlan, codes: ArrayLike<number>, look: Look) {
  const firsts = plan.units.slice(0, -1).map((at) => codes[at]!)
  const [a, b, c] = [firsts[0]!, firsts[1]!, firsts[2]!]
  const whole = typedOut(plan).flatMap((keys) => threes(keys, ngramIds.keys3))
  if (firsts.length > 2) {
    const all = [...threes(firsts, ngramIds.initials3), ...whole]
    walk(segment, [ngramIds.firstInitials3(a, b, c), ...all], look)
    walk(segment, all, look)
    return
  }
  // The first of two is typed out: its two keys are where it is.
  const isOut = !plan.typed_initials && !(plan.flags[0]! & keyFlags.lone) && plan.units[1]! > 1
  for (const place of places) {
    const out = isOut ? [ngramIds.keys2(place, scriptOf(plan.flags[0]!), a, codes[1]!)] : []
    const one = firsts.length === 2 ? ngramIds.initials2(place, a, b) : ngramIds.key1(place, 1, a)
    walk(segment, [one, ...out, ...whole], look)
  }
}

function all(segment: Segment, look: Look) {
  for (let name = 0; name < segment.names; name++) look(name)
}

/** The query's keys, and as the other keyboard has them where that is something else. */
function readings(plan: QueryPlan): Uint16Array[] {
  const same = plan.other.every((code, at) => code === plan.codes[at])
  return same ? [plan.codes] : [plan.codes, plan.other]
}

/** The query cut where a unit begins, in one piece more than it may have slips: one of them is right. */
function piecesOf({ codes, units, length, slips }: QueryPlan): Uint16Array[] {
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
  exact(segment: Segment, plan: QueryPlan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    const pieces = shortPieces(plan)
    for (const codes of readings(plan)) {
      segment.sums.each(hashOf(codes, 0, codes.length), look)
      beginning(segment, codes, look)
      holding(segment, codes, pieces, look)
    }
    if (plan.typed_initials) initials(segment, plan, plan.other, look)
    else if (plan.has_initials) initials(segment, plan, plan.codes, look)
  },

  /** For what `slipRank` meets. */
  slipped(segment: Segment, plan: QueryPlan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    for (const piece of piecesOf(plan))
      if (piece.length > 1) holding(segment, piece, allPieces, look, mostLookedForSlips)
  },

  /** For what `hasWords` meets. */
  words(segment: Segment, { codes, words }: QueryPlan, look: Look): void {
    if (segment.isSmall) return all(segment, look)
    const grams = words.flatMap(({ from, to }) => threes(codes.subarray(from, to), ngramIds.keys3))
    if (grams.length > 0) walk(segment, grams, look)
  },
}
