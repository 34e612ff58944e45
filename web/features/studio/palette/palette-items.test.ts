import { expect, test } from 'vitest'
import {
  kindsOfQuery,
  matchRank,
  rankByName,
  parseChoices,
  withChoice,
  type RecentChoice,
} from './palette-items.ts'

const pages = [
  '현황',
  '작품',
  '공개 일정',
  '공지·자주 묻는 질문',
  '신고된 리뷰',
  '추천',
  '활동 기록',
].map((title) => ({ key: `page:${title}`, title }))
const found = (query: string, recent: string[] = []) =>
  rankByName(pages, query, recent).map(({ title }) => title)

test('finds names by their beginning before names by a part', () => {
  expect(found('공')).toEqual(['공개 일정', '공지·자주 묻는 질문'])
  expect(matchRank('공개 일정', '일정')).toBe(1)
  expect(matchRank('공개 일정', '공개일')).toBe(0)
  expect(matchRank('CSV로 올리기', 'csv')).toBe(0)
})

test.each([
  ['ㅈㅍ', ['작품']],
  ['ㅎㄷ', ['활동 기록']],
  ['ㄱㄹ', ['활동 기록']],
  ['ㄱㅈ', ['공지·자주 묻는 질문']],
])('finds the initials %s', (query, titles) => {
  expect(found(query)).toContain(titles[0])
  expect(found(query)).not.toContain('현황')
})

test('finds a name whose last syllable is unfinished', () => {
  expect(found('작ㅍ')).toEqual(['작품'])
  expect(found('작푸')).toEqual(['작품'])
  expect(found('추처')).toEqual(['추천'])
  expect(found('없는 화면')).toEqual([])
})

test('puts recent choices first among equal matches only', () => {
  expect(found('공', ['page:공지·자주 묻는 질문'])).toEqual(['공지·자주 묻는 질문', '공개 일정'])
  // 일정 is only a part of 공개 일정, however recent.
  expect(
    rankByName(
      [
        { key: 'a', title: '공개 일정' },
        { key: 'b', title: '일정' },
      ],
      '일정',
      ['a'],
    ).map(({ key }) => key),
  ).toEqual(['b', 'a'])
})

test('looks for members only by text that can be their data', () => {
  expect(kindsOfQuery('gaeul@')).toEqual({ isNumber: false, mayBeMember: true })
  expect(kindsOfQuery('120')).toEqual({ isNumber: true, mayBeMember: true })
  expect(kindsOfQuery('가을')).toEqual({ isNumber: false, mayBeMember: false })
  expect(kindsOfQuery('0012')).toMatchObject({ isNumber: false })
})

const choice = (key: string): RecentChoice => ({
  key,
  title: key,
  to: `/studio/${key}`,
  icon: 'film_reel',
})

test('keeps the six newest choices, each once', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']
  const choices = keys.reduce<RecentChoice[]>((list, key) => withChoice(list, choice(key)), [])
  expect(choices.map(({ key }) => key)).toEqual(['b', 'g', 'f', 'e', 'd', 'c'])
})

test('reads only what it has stored', () => {
  expect(parseChoices(JSON.stringify([choice('a')]))).toEqual([choice('a')])
  const invalid = [
    { ...choice('b'), to: 'https://elsewhere.example' },
    { ...choice('c'), icon: 'unknown' },
    null,
  ]
  expect(parseChoices(JSON.stringify([...invalid, choice('d')]))).toEqual([choice('d')])
  for (const text of [null, '', '{', '{}']) expect(parseChoices(text)).toEqual([])
})
