/**
 * Converts names to keystrokes. On the two-set (두벌식) keyboard every Korean letter is a key, so `오징어` and `dhwlddj` are
 * the same sequence: an incomplete syllable is a prefix, a missing final is a missing key, and the wrong keyboard layout
 * makes no difference. Latin letters map to the same keys, digits to their own, other letters to themselves.
 *
 * es-hangul does the same, but allocates strings and arrays per letter: ten times slower for a million names, and it
 * throws on keys that are no syllables.
 */

/** Properties of a keystroke. */
export const keyFlags = {
  /** Begins a syllable, or is a single letter or digit. */
  unit: 1,
  /** Begins a word, or the digits after a word. */
  word: 2,
  /** Typed as a Korean letter. */
  korean: 4,
  /** Typed as a Latin letter. */
  latin: 8,
  /** A single Korean consonant, which matches the initial of any syllable. */
  lone: 16,
  /** A Latin letter typed with shift. */
  capital: 32,
} as const

/** The keystrokes of a text. [from, to) is the range of each key in the text, in UTF-16 units. */
export type Keystrokes = {
  readonly codes: Uint16Array
  readonly flags: Uint8Array
  readonly from: Uint16Array
  readonly to: Uint16Array
}

// Codes: 1..26 unshifted keys, 27..33 the seven Korean keys that shift changes, 34..43 digits, 50..143 ASCII signs if a
// text has nothing else, and from 160 on the UTF-16 unit itself.
const shifted = 'RETQWOP'
const firstShifted = 27
const firstDigit = 34
const signOffset = 17

function codeOf(key: string): number {
  const at = shifted.indexOf(key)
  return at < 0 ? key.charCodeAt(0) - 96 : firstShifted + at
}
const codesOf = (list: string) =>
  list.split(' ').map((keys) => Array.from(keys === '-' ? '' : keys, codeOf))

const initials = codesOf('r R s e E f a q Q t T d w W c z x v g')
const vowels = codesOf('k o i O j p u P h hk ho hl y n nj np nl b m ml l')
const finals = codesOf('- r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g')
/** U+3131..U+3163: compatibility jamo, as keyboards produce them. */
const jamo = codesOf(
  'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g k o i O j p u P h hk ho hl y n nj np nl b m ml l',
)
const loneConsonantCount = 30

const unshifted = Array.from(shifted, (key) => codeOf(key.toLowerCase()))

/** The same key without shift. */
export function withoutShift(code: number): number {
  // On the hot path: reads beyond an array's bounds are slow.
  return code < firstShifted || code >= firstDigit ? code : unshifted[code - firstShifted]!
}
/** The same key with shift; keys that shift does not change are returned as they are. */
export function withShift(code: number): number {
  const at = unshifted.indexOf(code)
  return at < 0 ? code : firstShifted + at
}

/** Numbers of 32 bits in the mask of a name's pairs of keys. */
export const pairMaskSize = 4

/** Adds the pairs of neighbouring keys at [start, end) to a bit mask of `pairMaskSize` numbers at `at`. */
export function addPairs(
  codes: ArrayLike<number>,
  { start, end }: { start: number; end: number },
  mask: Int32Array,
  at: number,
): void {
  for (let key = start; key + 1 < end; key++) {
    const bit = Math.imul((codes[key]! << 8) ^ codes[key + 1]!, 0x9e3779b1) >>> 25
    mask[at + (bit >>> 5)]! |= 1 << (bit & 31)
  }
}

/** The keys of each part of a syllable, for generating typo variants. */
export const jamoKeys = { initials, vowels, finals }

const consonantCodes = new Set(initials.flat())
/** Whether the key is a consonant of the Korean keyboard. */
export const isConsonant = (code: number) => consonantCodes.has(code)

/** Latin letters without a Unicode decomposition. */
const latinReplacements = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ı: 'i',
  }),
)

/** Queries have up to 100 letters and titles up to 300, each up to 18 after decomposition (ﷺ). */
const capacity = 8_192
const scratch = {
  codes: new Uint16Array(capacity),
  flags: new Uint8Array(capacity),
  from: new Uint16Array(capacity),
  to: new Uint16Array(capacity),
  length: 0,
}

type Kind = 'none' | 'korean' | 'latin' | 'digit' | 'other'
let kind: Kind = 'none'

function append(codes: readonly number[], flags: number, from: number, to: number, first: boolean) {
  for (let i = 0; i < codes.length && scratch.length < capacity; i++) {
    const at = scratch.length++
    scratch.codes[at] = codes[i]!
    scratch.flags[at] = first && i === 0 ? flags : flags & ~(keyFlags.unit | keyFlags.word)
    scratch.from[at] = from
    scratch.to[at] = to
  }
}

/** Begins a unit. It also begins a word after a space and where the script changes, for example to digits. */
function beginUnit(next: Kind): number {
  const word = next !== kind ? keyFlags.word : 0
  kind = next
  return keyFlags.unit | word
}

