/**
 * Converts names to coarse sounds, so that a Korean name is found by its romanisation in any of the spellings that people
 * use: 시네마 천국, `sinema cheonguk` and `cinema chunkook` are the same sequence. Korean is romanised (Revised
 * Romanization of Korean, 2000), as it is written or as it is pronounced, and then all Latin text is reduced to classes of
 * consonants and vowels.
 */
import { keyFlags, type Keystrokes } from './keystrokes.ts'

const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ')
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
/** As pronounced at the end of a word and before most consonants. */
const finals = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')

// Between the codes of signs and the UTF-16 units of `keystrokes.ts`, distinct in the six bits of an n-gram.
const firstCode = 144
const classes = 'ktpsjlnmhAOEI'
/** Whether a key is a sound other than a digit. */
export const isSound = (code: number) => code >= firstCode && code < firstCode + classes.length
const codeOf = (sound: string) => firstCode + classes.indexOf(sound)
const firstDigit = 34

/** Spellings and their sounds. Of those that fit, the longest counts. */
const soundsBySpelling = new Map(
  Object.entries({
    g: 'k',
    k: 'k',
    kk: 'k',
    ck: 'k',
    gh: 'k',
    kh: 'k',
    c: 'k',
    cc: 'k',
    q: 'k',
    x: 'ks',
    ce: 'sE',
    ci: 'sI',
    cy: 'sI',
    cee: 'sI',
    cae: 'sE',
    s: 's',
    sh: 's',
    sch: 's',
    d: 't',
    t: 't',
    th: 't',
    dt: 't',
    b: 'p',
    p: 'p',
    ph: 'p',
    f: 'p',
    v: 'p',
    bb: 'p',
    j: 'j',
    ch: 'j',
    tch: 'j',
    z: 'j',
    ts: 'j',
    tz: 'j',
    r: 'l',
    l: 'l',
    rh: 'l',
    n: 'n',
    m: 'm',
    h: 'h',
    w: '',
    y: 'I',
    a: 'A',
    ah: 'A',
    ya: 'A',
    wa: 'A',
    aa: 'A',
    o: 'O',
    u: 'O',
    eo: 'O',
    eu: 'O',
    oo: 'O',
    ou: 'O',
    ow: 'O',
    oh: 'O',
    uh: 'O',
    ue: 'OE',
    yo: 'O',
    yu: 'O',
    yeo: 'O',
    you: 'O',
    yoo: 'O',
    wo: 'O',
    woo: 'O',
    weo: 'O',
    wu: 'O',
    e: 'E',
    ae: 'E',
    ai: 'E',
    ay: 'E',
    ei: 'E',
    ey: 'E',
    oe: 'E',
    ye: 'E',
    yae: 'E',
    we: 'E',
    wae: 'E',
    wai: 'E',
    i: 'I',
    ee: 'I',
    ie: 'I',
    yi: 'I',
    ui: 'I',
    eui: 'I',
    wi: 'I',
    wee: 'I',
    ea: 'I',
    uee: 'I',
  }),
)
/** The keys of each spelling, and by first letter the length of the longest. */
const spellings = new Map(
  [...soundsBySpelling].map(([spelling, sounds]) => [spelling, Array.from(sounds, codeOf)]),
)
const longestSpellings = new Map<string, number>()
for (const { length, 0: letter = '' } of spellings.keys())
  longestSpellings.set(letter, Math.max(length, longestSpellings.get(letter) ?? 0))

type Letters = { text: string; from: number[]; to: number[]; syllable: boolean[]; word: boolean[] }

const silent = 11
const [n, r, m] = [2, 5, 6]
/** The final that is pronounced before ㄴ and ㅁ, by the final that is written. */
const nasals = new Map(Object.entries({ k: 'ng', t: 'n', p: 'm' }))
/** The finals that sound different before a vowel. */
const movingFinals: Readonly<Record<number, string>> = {
  3: 'ks',
  5: 'nj',
  9: 'lk',
  10: 'lm',
  11: 'lp',
  12: 'ls',
  13: 'lt',
  14: 'lp',
  18: 'ps',
  19: 's',
  20: 'ss',
  22: 'j',
  23: 'ch',
  27: '',
}

