/** The short pieces of names by which an index finds those worth looking at, each a number below `gramCount`. */
import { keyFlags, withoutShift } from './keystrokes.ts'

// A key takes six bits; what is no Korean, Latin or digit shares the last of them, and is told apart by looking.
const bits = 6
const size3 = 1 << (3 * bits)
const size2 = 1 << (2 * bits)
const size1 = 1 << bits
const small = (code: number) => (code < 50 ? code : 50 + (code % 14))

/** Where in a name a short piece is: at its beginning, at that of a word, or inside. */
export type NgramPosition = 0 | 1 | 2
/** 1 for Korean: few keys are not looked for in what the other keyboard typed. */
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
  (small(a) << (2 * bits)) | (small(b) << bits) | small(c)
const two = (a: number, b: number) => (small(a) << bits) | small(b)

export const ngramIds = {
  keys3: (a: number, b: number, c: number) => threeAnywhere + three(a, b, c),
  firstKeys3: (a: number, b: number, c: number) => threeFirst + three(a, b, c),
  initials3: (a: number, b: number, c: number) => initialsAnywhere + three(a, b, c),
  firstInitials3: (a: number, b: number, c: number) => initialsFirst + three(a, b, c),
  keys2: (place: NgramPosition, script: Script, a: number, b: number) =>
    twoKeys + (place * 2 + script) * size2 + two(a, b),
  initials2: (place: NgramPosition, a: number, b: number) =>
    twoInitials + place * size2 + two(a, b),
  key1: (place: NgramPosition, script: Script, a: number) =>
    oneKey + (place * 2 + script) * size1 + small(a),
}

/** At most four of each key and twenty of each unit. */
const mostGrams = 8_192 * 24
const scratch = new Int32Array(mostGrams)
const units = new Int32Array(8_192)

/** Writes the grams of the name at [start, end) into `grams`, some more than once. @returns how many. */
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
    const place = placeOf(flags, start, at)
    // Letters in the middle of foreign words are looked for by three.
    if (place === 2 && bit & keyFlags.latin) continue
    const script = bit & keyFlags.korean ? 1 : 0
    if (b >= 0) scratch[count++] = ngramIds.keys2(place, script, a, b)
    if (place < 2 || !script) scratch[count++] = ngramIds.key1(place, script, a)
  }
  if (!korean) return { grams: scratch, count }
  for (let unit = 0; unit + 1 < unitCount; unit++) {
    const at = units[unit]!
    const place = placeOf(flags, start, at)
    // With shift and without, because ㄲ is looked for by ㄱ too.
    for (const a of pressed(codes[at]!))
      for (const b of pressed(codes[units[unit + 1]!]!)) {
        scratch[count++] = ngramIds.initials2(place, a, b)
        if (unit + 2 >= unitCount) continue
        for (const c of pressed(codes[units[unit + 2]!]!)) {
          scratch[count++] = ngramIds.initials3(a, b, c)
          if (unit === 0) scratch[count++] = ngramIds.firstInitials3(a, b, c)
        }
      }
  }
  return { grams: scratch, count }
}

const pressings = Array.from({ length: 50 }, (_, code) => {
  const plain = withoutShift(code)
  return plain === code ? [code] : [plain, code]
})
/** A key, and what it is without shift where that is another. */
const pressed = (code: number): readonly number[] => pressings[code] ?? [code]

function placeOf(flags: Uint8Array, start: number, at: number): NgramPosition {
  return at === start ? 0 : flags[at]! & keyFlags.word ? 1 : 2
}
