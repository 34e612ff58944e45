/** Every name that is one slip away from a query: asked for by sum, so that it costs the query and not the catalogue. */
import { joined, sumOf, type SumTable } from './hashes.ts'
import { flag, isConsonant, parts } from './keys.ts'
import type { Plan } from './match.ts'

const koreanKeys = Array.from({ length: 33 }, (_, at) => [at + 1])
const latinKeys = koreanKeys.slice(0, 26)

/** What is put in the place of `removed` keys from `at` on. */
type Edit = { at: number; removed: number; put: readonly number[] }

/** One key missing, too many or another, two changed about, and for a syllable another vowel or final. */
function* editsOf({ codes, flags, length, units }: Plan): Generator<Edit> {
  for (let at = 0; at <= length; at++) {
    const korean = (flags[Math.min(at, length - 1)]! & flag.korean) !== 0
    for (const put of korean ? koreanKeys : latinKeys) {
      yield { at, removed: 0, put }
      if (at < length) yield { at, removed: 1, put }
    }
    if (at < length) yield { at, removed: 1, put: [] }
    if (at + 1 < length) yield { at, removed: 2, put: [codes[at + 1]!, codes[at]!] }
  }
  for (let unit = 0; unit + 1 < units.length; unit++) {
    const from = units[unit]!
    const to = units[unit + 1]!
    if (!(flags[from]! & flag.korean)) continue
    let final = from + 1
    while (final < to && !isConsonant(codes[final]!)) final++
    // What differs by one key was tried above; a vowel or final of two keys may take the place of any other.
    for (const put of parts.vowels)
      if (final > from + 1 && (put.length > 1 || final > from + 2))
        yield { at: from + 1, removed: final - from - 1, put }
    for (const put of parts.finals)
      if (put.length > 1 || to > final + 1) yield { at: final, removed: to - final, put }
  }
}

/** Gives `visit` each name that is one slip away from all of the query; a name may come more than once. */
export function eachOneSlipAway(
  plan: Plan,
  sums: SumTable,
  names: { codes: Uint16Array; starts: Uint32Array },
  visit: (name: number) => void,
): void {
  const { codes, length } = plan
  const heads = new Int32Array(length + 1)
  const tails = new Int32Array(length + 1)
  for (let at = 1; at <= length; at++) heads[at] = joined(heads[at - 1]!, codes[at - 1]!, 1)
  for (let at = length - 1; at >= 0; at--) tails[at] = sumOf(codes, at, length)
  for (const edit of editsOf(plan)) {
    const { at, removed, put } = edit
    const head = joined(heads[at]!, sumOf(put, 0, put.length), put.length)
    const rest = length - at - removed
    if (at + put.length + rest === 0) continue
    sums.each(joined(head, tails[at + removed]!, rest), (name) => {
      const from = names.starts[name]!
      if (isEdited(codes, edit, names.codes, from, names.starts[name + 1]!)) visit(name)
    })
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
