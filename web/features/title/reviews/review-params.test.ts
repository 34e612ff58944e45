import { expect, test } from 'vitest'
import { parseReviewParams, shouldRevalidateTitle, toReviewSearch } from './review-params.ts'

test('an unknown order falls back to the most helpful first', () => {
  expect(parseReviewParams('?reviews=2&reviews_by=high')).toEqual({ order: 'high', page: '2' })
  expect(parseReviewParams('?reviews_by=%3Cb%3E')).toEqual({ order: 'helpful', page: null })
})

test('a new page keeps the other parameters; a new order starts at its first page', () => {
  expect(toReviewSearch('?page=3&reviews_by=low', { page: 2 })).toBe(
    '?page=3&reviews_by=low&reviews=2',
  )
  expect(toReviewSearch('?page=3&reviews=4', { order: 'new' })).toBe('?page=3&reviews_by=new')
  expect(toReviewSearch('?reviews=4&reviews_by=low', { order: 'helpful' })).toBe('')
  expect(toReviewSearch('?reviews=4', { page: 1 })).toBe('')
})

test('paging through reviews does not reload the page; any other navigation does', () => {
  const isReloaded = (from: string, to: string) =>
    shouldRevalidateTitle({
      currentUrl: new URL(from, 'http://site'),
      nextUrl: new URL(to, 'http://site'),
      defaultShouldRevalidate: true,
    })
  expect(isReloaded('/series/1', '/series/1?reviews=2#reviews')).toBe(false)
  expect(isReloaded('/series/1?page=2', '/series/1?page=2&reviews_by=low')).toBe(false)
  expect(isReloaded('/series/1', '/series/1?page=2')).toBe(true)
  expect(isReloaded('/series/1', '/series/2?reviews=2')).toBe(true)
  // A revalidation requested by the page, e.g. after writing.
  expect(isReloaded('/series/1?reviews=2', '/series/1?reviews=2')).toBe(true)
})
