import { expect, test } from 'vitest'
import { normalizeTerm } from './term-policy.ts'

test.each([
  ['달 세탁소', '달 세탁소'],
  ['  달   세탁소 ', '달 세탁소'],
  ['달 세탁소'.normalize('NFD'), '달 세탁소'],
  ['ＳＱＵＩＤ Game', 'squid game'],
  ['새끼 고양이', '새끼 고양이'],
  ['1987', null],
  ['달', null],
  ['가'.repeat(41), null],
  ['010-1234-5678', null],
  ['someone@example.com', null],
  ['https://example.com', null],
  ['씨 발', null],
  ['씨-발놈', null],
  ['FUCK you', null],
])('counts %j as %j', (query, term) => {
  expect(normalizeTerm(query)).toBe(term)
})
