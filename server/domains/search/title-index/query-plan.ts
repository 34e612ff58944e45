/** A query, prepared once for all names. */
import {
  addPairs,
  isConsonant,
  keyFlags,
  type Keystrokes,
  pairMaskSize,
  toKeystrokes,
  withoutShift,
  withShift,
} from './keystrokes.ts'
import { isGrouped } from '../meaning/word-groups.ts'
import { readingsOf } from './readings.ts'
import { toSoundKeys } from './sound-keys.ts'

export type Word = { readonly from: number; readonly to: number }

/** A query, prepared once for all names. */
export type QueryPlan = Keystrokes & {
  readonly length: number
  /** The keys in the other keyboard layout: capitals with shift, Korean letters without. */
  readonly other: Uint16Array
  /** The offset of each unit, and the end. */
  readonly units: readonly number[]
  /** Some syllables may be initials only. */
  readonly has_initials: boolean
  /** Two consonants or more, and nothing else. */
  readonly are_initials: boolean
  /** Latin letters that would be initials in the Korean layout: `dwdrd`. */
  readonly typed_initials: boolean
  readonly words: readonly Word[]
  /** How many keys may be wrong, missing or extra in a part of a name. With two syllables too many names would match. */
  readonly max_typos: 0 | 1 | 2 | 3
  /** The mask of the query's pairs of keys (`addPairs`). */
  readonly pairs: Int32Array
  /** The sounds of the query and of its readings, made when first needed. */
  readonly sounds: () => readonly QueryPlan[]
}

/** Shorter sequences of sounds match too many names. */
const minSounds = 3
/** Long romanisations are spelt more freely than titles. */
const minFreeSounds = 12

/** Prepares the text of a query, in any normalization form. */
export function planText(text: string): QueryPlan {
  let sounds: readonly QueryPlan[] | undefined
  const plan = planQuery(toKeystrokes(text))
  return {
    ...plan,
    // `sf` means science fiction, not the initials ㄴㄹ.
    typed_initials: plan.typed_initials && !isGrouped(text.trim().toLowerCase()),
    sounds: () => (sounds ??= planAllSounds(text.normalize('NFC'))),
  }
}

function planAllSounds(text: string): QueryPlan[] {
  const plans = new Map<string, QueryPlan>()
  for (const reading of [text, ...readingsOf(text)]) {
    const keys = toSoundKeys(reading, false)
    const key = keys.codes.join()
    if (keys.codes.length >= minSounds && !plans.has(key)) plans.set(key, planSounds(keys))
  }
  return [...plans.values()]
}

/** A typed romanisation does not tell where syllables begin, so any of its sounds may. */
function planSounds(keys: Keystrokes): QueryPlan {
  const flags = keys.flags.map((bits) => bits | keyFlags.unit)
  const plan = planQuery({ ...keys, flags })
  return plan.length < minFreeSounds ? plan : { ...plan, max_typos: 3 }
}

export function planQuery(keys: Keystrokes): QueryPlan {
  const { codes, flags } = keys
  const units = [...flags.keys()].filter((at) => flags[at]! & keyFlags.unit)
  const starts = [...flags.keys()].filter((at) => flags[at]! & keyFlags.word)
  const { length } = codes
  const pairs = new Int32Array(pairMaskSize)
  addPairs(codes, { start: 0, end: length }, pairs, 0)
  return {
    ...keys,
    length,
    other: codes.map((code, at) => {
      if (flags[at]! & keyFlags.korean) return withoutShift(code)
      return flags[at]! & keyFlags.capital ? withShift(code) : code
    }),
    units: [...units, length],
    has_initials: flags.some((bits) => bits & keyFlags.lone),
    are_initials: length > 1 && flags.every((bits) => bits & keyFlags.lone),
    typed_initials:
      length > 1 && flags.every((bits, at) => bits & keyFlags.latin && isConsonant(codes[at]!)),
    words: starts.map((from, at) => ({ from, to: starts[at + 1] ?? length })),
    max_typos: length < 4 || units.length < 3 ? 0 : length < 8 ? 1 : length < 14 ? 2 : 3,
    pairs,
    sounds: () => [],
  }
}
