/** Generated titles of words and syllables with a frequency distribution as in Korean. */
import { assemble } from 'es-hangul'
import { seeded } from './search-queries.ts'

// Ordered by approximate frequency in Korean.
const initials = Array.from('ㅇㄱㅅㅈㄷㄹㅎㄴㅁㅂㅊㅌㅍㅋㄲㄸㅆㅃㅉ')
const vowels = Array.from('ㅏㅣㅗㅓㅜㅡㅐㅕㅔㅘㅛㅚㅠㅑㅝㅟㅢㅖ')
const finals = Array.from(' ㄴㅇㄹㄱㅁㅂㅅㅆㄷㅈㅌㅍㅊ')
const alphabet = Array.from('etaoinshrdlucmfwygpbvk')

export type Title = { title: string; title_original: string }

/** Picks early entries more often: the first ten times as often as the last. */
const often = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(((11 ** random() - 1) / 10) * list.length)]!

/** The word with number `at` of a language. */
function koreanWord(at: number): string {
  const random = seeded(at * 7 + 1)
  const length = at < 20 ? 1 : 2 + Math.floor(random() * 2.4)
  const syllable = () =>
    assemble([
      often(random, initials) +
        often(random, vowels) +
        (random() < 0.5 ? '' : often(random, finals).trim()),
    ])
  return Array.from({ length }, syllable).join('')
}

function latinWord(at: number): string {
  const random = seeded(at * 11 + 5)
  const length = 2 + Math.floor(random() * 7)
  const word = Array.from({ length }, () => often(random, alphabet)).join('')
  return word[0]!.toUpperCase() + word.slice(1)
}

/** Words of each language. */
const vocabulary = 30_000

/** Yields `count` titles, the same for the same count. */
export function* generateTitles(count: number): Generator<Title> {
  const random = seeded(count)
  const korean = Array.from({ length: vocabulary }, (_, at) => koreanWord(at))
  const latin = Array.from({ length: vocabulary }, (_, at) => latinWord(at))
  const words = (list: readonly string[], maxWords: number) =>
    Array.from({ length: 1 + Math.floor(random() * maxWords) }, () => often(random, list)).join(' ')
  for (let at = 0; at < count; at++)
    yield { title: words(korean, 5), title_original: words(latin, 5) }
}
