/** Sums of key sequences that can be put together from the sums of their pieces, so that a changed key costs nothing. */

const base = 0x2c9277b5

/** Powers of the base, as far as the longest name. */
const powers = new Int32Array(8_193)
powers[0] = 1
for (let at = 1; at < powers.length; at++) powers[at] = Math.imul(powers[at - 1]!, base)

/** The sum of `head` followed by `length` keys whose sum is `tail`. */
export function concatHashes(head: number, tail: number, length: number): number {
  return (Math.imul(head, powers[length]!) + tail) | 0
}

/** The sum of the keys at [start, end). */
export function hashOf(codes: ArrayLike<number>, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum = (Math.imul(sum, base) + codes[at]!) | 0
  return sum
}

/** Sums of names, each leading to those that have it: open addressing in one flat array. */
export class HashTable {
  readonly #slots: Int32Array
  readonly #sums: Int32Array
  readonly #shift: number
  /** A bit for each of sixteen times as many sums as there are: small enough to stay near, and mostly not set. */
  readonly #bits: Uint32Array

  /** @param sums of name 0, 1, … */
  constructor(sums: Int32Array) {
    const bits = Math.max(2, Math.ceil(Math.log2(sums.length * 2 + 1)))
    this.#sums = sums
    this.#slots = new Int32Array(2 ** bits)
    this.#shift = 32 - bits
    this.#bits = new Uint32Array(2 ** Math.max(0, bits - 2))
    for (let name = 0; name < sums.length; name++) {
      let at = this.#slotOf(sums[name]!)
      while (this.#slots[at] !== 0) at = (at + 1) & (this.#slots.length - 1)
      this.#slots[at] = name + 1
      const bit = this.#bitOf(sums[name]!)
      this.#bits[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  #bitOf(sum: number): number {
    return Math.imul(sum ^ (sum >>> 13), 0x85ebca6b) >>> (this.#shift - 3)
  }

  /** False where no name has this sum. */
  mayHave(sum: number): boolean {
    const bit = this.#bitOf(sum)
    return (this.#bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  #slotOf(sum: number): number {
    return Math.imul(sum ^ (sum >>> 15), 0x9e3779b1) >>> this.#shift
  }

  /** Gives every name of this sum to `visit`. Two names may have one sum and not be the same. */
  each(sum: number, visit: (name: number) => void): void {
    let at = this.#slotOf(sum)
    for (let slot = this.#slots[at]!; slot !== 0; slot = this.#slots[at]!) {
      if (this.#sums[slot - 1] === sum) visit(slot - 1)
      at = (at + 1) & (this.#slots.length - 1)
    }
  }

  get bytes(): number {
    return this.#slots.byteLength + this.#sums.byteLength + this.#bits.byteLength
  }
}
