import { mapFilters, seriesFilters } from '#contract/contents/listing-filters.ts'
import { expect, test } from 'vitest'
import { chosenValues, parseFilters, isFiltered, filtersToQuery } from './filters.ts'

const read = (query: string) => parseFilters(new URLSearchParams(query))

test('ignores unknown filter values', () => {
  expect(
    read(
      'is_series=maybe&is_dubbed=false&access=rent&age_rating=21&decade=1970&ordering=toString&page=3',
    ),
  ).toEqual({
    ...mapFilters(seriesFilters, () => null),
    decade: null,
    ordering: '-viewer_count',
  })
})

test('writes the query in a fixed order and omits defaults', () => {
  const filters = read(
    'decade=1990&ordering=title&age_rating=15&access=plan&is_dubbed=true&is_series=false',
  )
  const query =
    '?access=plan&is_series=false&is_dubbed=true&age_rating=15&decade=1990&ordering=title'
  expect(filtersToQuery(filters)).toBe(query)
  expect(filtersToQuery(filters, 2)).toBe(`${query}&page=2`)
  expect(filtersToQuery(read('ordering=-viewer_count'), 1)).toBe('')
})

test('does not count an ordering as a filter', () => {
  expect(isFiltered(read('ordering=title'))).toBe(false)
  expect(isFiltered(read('decade=1980'))).toBe(true)
})

test.each(Object.entries(seriesFilters))('keeps each value of %s in the query', (name, values) => {
  for (const value of values) {
    const filters = read(`${name}=${value}`)
    expect(isFiltered(filters)).toBe(true)
    expect(filtersToQuery(filters)).toBe(`?${name}=${value}`)
    expect(chosenValues(filters)).toEqual({ [name]: value })
  }
})
