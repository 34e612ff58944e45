import { expect, test } from 'vitest'
import { toSoundKeys } from './sound-keys.ts'

const sounds = (text: string) => [
  toSoundKeys(text, false).codes.join(),
  toSoundKeys(text, true).codes.join(),
]

test.each([
  ['시네마 천국', 'sinema cheonguk', 'Cinema Chunkook', 'shinema cheonkuk'],
  ['해운대', 'haeundae', 'haeundai', 'Hae-un-dae'],
  ['돌아오지 않는 강', 'doraoji anneun gang', 'doraoji anneungang'],
  ['뜨거운 것이 좋아', 'tteugeoun geosi joa', 'ddugeoun geoshi joa'],
  ['국립', 'gungnip'],
  ['같이 가치', 'gachi gachi'],
  ['독립영화', 'dongnipyeonghwa'],
  ['신라의 달밤', 'sillaui dalbam'],
  ['설날', 'seollal'],
  ['친구 2', 'chingu 2', 'chinggoo2'],
])('sounds of %s are those of its romanisations', (title, ...romanised) => {
  for (const spelling of romanised) expect(sounds(title)).toContain(sounds(spelling)[0])
})

test('maps each sound to the text it came from', () => {
  const { codes, from, to } = toSoundKeys('달 세탁소', false)
  expect([from[0], to[0]]).toEqual([0, 1])
  expect([from[codes.length - 1], to[codes.length - 1]]).toEqual([4, 5])
})

test('separates names that sound different', () => {
  for (const [title, unlike] of [
    ['사랑', '사람'],
    ['기생충', '기상청'],
    ['마녀', '미녀'],
    ['밤', '반'],
  ] as const)
    expect(sounds(title), title).not.toContain(sounds(unlike)[0])
})
