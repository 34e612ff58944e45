/** Polynomial hashes of key sequences. They can be concatenated, so that the hash of a typo variant costs O(1). */

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
