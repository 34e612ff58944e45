import { keyFlags } from './keystrokes.ts'
import type { QueryPlan } from './query-plan.ts'

/** A map of ids to numbers in two flat arrays: a tenth of the memory of a `Map`, and no work for the garbage collector. */
export class IntMap {
  #keys = new Int32Array(1_024)
  #values = new Float64Array(1_024)
  #size = 0

  /** @param key an id: above 0. */
  get(key: number): number | undefined {
    const at = this.#slotOf(key)
    return this.#keys[at] === key ? this.#values[at] : undefined
  }

  set(key: number, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow()
    const at = this.#slotOf(key)
    if (this.#keys[at] !== key) this.#size++
    this.#keys[at] = key
    this.#values[at] = value
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let at = (Math.imul(key, 0x9e3779b1) >>> 7) & mask
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Int32Array(keys.length * 2)
    this.#values = new Float64Array(keys.length * 2)
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] === 0) continue
      const slot = this.#slotOf(keys[at]!)
      this.#keys[slot] = keys[at]!
      this.#values[slot] = values[at]!
    }
  }
}

/** The base of polynomial hashes of key sequences. They can be concatenated, so that the hash of a typo variant costs O(1). */
const base = 0x2c9277b5

/** Powers of the base, up to the length of the longest name. */
const powers = new Int32Array(8_193)
powers[0] = 1
for (let at = 1; at < powers.length; at++) powers[at] = Math.imul(powers[at - 1]!, base)

/** The hash of `head` followed by `length` keys with the hash `tail`. */
export function concatHashes(head: number, tail: number, length: number): number {
  return (Math.imul(head, powers[length]!) + tail) | 0
}

/** The hash of the keys at [start, end). */
export function hashOf(codes: ArrayLike<number>, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, base) + codes[at]!) | 0
  return hash
}

/** Maps hashes to names: open addressing in one flat array. */
export class HashTable {
  readonly #slots: Int32Array
  readonly #hashes: Int32Array
  readonly #shift: number
  /** A Bloom filter with one hash function, small enough for the CPU cache. Most lookups end here. */
  readonly #bits: Uint32Array

  /** @param hashes of name 0, 1, … */
  constructor(hashes: Int32Array) {
    const bits = Math.max(2, Math.ceil(Math.log2(hashes.length * 2 + 1)))
    this.#hashes = hashes
    this.#slots = new Int32Array(2 ** bits)
    this.#shift = 32 - bits
    this.#bits = new Uint32Array(2 ** Math.max(0, bits - 2))
    for (let name = 0; name < hashes.length; name++) {
      let at = this.#slotOf(hashes[name]!)
      while (this.#slots[at] !== 0) at = (at + 1) & (this.#slots.length - 1)
      this.#slots[at] = name + 1
      const bit = this.#bitOf(hashes[name]!)
      this.#bits[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  #bitOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 13), 0x85ebca6b) >>> (this.#shift - 3)
  }

  /** False if no name has this hash; true may be a false positive. */
  mayHave(hash: number): boolean {
    const bit = this.#bitOf(hash)
    return (this.#bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  #slotOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> this.#shift
  }

  /** Visits every name with this hash. Different names may have the same hash. */
  each(hash: number, visit: (name: number) => void): void {
    let at = this.#slotOf(hash)
    for (let slot = this.#slots[at]!; slot !== 0; slot = this.#slots[at]!) {
      if (this.#hashes[slot - 1] === hash) visit(slot - 1)
      at = (at + 1) & (this.#slots.length - 1)
    }
  }

  get bytes(): number {
    return this.#slots.byteLength + this.#hashes.byteLength + this.#bits.byteLength
  }
}

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

/** Names by the initials of all their syllables. A scan may end before a less popular name that consists of the initials typed. */
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

/** Names with one syllable left out: `프레터 2` is 프레데터 2. Found by hash, as other typos of whole names. */
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
