import { expect, test } from 'vitest'
import { trimEndMatching } from './trim-end.ts'

test.each([
  ['', ''],
  ['a11', 'a'],
  ['1a1😀1', '1a1😀'],
  ['111', ''],
])('removes the digits at the end of %j', (text, rest) => {
  expect(trimEndMatching(text, /\d/)).toBe(rest)
})