const single = Array.from({ length: firstDigit + 10 }, (_, code) => [code])

/** Cached decompositions of letters outside ASCII and the Korean syllables. */
const decomposed = new Map<string, string>()
const dropped = /[\p{M}\p{P}\p{Z}\p{C}]/u

function decompose(letter: string): string {
  let text = decomposed.get(letter)
  if (text === undefined) {
    const lowerCase = letter.toLowerCase()
    text = ''
    for (const character of (latinReplacements.get(lowerCase) ?? lowerCase).normalize('NFKD'))
      if (!/\p{M}/u.test(character))
        text += dropped.test(character)
          ? ' '
          : (latinReplacements.get(character) ?? character.toLowerCase())
    if (decomposed.size > 20_000) decomposed.clear()
    decomposed.set(letter, text)
  }
  return text
}

function appendKeys(text: string) {
  scratch.length = 0
  kind = 'none'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xac00 && code <= 0xd7a3) appendSyllable(code - 0xac00, at)
    else if (code < 128) appendAscii(code, at, at + 1)
    else {
      const letter = String.fromCodePoint(text.codePointAt(at)!)
      appendLetter(letter, at)
      at += letter.length - 1
    }
  }
}

function appendSyllable(index: number, at: number) {
  const flags = beginUnit('korean') | keyFlags.korean
  append(initials[Math.floor(index / 588)]!, flags, at, at + 1, true)
  append(vowels[Math.floor(index / 28) % 21]!, flags, at, at + 1, false)
  append(finals[index % 28]!, flags, at, at + 1, false)
}

function appendAscii(code: number, from: number, to: number) {
  if (code >= 97 && code <= 122)
    append(single[code - 96]!, beginUnit('latin') | keyFlags.latin, from, to, true)
  else if (code >= 65 && code <= 90)
    append(
      single[code - 64]!,
      beginUnit('latin') | keyFlags.latin | keyFlags.capital,
      from,
      to,
      true,
    )
  else if (code >= 48 && code <= 57)
    append(single[firstDigit + code - 48]!, beginUnit('digit'), from, to, true)
  // An apostrophe does not end a word.
  else if (code !== 39) kind = 'none'
}

/** Appends a single Korean letter; a consonant cluster such as ㄳ becomes two consonants. */
function appendJamo(index: number, from: number, to: number) {
  const codes = jamo[index]!
  if (index >= loneConsonantCount)
    return append(codes, beginUnit('korean') | keyFlags.korean, from, to, true)
  for (const code of codes)
    append([code], beginUnit('korean') | keyFlags.korean | keyFlags.lone, from, to, true)
}

function appendLetter(letter: string, from: number) {
  const to = from + letter.length
  const jamo = letter.charCodeAt(0) - 0x3131
  if (jamo >= 0 && jamo <= 50) return appendJamo(jamo, from, to)
  for (const jamo of decompose(letter)) {
    const code = jamo.charCodeAt(0)
    if (code < 128) appendAscii(code, from, to)
    // Conjoining jamo that NFC left uncomposed: initials, vowels, finals.
    else if (code >= 0x1100 && code <= 0x1112)
      append(
        initials[code - 0x1100]!,
        beginUnit('korean') | keyFlags.korean | keyFlags.lone,
        from,
        to,
        true,
      )
    else if (code >= 0x1161 && code <= 0x1175)
      append(vowels[code - 0x1161]!, beginUnit('korean') | keyFlags.korean, from, to, true)
    else if (code >= 0x11a8 && code <= 0x11c2)
      append(
        finals[code - 0x11a7]!,
        beginUnit('korean') | keyFlags.korean | keyFlags.lone,
        from,
        to,
        true,
      )
    else {
      const flags = beginUnit('other')
      for (let unit = 0; unit < jamo.length; unit++)
        append([jamo.charCodeAt(unit)], flags, from, to, unit === 0)
    }
  }
}

/** A name that consists of signs only is indexed by its signs. */
function appendSigns(text: string) {
  kind = 'none'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 32 && code < 127) append([code + signOffset], beginUnit('other'), at, at + 1, true)
    else if (code >= 160 && !/\s/.test(text[at]!))
      append([code], beginUnit('other'), at, at + 1, true)
  }
}

/** Writes the keys of a composed (NFC) text into shared arrays, which the next call overwrites. */
export function writeKeystrokes(text: string): typeof scratch {
  appendKeys(text)
  if (scratch.length === 0) appendSigns(text)
  return scratch
}

/** The keys of a text in any normalization form, without case, accents, spaces and punctuation. */
export function toKeystrokes(text: string): Keystrokes {
  const { codes, flags, from, to, length } = writeKeystrokes(text.normalize('NFC'))
  return {
    codes: codes.slice(0, length),
    flags: flags.slice(0, length),
    from: from.slice(0, length),
    to: to.slice(0, length),
  }
}
