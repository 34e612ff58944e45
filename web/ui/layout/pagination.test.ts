import { expect, test } from 'vitest'
import { pageBlock, pageCount, parsePageParam } from './pagination.tsx'

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [5, 12, [1, 2, 3, 4, 5]],
  [6, 12, [6, 7, 8, 9, 10]],
  [12, 12, [11, 12]],
  [7, 8, [6, 7, 8]],
])('the block of page %d of %d is %j', (page, pages, block) => {
  expect(pageBlock(page, pages)).toEqual(block)
})

test('an empty list has one page', () => {
  expect(pageCount(0, 6)).toBe(1)
  expect(pageCount(6, 6)).toBe(1)
  expect(pageCount(7, 6)).toBe(2)
})

test.each([
  [null, 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['99', 8],
  ['둘', 1],
  ['1e3', 1],
])('parses %s as page %d of 8', (text, page) => {
  expect(parsePageParam(text, 8)).toBe(page)
})
