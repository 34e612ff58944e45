/**
 * Names as the keys they are typed with. On the usual two-set keyboard every Korean letter is a key, so `오징어` and
 * `dhwlddj` are one sequence: half a syllable is a prefix of the whole, a missing final is a missing key, and the wrong
 * keyboard is no fault at all. Latin letters are the same keys, digits keep their own, any other letter is itself.
 *
 * es-hangul knows all this too, but makes strings and arrays of every letter: ten times as slow for a million names,
 * and it throws on rows of keys that are no syllables (docs/decisions.md, D-36).
 */

/** What is known of a key beside which it is. */
export const keyFlags = {
  /** It begins a syllable, or is a letter or digit by itself. */
  unit: 1,
  /** It begins a word, or the digits after one. */
  word: 2,
  /** It was typed as a Korean letter. */
  korean: 4,
  /** It was typed as a Latin letter. */
  latin: 8,
  /** A Korean consonant by itself: the beginning of any syllable. */
  lone: 16,
  /** A Latin letter typed with shift. */
  capital: 32,
} as const

/** A text as keys. `from` and `to` say where in the text each key comes from, in UTF-16 units. */
export type Keystrokes = {
  readonly codes: Uint16Array
  readonly flags: Uint8Array
  readonly from: Uint16Array
  readonly to: Uint16Array
}

// Codes: 1..26 keys without shift, 27..33 the seven that shift changes, 34..43 digits, 50..143 signs of ASCII where
// a text has nothing else, and from 160 on the UTF-16 unit itself.
const shifted = 'RETQWOP'
const firstShifted = 27
const firstDigit = 34
const signs = 17

function codeOf(key: string): number {
  const at = shifted.indexOf(key)
  return at < 0 ? key.charCodeAt(0) - 96 : firstShifted + at
}
const codesOf = (list: string) =>
  list.split(' ').map((keys) => Array.from(keys === '-' ? '' : keys, codeOf))

const initials = codesOf('r R s e E f a q Q t T d w W c z x v g')
const vowels = codesOf('k o i O j p u P h hk ho hl y n nj np nl b m ml l')
const finals = codesOf('- r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g')
/** U+3131..U+3163: letters by themselves, as keyboards make them. */
const lone = codesOf(
  'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g k o i O j p u P h hk ho hl y n nj np nl b m ml l',
)
const loneConsonants = 30

const unshifted = Array.from(shifted, (key) => codeOf(key.toLowerCase()))

/** The same key without shift, and with it where that makes another Korean letter. */
export function withoutShift(code: number): number {
  // Asked of every syllable looked at: outside of an array's bounds is slow.
  return code < firstShifted || code >= firstDigit ? code : unshifted[code - firstShifted]!
}
/** The same key with shift held; one that shift does not change is itself. */
export function withShift(code: number): number {
  const at = unshifted.indexOf(code)
  return at < 0 ? code : firstShifted + at
}

/**
 * The keys at [start, end) as bits, with and without shift alike; what is no letter shares six of them. What lacks more
 * bits of a query than it may have slips cannot be met by it.
 */
export function keyMask(codes: ArrayLike<number>, start: number, end: number): number {
  let bits = 0
  for (let at = start; at < end; at++) {
    const code = withoutShift(codes[at]!)
    bits |= 1 << (code < firstShifted ? code - 1 : 26 + (code % 6))
  }
  return bits
}

/** Keys of a syllable's parts, for those who make syllables that were not typed. */
export const jamoKeys = { initials, vowels, finals }

const consonantCodes = new Set(initials.flat())
/** Whether the key is a consonant of the Korean keyboard: its left half, by design. */
export const isConsonant = (code: number) => consonantCodes.has(code)

/** Latin letters that no decomposition takes apart. */
const plain: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
}

/** A hundred letters of a query and three hundred of a title, each up to eighteen after decomposition (ﷺ). */
const room = 8_192
const scratch = {
  codes: new Uint16Array(room),
  flags: new Uint8Array(room),
  from: new Uint16Array(room),
  to: new Uint16Array(room),
  length: 0,
}

type Kind = 'none' | 'korean' | 'latin' | 'digit' | 'other'
let kind: Kind = 'none'

function put(codes: readonly number[], flags: number, from: number, to: number, first: boolean) {
  for (let i = 0; i < codes.length && scratch.length < room; i++) {
    const at = scratch.length++
    scratch.codes[at] = codes[i]!
    scratch.flags[at] = first && i === 0 ? flags : flags & ~(keyFlags.unit | keyFlags.word)
    scratch.from[at] = from
    scratch.to[at] = to
  }
}

