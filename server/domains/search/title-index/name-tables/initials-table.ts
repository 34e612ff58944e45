/** Names by the initials of all their syllables. A scan may end before a less popular name that consists of the initials typed. */
import { keyFlags } from '../keystrokes.ts'
import { hashOf, HashTable } from './polynomial-hash.ts'

type Names = { codes: Uint16Array; flags: Uint8Array; starts: Uint32Array }

/** Syllables of the longest name in the table. Longer sequences of initials are rare enough for a scan. */
const maxUnits = 12
const initials = new Uint16Array(maxUnits)

/** Writes the initials of a name into a shared array. @returns their number; 0 if it has no Korean letter or too many. */
function writeInitials({ codes, flags, starts }: Names, name: number): number {
  let count = 0
  let isKorean = false
  for (let at = starts[name]!; at < starts[name + 1]!; at++) {
    if (!(flags[at]! & keyFlags.unit)) continue
    if (count === maxUnits) return 0
    isKorean ||= (flags[at]! & keyFlags.korean) !== 0
    initials[count++] = codes[at]!
  }
  return isKorean ? count : 0
}

export class InitialsTable {
  readonly #table: HashTable
  /** The name of each hash. */
  readonly #names: Uint32Array

  constructor(names: Names, nameCount: number) {
    let count = 0
    for (let name = 0; name < nameCount; name++) if (writeInitials(names, name) > 0) count++
    const hashes = new Int32Array(count)
    this.#names = new Uint32Array(count)
    let next = 0
    for (let name = 0; name < nameCount; name++) {
      const length = writeInitials(names, name)
      if (length === 0) continue
      this.#names[next] = name
      hashes[next++] = hashOf(initials, 0, length)
    }
    this.#table = new HashTable(hashes)
  }

  /** Visits the names that may have these initials: different initials may have the same hash. */
  each(firsts: ArrayLike<number>, visit: (name: number) => void): void {
    if (firsts.length > maxUnits) return
    const hash = hashOf(firsts, 0, firsts.length)
    if (this.#table.mayHave(hash)) this.#table.each(hash, (at) => visit(this.#names[at]!))
  }

  get bytes(): number {
    return this.#table.bytes + this.#names.byteLength
  }
}
