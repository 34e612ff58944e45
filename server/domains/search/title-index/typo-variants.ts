/** Every name that is one slip away from a query: asked for by sum, so that it costs the query and not the catalogue. */
import { concatHashes, hashOf, type HashTable } from './polynomial-hash.ts'
import { keyFlags, isConsonant, jamoKeys } from './keystrokes.ts'
import type { QueryPlan } from './match-ranking.ts'

/** What is put in the place of `removed` keys from `at` on. */
type Edit = { at: number; removed: number; put: readonly number[] }

/** Keys by themselves: those of the Korean keyboard, of which the first are those of the Latin one. */
const single = Array.from({ length: 33 }, (_, at) => [at + 1])
const latinCount = 26

/** Gives `visit` each name that is one slip away from all of the query; a name may come more than once. */
export function forEachOneTypoAway(
  plan: QueryPlan,
  sums: HashTable,
  names: { codes: Uint16Array; starts: Uint32Array },
  visit: (name: number) => void,
): void {
  const { codes, length } = plan
  const heads = new Int32Array(length + 1)
  const tails = new Int32Array(length + 1)
  for (let at = 1; at <= length; at++) heads[at] = concatHashes(heads[at - 1]!, codes[at - 1]!, 1)
  for (let at = length - 1; at >= 0; at--) tails[at] = hashOf(codes, at, length)
  /** Looks for the names that the edit leads to, `sum` being that of what is put in. */
  const look = (at: number, removed: number, put: readonly number[], sum: number) => {
    const rest = length - at - removed
    const whole = concatHashes(
      concatHashes(heads[at]!, sum, put.length),
      tails[at + removed]!,
      rest,
    )
    if (!sums.mayHave(whole)) return
    sums.each(whole, (name) => {
      const from = names.starts[name]!
      if (isEdited(codes, { at, removed, put }, names.codes, from, names.starts[name + 1]!))
        visit(name)
    })
  }
  lookByKey(plan, look)
  lookBySyllable(plan, look)
}

type LookFor = (at: number, removed: number, put: readonly number[], sum: number) => void

/** One key missing, too many or another, and two changed about. */
function lookByKey({ codes, flags, length }: QueryPlan, look: LookFor) {
  for (let at = 0; at <= length; at++) {
    const korean = (flags[Math.min(at, length - 1)]! & keyFlags.korean) !== 0
    const count = korean ? single.length : latinCount
    for (let key = 0; key < count; key++) {
      look(at, 0, single[key]!, key + 1)
      if (at < length) look(at, 1, single[key]!, key + 1)
    }
    if (at < length && length > 1) look(at, 1, [], 0)
    if (at + 1 >= length) continue
    const about = [codes[at + 1]!, codes[at]!]
    look(at, 2, about, hashOf(about, 0, 2))
  }
}

/** Another vowel or final of a syllable. What differs by one key is looked for above. */
function lookBySyllable({ codes, flags, units }: QueryPlan, look: LookFor) {
  for (let unit = 0; unit + 1 < units.length; unit++) {
    const from = units[unit]!
    const to = units[unit + 1]!
    if (!(flags[from]! & keyFlags.korean)) continue
    let final = from + 1
    while (final < to && !isConsonant(codes[final]!)) final++
    for (const put of jamoKeys.vowels)
      if (final > from + 1 && (put.length > 1 || final > from + 2))
        look(from + 1, final - from - 1, put, hashOf(put, 0, put.length))
    for (const put of jamoKeys.finals)
      if (put.length > 1 || to > final + 1) look(final, to - final, put, hashOf(put, 0, put.length))
  }
}

/** A sum may lead to another name. */
function isEdited(
  query: Uint16Array,
  { at, removed, put }: Edit,
  codes: Uint16Array,
  from: number,
  to: number,
): boolean {
  if (to - from !== query.length - removed + put.length) return false
  for (let key = from; key < to; key++) {
    const place = key - from
    const wanted =
      place < at
        ? query[place]
        : place < at + put.length
          ? put[place - at]
          : query[place - put.length + removed]
    if (codes[key] !== wanted) return false
  }
  return true
}
