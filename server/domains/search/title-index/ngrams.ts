/** N-grams of names, by which an index selects candidates. Each is a number below `ngramCount`. */
import { keyFlags, withoutShift } from './keystrokes.ts'

// A key takes six bits; keys that are no Korean, Latin or digit share the last values, and the comparison separates them.
const bits = 6
const size3 = 1 << (3 * bits)
const size2 = 1 << (2 * bits)
const size1 = 1 << bits
const toSixBits = (code: number) => (code < 50 ? code : 50 + (code % 14))

/** The position of an n-gram: 0 at the beginning of the name, 1 at that of a word, 2 elsewhere. */
export type NgramPosition = 0 | 1 | 2
/** 1 for Korean. One or two keys are not searched in the other script. */
export type Script = 0 | 1

const threeAnywhere = 0
const threeFirst = size3
const initialsAnywhere = 2 * size3
const initialsFirst = 3 * size3
const twoKeys = 4 * size3
const twoInitials = twoKeys + 6 * size2
const oneKey = twoInitials + 3 * size2
export const ngramCount = oneKey + 6 * size1

const three = (a: number, b: number, c: number) =>
  (toSixBits(a) << (2 * bits)) | (toSixBits(b) << bits) | toSixBits(c)
const two = (a: number, b: number) => (toSixBits(a) << bits) | toSixBits(b)

export const ngramIds = {
  keys3: (a: number, b: number, c: number) => threeAnywhere + three(a, b, c),
  firstKeys3: (a: number, b: number, c: number) => threeFirst + three(a, b, c),
  initials3: (a: number, b: number, c: number) => initialsAnywhere + three(a, b, c),
  firstInitials3: (a: number, b: number, c: number) => initialsFirst + three(a, b, c),
  keys2: (position: NgramPosition, script: Script, a: number, b: number) =>
    twoKeys + (position * 2 + script) * size2 + two(a, b),
  initials2: (position: NgramPosition, a: number, b: number) =>
    twoInitials + position * size2 + two(a, b),
  key1: (position: NgramPosition, script: Script, a: number) =>
    oneKey + (position * 2 + script) * size1 + toSixBits(a),
}

/** At most 4 n-grams per key and 20 per unit. */
const maxNgrams = 8_192 * 24
const scratch = new Int32Array(maxNgrams)
const units = new Int32Array(8_192)

/** Writes the n-grams of the name at [start, end) into a shared array, which may contain duplicates. */
export function writeNgrams(
  codes: Uint16Array,
  flags: Uint8Array,
  start: number,
  end: number,
): { grams: Int32Array; count: number } {
  let count = 0
  let unitCount = 0
  let korean = false
  for (let at = start; at < end; at++) {
    const bit = flags[at]!
    const a = codes[at]!
    const b = at + 1 < end ? codes[at + 1]! : -1
    const c = at + 2 < end ? codes[at + 2]! : -1
    if (c >= 0) scratch[count++] = ngramIds.keys3(a, b, c)
    if (c >= 0 && at === start) scratch[count++] = ngramIds.firstKeys3(a, b, c)
    if (!(bit & keyFlags.unit)) continue
    units[unitCount++] = at
    if (bit & keyFlags.korean) korean = true
    const position = positionOf(flags, start, at)
    // Letters inside foreign words are searched by three keys only.
    if (position === 2 && bit & keyFlags.latin) continue
    const script = bit & keyFlags.korean ? 1 : 0
    if (b >= 0) scratch[count++] = ngramIds.keys2(position, script, a, b)
    if (position < 2 || !script) scratch[count++] = ngramIds.key1(position, script, a)
  }
  if (!korean) return { grams: scratch, count }
  for (let unit = 0; unit + 1 < unitCount; unit++) {
    const at = units[unit]!
    const position = positionOf(flags, start, at)
    // With and without shift, because ㄱ also matches ㄲ.
    for (const a of shiftVariantsOf(codes[at]!))
      for (const b of shiftVariantsOf(codes[units[unit + 1]!]!)) {
        scratch[count++] = ngramIds.initials2(position, a, b)
        if (unit + 2 >= unitCount) continue
        for (const c of shiftVariantsOf(codes[units[unit + 2]!]!)) {
          scratch[count++] = ngramIds.initials3(a, b, c)
          if (unit === 0) scratch[count++] = ngramIds.firstInitials3(a, b, c)
        }
      }
  }
  return { grams: scratch, count }
}

const shiftVariants = Array.from({ length: 50 }, (_, code) => {
  const unshifted = withoutShift(code)
  return unshifted === code ? [code] : [unshifted, code]
})
/** A key, and the key without shift if it differs. */
const shiftVariantsOf = (code: number): readonly number[] => shiftVariants[code] ?? [code]

function positionOf(flags: Uint8Array, start: number, at: number): NgramPosition {
  return at === start ? 0 : flags[at]! & keyFlags.word ? 1 : 2
}
