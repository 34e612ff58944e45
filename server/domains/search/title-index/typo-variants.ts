/** Names that are one typo away from a query, looked up by hash: the cost depends on the query, not on the catalogue. */
import { concatHashes, hashOf, type HashTable } from './name-tables.ts'
import { isConsonant, jamoKeys, keyFlags } from './keystrokes.ts'
import type { QueryPlan } from './query-plan.ts'
import { isSound } from './sound-keys.ts'

type Names = { codes: Uint16Array; starts: Uint32Array }

/** Beginnings and ends of every length that is a multiple of this are in the filter. */
const edgeStep = 4
const bitsPerEdge = 8
/** The hash of an end is that of its keys behind this one, which no name has. */
const endKey = 49

/**
 * The beginnings and ends of names, in a Bloom filter. A name that is one typo away begins as the query does before the
 * typo, and ends as it does behind it, so few places remain for the typo.
 */
export class NameEdges {
  readonly #bits: Uint32Array

  constructor(names: Names, nameCount: number) {
    let count = 0
    eachEdge(names, nameCount, () => count++)
    const size = Math.ceil(Math.log2(count * bitsPerEdge + 1))
    this.#bits = new Uint32Array(2 ** Math.max(0, size - 5))
    eachEdge(names, nameCount, (hash) => {
      const bit = this.#bitOf(hash)
      this.#bits[bit >>> 5]! |= 1 << (bit & 31)
    })
  }

  #bitOf(hash: number): number {
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    return (mixed ^ (mixed >>> 13)) & (this.#bits.length * 32 - 1)
  }

  #mayHave(hash: number): boolean {
    const bit = this.#bitOf(hash)
    return (this.#bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  /** The most keys of a query with which a name may begin, and end. */
  longest({ length }: QueryPlan, heads: Int32Array, tails: Int32Array): Longest {
    let [head, tail] = [edgeStep, edgeStep]
    while (head <= length && this.#mayHave(heads[head]!)) head += edgeStep
    while (tail <= length && this.#mayHave(endHash(tails[length - tail]!, tail))) tail += edgeStep
    return { head: head - 1, tail: tail - 1 }
  }

  get bytes(): number {
    return this.#bits.byteLength
  }
}

type Longest = { head: number; tail: number }

const endHash = (hash: number, length: number) => concatHashes(endKey, hash, length)

function eachEdge({ codes, starts }: Names, nameCount: number, visit: (hash: number) => void) {
  for (let name = 0; name < nameCount; name++) {
    const start = starts[name]!
    const end = starts[name + 1]!
    // Names of sounds are not searched with typos of this kind.
    if (isSound(codes[start]!)) continue
    for (let length = edgeStep; length <= end - start; length += edgeStep) {
      visit(hashOf(codes, start, start + length))
      visit(endHash(hashOf(codes, end - length, end), length))
    }
  }
}

/** Replaces `removed` keys at `at` by `inserted`. */
type Edit = { at: number; removed: number; inserted: readonly number[] }

/** Single keys: those of the Korean keyboard, of which the first 26 are the Latin ones. */
const single = Array.from({ length: 33 }, (_, at) => [at + 1])
const latinCount = 26

/** Visits each name that is one typo away from the whole query; a name may be visited more than once. */
export function forEachOneTypoAway(
  plan: QueryPlan,
  { hashes, edges, names }: { hashes: HashTable; edges: NameEdges; names: Names },
  visit: (name: number) => void,
): void {
  const { codes, length } = plan
  const heads = new Int32Array(length + 1)
  const tails = new Int32Array(length + 1)
  for (let at = 1; at <= length; at++) heads[at] = concatHashes(heads[at - 1]!, codes[at - 1]!, 1)
  for (let at = length - 1; at >= 0; at--) tails[at] = hashOf(codes, at, length)
  const longest = edges.longest(plan, heads, tails)
  /** Looks up the names of a variant; `hash` is that of the inserted keys. */
  const visitVariant = (at: number, removed: number, inserted: readonly number[], hash: number) => {
    const rest = length - at - removed
    if (at > longest.head || rest > longest.tail) return
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
  visitKeyVariants(plan, longest, visitVariant)
  visitSyllableVariants(plan, visitVariant)
}

type VisitVariant = (at: number, removed: number, inserted: readonly number[], hash: number) => void

/** One key missing, extra or wrong, and two keys swapped. */
function visitKeyVariants(
  { codes, flags, length }: QueryPlan,
  { head, tail }: Longest,
  visitVariant: VisitVariant,
) {
  // Two keys at most are removed.
  const last = Math.min(length, head)
  for (let at = Math.max(0, length - tail - 2); at <= last; at++) {
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