/** Begins a unit: a word begins with it after a gap, and where letters give way to digits or to another script. */
function begin(next: Kind): number {
  const word = next !== kind ? keyFlags.word : 0
  kind = next
  return keyFlags.unit | word
}

const single = Array.from({ length: firstDigit + 10 }, (_, code) => [code])

/** How one letter outside ASCII and the Korean syllables is written: remembered, because few are used a lot. */
const decomposed = new Map<string, string>()
const dropped = /[\p{M}\p{P}\p{Z}\p{C}]/u

function plainOf(letter: string): string {
  let text = decomposed.get(letter)
  if (text === undefined) {
    const small = letter.toLowerCase()
    text = ''
    for (const one of (plain[small] ?? small).normalize('NFKD'))
      if (!/\p{M}/u.test(one)) text += dropped.test(one) ? ' ' : (plain[one] ?? one.toLowerCase())
    if (decomposed.size > 20_000) decomposed.clear()
    decomposed.set(letter, text)
  }
  return text
}

function putKeys(text: string) {
  scratch.length = 0
  kind = 'none'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xac00 && code <= 0xd7a3) putSyllable(code - 0xac00, at)
    else if (code < 128) putAscii(code, at, at + 1)
    else {
      const letter = String.fromCodePoint(text.codePointAt(at)!)
      putLetter(letter, at)
      at += letter.length - 1
    }
  }
}

function putSyllable(index: number, at: number) {
  const flags = begin('korean') | keyFlags.korean
  put(initials[Math.floor(index / 588)]!, flags, at, at + 1, true)
  put(vowels[Math.floor(index / 28) % 21]!, flags, at, at + 1, false)
  put(finals[index % 28]!, flags, at, at + 1, false)
}

function putAscii(code: number, from: number, to: number) {
  if (code >= 97 && code <= 122)
    put(single[code - 96]!, begin('latin') | keyFlags.latin, from, to, true)
  else if (code >= 65 && code <= 90)
    put(single[code - 64]!, begin('latin') | keyFlags.latin | keyFlags.capital, from, to, true)
  else if (code >= 48 && code <= 57)
    put(single[firstDigit + code - 48]!, begin('digit'), from, to, true)
  // An apostrophe is within its word.
  else if (code !== 39) kind = 'none'
}

/** A Korean letter by itself, of which two consonants that a keyboard ran together are two. */
function putLone(index: number, from: number, to: number) {
  const codes = lone[index]!
  if (index >= loneConsonants) return put(codes, begin('korean') | keyFlags.korean, from, to, true)
  for (const code of codes)
    put([code], begin('korean') | keyFlags.korean | keyFlags.lone, from, to, true)
}

function putLetter(letter: string, from: number) {
  const to = from + letter.length
  const lone = letter.charCodeAt(0) - 0x3131
  if (lone >= 0 && lone <= 50) return putLone(lone, from, to)
  for (const one of plainOf(letter)) {
    const code = one.charCodeAt(0)
    if (code < 128) putAscii(code, from, to)
    // Parts of decomposed Korean that nothing composed: initials, vowels, finals.
    else if (code >= 0x1100 && code <= 0x1112)
      put(
        initials[code - 0x1100]!,
        begin('korean') | keyFlags.korean | keyFlags.lone,
        from,
        to,
        true,
      )
    else if (code >= 0x1161 && code <= 0x1175)
      put(vowels[code - 0x1161]!, begin('korean') | keyFlags.korean, from, to, true)
    else if (code >= 0x11a8 && code <= 0x11c2)
      put(finals[code - 0x11a7]!, begin('korean') | keyFlags.korean | keyFlags.lone, from, to, true)
    else {
      const flags = begin('other')
      for (let unit = 0; unit < one.length; unit++)
        put([one.charCodeAt(unit)], flags, from, to, unit === 0)
    }
  }
}

/** A name of nothing but signs is found by its signs. */
function putSigns(text: string) {
  kind = 'none'
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 32 && code < 127) put([code + signs], begin('other'), at, at + 1, true)
    else if (code >= 160 && !/\s/.test(text[at]!)) put([code], begin('other'), at, at + 1, true)
  }
}

/** Writes the keys of `text`, which is composed (NFC), into arrays that the next call writes over. */
export function writeKeystrokes(text: string): typeof scratch {
  putKeys(text)
  if (scratch.length === 0) putSigns(text)
  return scratch
}

/** The keys of `text`, composed or not. Case, accents, gaps and signs between words make no difference. */
export function toKeystrokes(text: string): Keystrokes {
  const { codes, flags, from, to, length } = writeKeystrokes(text.normalize('NFC'))
  return {
    codes: codes.slice(0, length),
    flags: flags.slice(0, length),
    from: from.slice(0, length),
    to: to.slice(0, length),
  }
}
