/** Selects the names of a segment that may match a query: those that contain its rarest n-grams. */
import { ngramIds, type NgramPosition, type Script } from './ngrams.ts'
import { keyFlags } from './keystrokes.ts'
import type { QueryPlan } from './query-plan.ts'
import type { Segment } from './index-segment.ts'
import { hashOf } from './name-tables.ts'

/** Visits a name. @returns whether to continue. */
type Visit = (name: number) => boolean

/** Maximum number of names that a scan visits, the most popular first. */
const maxVisited = 20_000

/** Intersecting more posting lists does not narrow the result further. */
const maxLists = 3

/** The rarest of `grams`; null if no name contains one of them. */
function selectRarest(segment: Segment, grams: readonly number[]): number[] | null {
  const counted = [...new Set(grams)].map((gram) => ({ gram, count: segment.count(gram) }))
  if (counted.some(({ count }) => count === 0)) return null
  return counted
    .sort((a, b) => a.count - b.count)
    .slice(0, maxLists)
    .map(({ gram }) => gram)
}

/**
 * Visits the names that contain all of `grams`, the most popular first.
 * @returns the number of visits.
 */
function walk(
  segment: Segment,
  grams: readonly number[],
  visit: Visit,
  maxVisits = maxVisited,
): number {
  const chosen = selectRarest(segment, grams)
  if (!chosen || chosen.length === 0) return 0
  const [first, ...others] = chosen.map((gram) => segment.namesWith(gram))
  const at = others.map(() => 0)
  let visited = 0
  names: for (let next = 0; next < first!.length; next++) {
    const name = first![next]!
    for (let list = 0; list < others.length; list++) {
      const names = others[list]!
      at[list] = skipTo(names, at[list]!, name)
      if (at[list] === names.length) return visited
      if (names[at[list]!] !== name) continue names
    }
    if (visited === maxVisits) return visited
    visited++
    if (!visit(name)) return visited
  }
  return visited
}

/** The first index at or after `from` whose name is at least `name`, by galloping search. */
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

const positions: readonly NgramPosition[] = [0, 1, 2]

function trigramsOf(
  codes: ArrayLike<number>,
  make: (a: number, b: number, c: number) => number,
): number[] {
  const grams: number[] = []
  for (let at = 0; at + 2 < codes.length; at++)
    grams.push(make(codes[at]!, codes[at + 1]!, codes[at + 2]!))
  return grams
}

/** The n-grams of names that contain `codes`, one list of them for each of `pieces` if there are only one or two keys. */
function gramsContaining(
  codes: ArrayLike<number>,
  pieces: readonly (readonly [NgramPosition, Script])[],
): number[][] {
  const [a, b] = [codes[0]!, codes[1]!]
  if (codes.length > 2) return [trigramsOf(codes, ngramIds.keys3)]
  return pieces.map(([position, script]) => [
    codes.length === 2
      ? ngramIds.keys2(position, script, a, b)
      : ngramIds.key1(position, script, a),
  ])
}

/**
 * The positions and scripts where `exactRank` matches one or two keys: their own script anywhere, and for two keys also
 * the beginning of a name in the other script.
 */
function shortPieces({ length, flags }: QueryPlan): (readonly [NgramPosition, Script])[] {
  const own = scriptOf(flags[0]!)
  const others = length === 2 ? [[0, own === 1 ? 0 : 1] as const] : []
  return [[0, own], ...others, [1, own], [2, own]]
}
const scriptOf = (flags: number): Script => (flags & keyFlags.korean ? 1 : 0)
/** Typo matching ignores the script. */
const allPieces = positions.flatMap((position) => [[position, 0] as const, [position, 1] as const])

/**
 * Visits names that begin with `codes`. Without this, a scan of the names that contain them could reach its limit before
 * a less popular name that begins with them.
 */
function visitBeginning(segment: Segment, codes: ArrayLike<number>, visit: Visit) {
  if (codes.length < 3) return
  const first = ngramIds.firstKeys3(codes[0]!, codes[1]!, codes[2]!)
  walk(segment, [first, ...trigramsOf(codes, ngramIds.keys3)], visit)
}

/** The keys of the complete syllables in a query that also has initials. */
function completeSyllables({ codes, flags, units, typed_initials }: QueryPlan): Uint16Array[] {
  if (typed_initials) return []
  return units
    .slice(0, -1)
    .flatMap((from, unit) =>
      flags[from]! & keyFlags.lone ? [] : [codes.subarray(from, units[unit + 1])],
    )
}

