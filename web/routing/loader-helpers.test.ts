import { expect, test } from 'vitest'
import { parseIdParam } from './loader-helpers.ts'

test('accepts ids within the range of the database', () => {
  expect(parseIdParam('12')).toBe(12)
  expect(parseIdParam('2147483647')).toBe(2_147_483_647)
})

test.each([
  undefined,
  '',
  '0',
  '012',
  '-1',
  '1.5',
  '1e3',
  'abc',
  '2147483648',
  '99999999999',
  '１',
])('throws a 404 for %s', (text) => {
  expect(() => parseIdParam(text)).toThrow(
    expect.objectContaining({ init: { status: 404, statusText: 'Not Found' } }),
  )
})
