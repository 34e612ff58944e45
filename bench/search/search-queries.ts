/** Queries as people mistype them, made by rule from films: nothing here knows how search works. */
import { convertHangulToQwerty, convertQwertyToAlphabet, convertQwertyToHangul } from 'es-hangul'

export type TitlePair = {
  id: number
  title: string
  title_original: string | null
  people: readonly { name: string; name_original: string | null }[]
}

/** What somebody types, and what he means by it: a film, or a person by name. */
export type GeneratedQuery = { q: string; film: number } | { q: string; person: string }

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const first = 0xac00
const isSyllable = (letter: string) => /^[가-힣]$/.test(letter)
const partsOf = (letter: string) => {
  const index = letter.charCodeAt(0) - first
  return { initial: Math.floor(index / 588), vowel: Math.floor(index / 28) % 21, final: index % 28 }
}
const syllable = (initial: number, vowel: number, final: number) =>
  String.fromCharCode(first + initial * 588 + vowel * 28 + final)
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
/** What a vowel of two looks like before its second key. */
const halfVowels: Readonly<Record<number, number>> = {
  9: 8,
  10: 8,
  11: 8,
  14: 13,
  15: 13,
  16: 13,
  19: 18,
}

type Random = () => number
type Rule = (film: TitlePair, random: Random) => string | null

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const other = (count: number, than: number, random: Random) =>
  (than + 1 + Math.floor(random() * (count - 1))) % count

/** `text` with one of the syllables that `fits` changed; null where there is none. */
function changed(
  text: string,
  random: Random,
  fits: (parts: ReturnType<typeof partsOf>) => boolean,
  change: (parts: ReturnType<typeof partsOf>) => string,
): string | null {
  const letters = Array.from(text)
  const places = letters.flatMap((letter, at) =>
    isSyllable(letter) && fits(partsOf(letter)) ? [at] : [],
  )
  if (places.length === 0) return null
  const at = pick(places, random)
  letters[at] = change(partsOf(letters[at]!))
  return letters.join('')
}

/** Up to and with the beginning of its last syllable: the initial alone, or what stands before the last key or two. */
function halfTyped(text: string, random: Random): string | null {
  const letters = Array.from(text)
  const last = letters.findLastIndex(isSyllable)
  if (last < 0) return null
  const { initial, vowel, final } = partsOf(letters[last]!)
  const halves = [initials[initial]!]
  if (final > 0) halves.push(syllable(initial, vowel, 0))
  const half = halfVowels[vowel]
  if (half !== undefined) halves.push(syllable(initial, half, 0))
  return letters.slice(0, last).join('') + pick(halves, random)
}

/** One to three gaps where the title has none. */
function withGaps(text: string, random: Random): string | null {
  const letters = Array.from(text)
  for (let more = 1 + Math.floor(random() * 3); more > 0; more--)
    letters.splice(1 + Math.floor(random() * (letters.length - 1)), 0, ' ')
  return letters.length > 2 ? letters.join('') : null
}

/** A stretch of three letters or more that is not all of it, cut anywhere. */
function part(text: string, random: Random): string | null {
  const letters = Array.from(text.replaceAll(' ', ''))
  if (letters.length < 4) return null
  const length = 3 + Math.floor(random() * (letters.length - 3))
  const from = Math.floor(random() * (letters.length - length + 1))
  return letters.slice(from, from + length).join('')
}

const initialsOf = (text: string) =>
  Array.from(text, (letter) => (isSyllable(letter) ? initials[partsOf(letter).initial]! : letter))

/** Some syllables as initials, at least one and not all. */
function mixed(text: string, random: Random): string | null {
  const letters = Array.from(text.replaceAll(' ', ''))
  const places = letters.flatMap((letter, at) => (isSyllable(letter) ? [at] : []))
  if (places.length < 3) return null
  const kept = new Set([pick(places, random)])
  for (const at of places) if (random() < 0.5 && kept.size < places.length - 1) kept.add(at)
  return letters.map((letter, at) => (kept.has(at) ? letter : initialsOf(letter).join(''))).join('')
}

const hasSyllable = (text: string) => /[가-힣]/.test(text)
const hasLatin = (text: string | null): text is string => text !== null && /[a-z]{3}/i.test(text)

/** What stands in the field where the Korean keyboard is on; es-hangul does not compose every row of keys. */
function onKorean(text: string): string {
  try {
    return convertQwertyToHangul(text)
  } catch {
    return convertQwertyToAlphabet(text)
  }
}

/** Rules by kind. Those of the issue first. */
const rules: Readonly<Record<string, Rule>> = {
  exact: ({ title }) => title,
  'spaces left out': ({ title }) => (title.includes(' ') ? title.replaceAll(' ', '') : null),
  'spaces put in': ({ title }, random) => withGaps(title, random),
  initials: ({ title }) =>
    hasSyllable(title) ? initialsOf(title).join('').replaceAll(' ', '') : null,
  'half typed': ({ title }, random) => halfTyped(title, random),
  'one wrong vowel': ({ title }, random) =>
    changed(
      title,
      random,
      () => true,
      ({ initial, vowel, final }) => syllable(initial, other(21, vowel, random), final),
    ),
  'one lost final': ({ title }, random) =>
    changed(
      title,
      random,
      ({ final }) => final > 0,
      ({ initial, vowel }) => syllable(initial, vowel, 0),
    ),
  'English keyboard': ({ title }) => (hasSyllable(title) ? convertHangulToQwerty(title) : null),
  'original title': ({ title_original }) => title_original,
  'one wrong final': ({ title }, random) =>
    changed(
      title,
      random,
      ({ final }) => final > 0,
      ({ initial, vowel, final }) => syllable(initial, vowel, 1 + other(27, final - 1, random)),
    ),
  'part of a title': ({ title }, random) => part(title, random),
  'initials, mixed': ({ title }, random) => mixed(title, random),
  'initials, English keyboard': ({ title }) =>
    /^[가-힣 ]+$/.test(title) ? convertHangulToQwerty(initialsOf(title).join('')) : null,
  'half typed, English keyboard': ({ title }, random) => {
    const half = halfTyped(title, random)
    return half && convertHangulToQwerty(half)
  },
  'original, Korean keyboard': ({ title_original }) =>
    hasLatin(title_original) ? onKorean(title_original) : null,
  'original, small, no accents': ({ title_original }) =>
    hasLatin(title_original)
      ? title_original.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      : null,
  'decomposed (NFD)': ({ title }) => title.normalize('NFD'),
}

/** Bars are for these (issue 7); the others are told beside them. */
export const thresholdKinds: ReadonlySet<string> = new Set([
  ...['exact', 'spaces left out', 'spaces put in', 'initials', 'half typed', 'one wrong vowel'],
  ...['one lost final', 'English keyboard', 'original title', 'person'],
])

/** One query of each kind from each film that has what it takes. */
export function generateQueries(
  films: readonly TitlePair[],
  seed: number,
): Map<string, GeneratedQuery[]> {
  const random = seeded(seed)
  const made = new Map<string, GeneratedQuery[]>()
  for (const [kind, rule] of Object.entries(rules))
    made.set(
      kind,
      films.flatMap((film): GeneratedQuery[] => {
        const q = rule(film, random)?.trim().slice(0, 100).trim()
        return q ? [{ q, film: film.id }] : []
      }),
    )
  made.set(
    'person',
    films.flatMap(({ people }): GeneratedQuery[] => {
      if (people.length === 0) return []
      const { name, name_original } = pick(people, random)
      const q = random() < 0.5 && name_original ? name_original : name
      return [{ q, person: name }]
    }),
  )
  return made
}