const firstsOf = ({ units }: QueryPlan, codes: ArrayLike<number>) =>
  units.slice(0, -1).map((at) => codes[at]!)

/** Visits names of these initials, and those that begin with three of them or more. */
function visitInitials(segment: Segment, plan: QueryPlan, codes: ArrayLike<number>, visit: Visit) {
  const firsts = firstsOf(plan, codes)
  segment.initials.each(firsts, visit)
  const [a, b, c] = firsts
  if (c === undefined) return
  const whole = completeSyllables(plan).flatMap((keys) => trigramsOf(keys, ngramIds.keys3))
  const all = [...trigramsOf(firsts, ngramIds.initials3), ...whole]
  walk(segment, [ngramIds.firstInitials3(a!, b!, c), ...all], visit)
}

function initials(segment: Segment, plan: QueryPlan, codes: ArrayLike<number>, visit: Visit) {
  const firsts = firstsOf(plan, codes)
  const [a, b] = [firsts[0]!, firsts[1]!]
  const whole = completeSyllables(plan).flatMap((keys) => trigramsOf(keys, ngramIds.keys3))
  if (firsts.length > 2) {
    walk(segment, [...trigramsOf(firsts, ngramIds.initials3), ...whole], visit)
    return
  }
  // If the first of two syllables is complete, its first two keys narrow the scan.
  const isOut = !plan.typed_initials && !(plan.flags[0]! & keyFlags.lone) && plan.units[1]! > 1
  for (const position of positions) {
    const out = isOut ? [ngramIds.keys2(position, scriptOf(plan.flags[0]!), a, codes[1]!)] : []
    const key =
      firsts.length === 2 ? ngramIds.initials2(position, a, b) : ngramIds.key1(position, 1, a)
    walk(segment, [key, ...out, ...whole], visit)
  }
}

function all(segment: Segment, visit: Visit) {
  for (let name = 0; name < segment.names; name++) visit(name)
}

/** The query's keys, and those of the other keyboard layout if they differ. */
function keyVariants(plan: QueryPlan): Uint16Array[] {
  const same = plan.other.every((code, at) => code === plan.codes[at])
  return same ? [plan.codes] : [plan.codes, plan.other]
}

/** Splits the query at units into one piece more than the allowed typos, so that one piece has no typo. */
function piecesOf({ codes, units, length, max_typos }: QueryPlan): Uint16Array[] {
  const count = max_typos + 1
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
  /** Names that consist of the query's keys. */
  whole(segment: Segment, { codes }: QueryPlan, visit: Visit): void {
    segment.hashes.each(hashOf(codes, 0, codes.length), visit)
  },

  /** Candidates of `exactRank`. */
  exact(segment: Segment, plan: QueryPlan, visit: Visit): void {
    if (segment.isSmall) return all(segment, visit)
    const pieces = shortPieces(plan)
    const initialCodes = plan.typed_initials ? plan.other : plan.has_initials ? plan.codes : null
    // Before the scans of other names, which end after as many matches as the query allows.
    if (initialCodes) visitInitials(segment, plan, initialCodes, visit)
    for (const codes of keyVariants(plan)) {
      segment.hashes.each(hashOf(codes, 0, codes.length), visit)
      visitBeginning(segment, codes, visit)
      for (const grams of gramsContaining(codes, pieces)) walk(segment, grams, visit)
    }
    if (initialCodes) initials(segment, plan, initialCodes, visit)
  },

  /**
   * Candidates of `typoRank`, at most `maxVisits`: an equal share of each piece of the query, and what the rarer pieces leave.
   */
  typos(segment: Segment, plan: QueryPlan, maxVisits: number, visit: Visit): void {
    if (segment.isSmall) return all(segment, visit)
    const lists = piecesOf(plan)
      .filter((piece) => piece.length > 1)
      .flatMap((piece) => gramsContaining(piece, allPieces))
      .map((grams) => ({ grams, count: Math.min(...grams.map((gram) => segment.count(gram))) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count)
    let left = maxVisits
    for (const [at, { grams }] of lists.entries())
      left -= walk(segment, grams, visit, Math.ceil(left / (lists.length - at)))
  },

  /** Candidates of `matchesAllWords`. */
  words(segment: Segment, { codes, words }: QueryPlan, visit: Visit): void {
    if (segment.isSmall) return all(segment, visit)
    const grams = words.flatMap(({ from, to }) =>
      trigramsOf(codes.subarray(from, to), ngramIds.keys3),
    )
    if (grams.length > 0) walk(segment, grams, visit)
  },
}
