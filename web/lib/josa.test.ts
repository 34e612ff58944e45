import { expect, test } from 'vitest'
import { josa } from './josa.ts'

test.each([
  ['한편', '을/를', '한편을'],
  ['영화', '을/를', '영화를'],
  ['드라마', '은/는', '드라마는'],
  ['서울', '으로/로', '서울로'],
  ['부산', '으로/로', '부산으로'],
  ['제주', '으로/로', '제주로'],
  ['3', '이/가', '3이'],
  ['2', '이/가', '2가'],
  ['7', '으로/로', '7로'],
  ['‘별’', '이/가', '‘별’이'],
  ['바다(2부)', '과/와', '바다(2부)와'],
  ['Seoul', '으로/로', 'Seoul로'],
  ['Netfilm', '은/는', 'Netfilm은'],
  ['', '은/는', '는'],
] as const)('%s + %s → %s', (word, pair, expected) => {
  expect(josa(word, pair)).toBe(expected)
})
