import { expect, test } from 'vitest'
import { parseIdParam } from './loader-helpers.ts'

test('an id is digits that the database can hold', () => {
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
])('%s is a page that is not there', (text) => {
  expect(() => parseIdParam(text)).toThrow(expect.objectContaining({ init: { status: 404 } }))
})
