import { expect, test } from 'vitest'
import { TextIndex } from './text-index.ts'
import { termsOf } from './text-terms.ts'

const texts = new TextIndex()
const put = (id: number, text: string) => texts.put({ id, fields: [{ text, weight: 1 }] })
put(1, '태양계 가장자리의 등대지기가 교대선을 기다린다')
put(2, '시장에서 떡볶이를 먹는 심야 산책')
put(3, '바닷가 등대에서 고래의 노래를 듣는 소녀')
put(4, '종이로 접은 도시의 지붕 수선공')

test('removes particles, and pairs the letters of words', () => {
  const terms = termsOf('등대지기가 바다에서').map(({ term }) => term)
  expect(terms).toEqual(expect.arrayContaining(['등대지기', '_등대', '바다', '_바다']))
  expect(terms).not.toContain('바다에서')
})

test('removes endings of verbs and particles of nouns of one letter, but not the ends of known words', () => {
  const terms = termsOf('달에 정착한 모험하는 첫사랑과 차이').map(({ term }) => term)
  expect(terms).toEqual(expect.arrayContaining(['달', '정착', '모험', '첫사랑', '차이']))
})

test.each([
  ['교대선 기다리는 등대지기', 1],
  ['떡볶이 먹는 시장', 2],
  ['고래 노래 듣는 소녀', 3],
  ['지붕을 고치는 수선공이 사는 종이 도시', 4],
  ['우주에서 답장을 기다리는', 1],
  ['한밤중 길거리음식 먹방', 2],
  ['지붕 수리하는 색종이', 4],
])('finds %s', (q, id) => expect(texts.search(q, 5)[0]).toBe(id))

test('finds nothing for words that no text has', () => {
  expect(texts.search('변호사 재판 증인', 5)).toEqual([])
  expect(texts.search('', 5)).toEqual([])
})

test('returns works that share words with another, and not itself', () => {
  expect(texts.similar(1, 5)).toEqual([3])
  expect(texts.similar(99, 5)).toEqual([])
})

test('counts a text that is put again once', () => {
  const repeated = new TextIndex()
  const both = () => repeated.search('바다 고래', 5)
  const putBoth = () => {
    repeated.put({ id: 1, fields: [{ text: '바다 마을', weight: 1 }] })
    repeated.put({ id: 2, fields: [{ text: '고래 마을', weight: 1 }] })
  }
  putBoth()
  const before = both()
  for (let at = 0; at < 30; at++) putBoth()
  expect(both()).toEqual(before)
})

test('replaces and removes the text of a work', () => {
  put(5, '소금을 만드는 염전')
  expect(texts.search('염전', 5)).toEqual([5])
  put(5, '올리브 농부')
  expect(texts.search('염전', 5)).toEqual([])
  expect(texts.search('올리브', 5)).toEqual([5])
  texts.remove(5)
  expect(texts.search('올리브', 5)).toEqual([])
  expect(texts.size).toBe(4)
})
