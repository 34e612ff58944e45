import { expect, test } from 'vitest'
import { keyFlags, toKeystrokes } from './keystrokes.ts'

/** The keys of a text, as the letters on them. */
const keysOf = (text: string) =>
  Array.from(toKeystrokes(text).codes, (code) => {
    if (code < 27) return String.fromCharCode(96 + code)
    if (code < 34) return 'RETQWOP'[code - 27]
    return code < 44
      ? String(code - 34)
      : code < 160
        ? String.fromCharCode(code - 17)
        : String.fromCharCode(code)
  }).join('')

test.each([
  ['오징어 게임', 'dhwlddjrpdla'],
  ['값', 'rkqt'],
  ['과외', 'rhkdhl'],
  ['빽 투 더 퓨쳐 2', 'Qorxnejvbcu2'],
  ['예쁘다', 'dPQmek'],
  ['Amélie Poulain', 'ameliepoulain'],
  ['Ærø, Straße', 'aerostrasse'],
  ['ＡＢＣ １２', 'abc12'],
  ['ㅇㅈㅇ', 'dwd'],
  ['ㄳ', 'rt'],
  ['ㅘ', 'hk'],
  ['100%의 사랑', '100dmltkfkd'],
  ['E.T.', 'et'],
  ["Schindler's", 'schindlers'],
  ['!?', '!?'],
  ['千と千尋', '千と千尋'],
  ['오\u200b징\u202e어', 'dhwlddj'],
  ['   ', ''],
])('converts %s to %s, composed or decomposed', (text, keys) => {
  expect(keysOf(text)).toBe(keys)
  expect(keysOf(text.normalize('NFD'))).toBe(keys)
})

const startsOf = (text: string, bit: number) => {
  const { flags, from } = toKeystrokes(text)
  return [...flags.keys()].filter((at) => flags[at]! & bit).map((at) => text[from[at]!])
}

test('marks units at syllables, letters and digits, and words after spaces and script changes', () => {
  expect(startsOf('터미네이터2 재장전', keyFlags.unit).join('')).toBe('터미네이터2재장전')
  expect(startsOf('터미네이터2 재장전', keyFlags.word).join('')).toBe('터2재')
  expect(startsOf("don't-go", keyFlags.word).join('')).toBe('dg')
})

test('maps each key to its range in the text, in UTF-16 units', () => {
  const { from, to } = toKeystrokes('🎬 각 é')
  expect([...from]).toEqual([0, 0, 3, 3, 3, 5])
  expect([...to]).toEqual([2, 2, 4, 4, 4, 6])
})
