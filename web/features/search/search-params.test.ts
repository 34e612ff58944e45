import { expect, test } from 'vitest'
import {
  searchUrl,
  parseSearchParams,
  isFiltered,
  noFilters,
  normalizeQuery,
  toSearchQuery,
} from './search-params.ts'

const parse = (query: string) => parseSearchParams(new URLSearchParams(query))

test.each([
  ['q=달&type=series&category=2&age_rating=15&year=2024&is_free=true&is_dubbed=true&page=3'],
  ['q=달&type=line'],
  ['q=달&type=synopsis&decade=1990'],
  ['q=달'],
])('%s round-trips', (query) => {
  expect(decodeURIComponent(searchUrl(parse(query)))).toBe(`/search?${query}`)
})

test.each([
  ['q=달&type=all&page=1', 'q=달'],
  ['q=달&type=nothing&category=x&age_rating=16&year=24&is_free=no&is_dubbed=1&page=-1', 'q=달'],
  ['q=달&decade=1970', 'q=달'],
  ['q=달&category=99999999&page=999999', 'q=달&page=34'],
  // A search for people has no filters.
  ['q=달&type=person&age_rating=15&is_dubbed=true', 'q=달&type=person'],
])('%s: invalid values are dropped', (query, expected) => {
  expect(decodeURIComponent(searchUrl(parse(query)))).toBe(`/search?${expected}`)
})

test('a query is NFC-normalized, trimmed and cut between code points', () => {
  expect(normalizeQuery('  오징어\0 '.normalize('NFD'))).toBe('오징어')
  expect([...normalizeQuery('🦑'.repeat(101))].length).toBe(100)
  expect(normalizeQuery('   ')).toBe('')
})

test('a decade is a range of years, the last one without a first year', () => {
  expect(toSearchQuery(parse('q=달&decade=2010'))).toEqual({
    q: '달',
    released_from: 2010,
    released_to: 2019,
  })
  expect(toSearchQuery(parse('q=달&decade=1980'))).toEqual({ q: '달', released_to: 1989 })
})

test('a filter of dubbed works is sent to the server and reset with the others', () => {
  const dubbed = parse('q=달&is_dubbed=true')
  expect(toSearchQuery(dubbed)).toEqual({ q: '달', is_dubbed: 'true' })
  expect(isFiltered(dubbed)).toBe(true)
  expect(isFiltered({ ...dubbed, ...noFilters })).toBe(false)
})
