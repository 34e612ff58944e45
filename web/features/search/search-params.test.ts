import { expect, test } from 'vitest'
import { searchUrl, parseSearchParams, normalizeQuery } from './search-params.ts'

const read = (query: string) => parseSearchParams(new URLSearchParams(query))

test.each([
  ['q=달&type=series&category=2&age_rating=15&year=2024&is_free=true&page=3'],
  ['q=달&type=line'],
  ['q=달'],
])('%s is read and written alike', (query) => {
  expect(decodeURIComponent(searchUrl(read(query)))).toBe(`/search?${query}`)
})

test.each([
  ['q=달&type=all&page=1', 'q=달'],
  ['q=달&type=nothing&category=x&age_rating=16&year=24&is_free=no&page=-1', 'q=달'],
  ['q=달&category=99999999&page=999999', 'q=달&page=34'],
  // People have no filters.
  ['q=달&type=person&age_rating=15', 'q=달&type=person'],
])('of %s what does not fit is left out', (query, kept) => {
  expect(decodeURIComponent(searchUrl(read(query)))).toBe(`/search?${kept}`)
})

test('a query is composed, trimmed, and cut between letters', () => {
  expect(normalizeQuery('  오징어\0 '.normalize('NFD'))).toBe('오징어')
  expect([...normalizeQuery('🦑'.repeat(101))].length).toBe(100)
  expect(normalizeQuery('   ')).toBe('')
})