/** The final and the initial at a syllable boundary as pronounced (표준 발음법, chapters 4 and 5, without tensing). */
function pronounce(final: number, initial: number, vowel: number): [string, string] {
  const written = finals[final]!
  const own = initials[initial]!
  if (initial === silent) {
    // 같이 is gachi, 굳이 guji.
    if (vowel === 20 && (final === 7 || final === 25)) return ['', final === 7 ? 'j' : 'ch']
    return [movingFinals[final] ?? written, own]
  }
  if (initial === n || initial === m) {
    if (initial === n && written === 'l') return ['l', 'l']
    return [nasals.get(written) ?? written, own]
  }
  if (initial === r) {
    if (written === 'n' || written === 'l') return ['l', 'l']
    if (written !== '-') return [nasals.get(written) ?? written, 'n']
  }
  return [written, own]
}

/** The Latin letters and digits of a text, without spaces, and where each came from. */
function romanise(text: string, isPronounced: boolean): Letters {
  const letters: Letters = { text: '', from: [], to: [], syllable: [], word: [] }
  let isWordStart = true
  /** The pronounced initial of the next syllable, if the final before it changes it. */
  let initial: string | undefined
  const add = (latin: string, from: number, to: number) => {
    letters.text += latin
    for (let at = 0; at < latin.length; at++) {
      letters.from.push(from)
      letters.to.push(to)
      letters.syllable.push(at === 0)
      letters.word.push(at === 0 && isWordStart)
    }
    isWordStart = false
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) - 0xac00
    if (code >= 0 && code < 11_172) {
      const next = text.charCodeAt(at + 1) - 0xac00
      const own = initial ?? initials[Math.floor(code / 588)]!
      let final = finals[code % 28]!
      initial = undefined
      if (isPronounced && next >= 0 && next < 11_172)
        [final, initial] = pronounce(code % 28, Math.floor(next / 588), Math.floor(next / 28) % 21)
      const syllable = own + vowels[Math.floor(code / 28) % 21]! + final
      add(syllable.replaceAll('-', ''), at, at + 1)
      continue
    }
    const plain = text[at]!.normalize('NFKD')[0]!.toLowerCase()
    if (/[a-z0-9]/.test(plain)) add(plain, at, at + 1)
    // An apostrophe does not end a word.
    else if (plain !== "'") isWordStart = true
  }
  return letters
}

/**
 * The sounds of a composed (NFC) text; empty if it has no Korean syllable, Latin letter or digit.
 * @param isPronounced whether Korean is romanised as it is pronounced; else as it is written.
 */
export function toSoundKeys(text: string, isPronounced: boolean): Keystrokes {
  const letters = romanise(text, isPronounced)
  const codes: number[] = []
  const flags: number[] = []
  const from: number[] = []
  const to: number[] = []
  let begins = 0
  for (let at = 0; at < letters.text.length;) {
    const length = spellingLength(letters.text, at)
    const spelling = letters.text.slice(at, at + length)
    for (let letter = at; letter < at + length; letter++) {
      if (letters.syllable[letter]) begins |= keyFlags.unit
      if (letters.word[letter]) begins |= keyFlags.word
    }
    for (const code of spellings.get(spelling) ?? [firstDigit + Number(spelling)]) {
      // Doubled letters sound like one: 극기 is `keukgi`, `geukki` or `kuki`.
      if (code >= firstCode && codes.at(-1) === code) {
        to[to.length - 1] = letters.to[at + length - 1]!
        continue
      }
      codes.push(code)
      flags.push(begins)
      from.push(letters.from[at]!)
      to.push(letters.to[at + length - 1]!)
      begins = 0
    }
    at += length
  }
  return {
    codes: Uint16Array.from(codes),
    flags: Uint8Array.from(flags),
    from: Uint16Array.from(from),
    to: Uint16Array.from(to),
  }
}

function spellingLength(text: string, at: number): number {
  const longest = Math.min(longestSpellings.get(text[at]!) ?? 1, text.length - at)
  for (let length = longest; length > 1; length--)
    if (spellings.has(text.slice(at, at + length))) return length
  return 1
}
