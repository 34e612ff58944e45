/** Names with one syllable left out: `프레터 2` is 프레데터 2. Found by hash, as other typos of whole names. */
import { concatHashes, hashOf, HashTable } from './polynomial-hash.ts'
import { keyFlags } from '../keystrokes.ts'
import type { QueryPlan } from '../query-plan.ts'

type Names = { codes: Uint16Array; flags: Uint8Array; starts: Uint32Array }

/** Units of a name. Parts of longer names are found as they are; of shorter ones too many would match. */
const units = { min: 3, max: 9 }

/** Visits the syllables of two keys or more of a name; one key is a typo as any other. */
function eachSyllable(
  { flags, starts }: Names,
  name: number,
  visit: (from: number, to: number) => void,
) {
  const [start, end] = [starts[name]!, starts[name + 1]!]
  let count = 0
  for (let at = start; at < end; at++) if (flags[at]! & keyFlags.unit) count++
  if (count < units.min || count > units.max) return
  for (let from = start; from < end;) {
    let to = from + 1
    while (to < end && !(flags[to]! & keyFlags.unit)) to++
    if (to > from + 1 && flags[from]! & keyFlags.korean) visit(from, to)
    from = to
  }
}

export class MissingSyllables {
  readonly #names: Names
  readonly #table: HashTable
  /** The name, and the range of the syllable in `codes`, of each hash. */
  readonly #owners: Uint32Array
  readonly #froms: Uint32Array
  readonly #lengths: Uint8Array

  constructor(names: Names, nameCount: number) {
    this.#names = names
    let count = 0
    for (let name = 0; name < nameCount; name++) eachSyllable(names, name, () => count++)
    const hashes = new Int32Array(count)
    this.#owners = new Uint32Array(count)
    this.#froms = new Uint32Array(count)
    this.#lengths = new Uint8Array(count)
    let next = 0
    for (let name = 0; name < nameCount; name++)
      eachSyllable(names, name, (from, to) => {
        const end = names.starts[name + 1]!
        const head = hashOf(names.codes, names.starts[name]!, from)
        hashes[next] = concatHashes(head, hashOf(names.codes, to, end), end - to)
        this.#owners[next] = name
        this.#froms[next] = from
        this.#lengths[next++] = to - from
      })
    this.#table = new HashTable(hashes)
  }

  /** Visits each name that is the query with one more syllable. */
  each({ codes, length }: QueryPlan, visit: (name: number) => void): void {
    const hash = hashOf(codes, 0, length)
    if (!this.#table.mayHave(hash)) return
    const { codes: nameCodes, starts } = this.#names
    this.#table.each(hash, (at) => {
      const name = this.#owners[at]!
      const start = starts[name]!
      const from = this.#froms[at]! - start
      const missing = this.#lengths[at]!
      if (starts[name + 1]! - start - missing !== length) return
      for (let key = 0; key < length; key++)
        if (nameCodes[start + key + (key < from ? 0 : missing)] !== codes[key]) return
      visit(name)
    })
  }

  get bytes(): number {
    return this.#table.bytes + this.#owners.byteLength * 2 + this.#lengths.byteLength
  }
}
