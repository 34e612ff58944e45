/** Names that are one typo away from a query, looked up by hash: the cost depends on the query, not on the catalogue. */
import { concatHashes, hashOf, type HashTable } from './polynomial-hash.ts'
import { keyFlags, isConsonant, jamoKeys } from './keystrokes.ts'
import type { QueryPlan } from './match-ranking.ts'

/** Replaces `removed` keys at `at` by `inserted`. */
type Edit = { at: number; removed: number; inserted: readonly number[] }

/** Single keys: those of the Korean keyboard, of which the first 26 are the Latin ones. */
const single = Array.from({ length: 33 }, (_, at) => [at + 1])
const latinCount = 26

/** Visits each name that is one typo away from the whole query; a name may be visited more than once. */
export function forEachOneTypoAway(
  plan: QueryPlan,
  hashes: HashTable,
  names: { codes: Uint16Array; starts: Uint32Array },
  visit: (name: number) => void,
): void {
  const { codes, length } = plan
  const heads = new Int32Array(length + 1)
  const tails = new Int32Array(length + 1)
  for (let at = 1; at <= length; at++) heads[at] = concatHashes(heads[at - 1]!, codes[at - 1]!, 1)
  for (let at = length - 1; at >= 0; at--) tails[at] = hashOf(codes, at, length)
  /** Looks up the names of a variant; `hash` is that of the inserted keys. */
  const visitVariant = (at: number, removed: number, inserted: readonly number[], hash: number) => {
    const rest = length - at - removed
    const whole = concatHashes(
      concatHashes(heads[at]!, hash, inserted.length),
      tails[at + removed]!,
      rest,
    )
    if (!hashes.mayHave(whole)) return
    hashes.each(whole, (name) => {
      const from = names.starts[name]!
      if (isEdited(codes, { at, removed, inserted }, names.codes, from, names.starts[name + 1]!))
        visit(name)
    })
  }
  visitKeyVariants(plan, visitVariant)
  visitSyllableVariants(plan, visitVariant)
}

type VisitVariant = (at: number, removed: number, inserted: readonly number[], hash: number) => void

/** One key missing, extra or wrong, and two keys swapped. */
function visitKeyVariants({ codes, flags, length }: QueryPlan, visitVariant: VisitVariant) {
  for (let at = 0; at <= length; at++) {
    const korean = (flags[Math.min(at, length - 1)]! & keyFlags.korean) !== 0
    const count = korean ? single.length : latinCount
    for (let key = 0; key < count; key++) {
      visitVariant(at, 0, single[key]!, key + 1)
      if (at < length) visitVariant(at, 1, single[key]!, key + 1)
    }
    if (at < length && length > 1) visitVariant(at, 1, [], 0)
    if (at + 1 >= length) continue
    const swapped = [codes[at + 1]!, codes[at]!]
    visitVariant(at, 2, swapped, hashOf(swapped, 0, 2))
  }
}

/**
 * Another vowel or final of a syllable, a syllable typed twice, and two syllables swapped. `visitKeyVariants` covers
 * variants that differ by one key.
 */
function visitSyllableVariants({ codes, flags, units }: QueryPlan, visitVariant: VisitVariant) {
  for (let unit = 0; unit + 1 < units.length; unit++) {
    const from = units[unit]!
    const to = units[unit + 1]!
    if (!(flags[from]! & keyFlags.korean)) continue
    if (unit + 2 < units.length) visitNeighbours(codes, from, to, units[unit + 2]!, visitVariant)
    let final = from + 1
    while (final < to && !isConsonant(codes[final]!)) final++
    for (const inserted of jamoKeys.vowels)
      if (final > from + 1 && (inserted.length > 1 || final > from + 2))
        visitVariant(from + 1, final - from - 1, inserted, hashOf(inserted, 0, inserted.length))
    for (const inserted of jamoKeys.finals)
      if (inserted.length > 1 || to > final + 1)
        visitVariant(final, to - final, inserted, hashOf(inserted, 0, inserted.length))
  }
}

/** The syllables [from, to) and [to, end): one of them if they are the same, else both swapped. */
function visitNeighbours(
  codes: Uint16Array,
  from: number,
  to: number,
  end: number,
  visitVariant: VisitVariant,
) {
  const swapped = [...codes.subarray(to, end), ...codes.subarray(from, to)]
  const isRepeated =
    end - to === to - from && swapped.every((code, at) => code === codes[from + at])
  if (isRepeated) visitVariant(from, to - from, [], 0)
  else visitVariant(from, end - from, swapped, hashOf(swapped, 0, swapped.length))
}

/** Compares keys, because different names may have the same hash. */
function isEdited(
  query: Uint16Array,
  { at, removed, inserted }: Edit,
  codes: Uint16Array,
  from: number,
  to: number,
): boolean {
  if (to - from !== query.length - removed + inserted.length) return false
  for (let key = from; key < to; key++) {
    const offset = key - from
    const expected =
      offset < at
        ? query[offset]
        : offset < at + inserted.length
          ? inserted[offset - at]
          : query[offset - inserted.length + removed]
    if (codes[key] !== expected) return false
  }
  return true
}
