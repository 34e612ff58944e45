import { expect, test } from 'vitest'
import { negotiateContentCoding, matchesIfNoneMatch } from './content-negotiation.ts'

test.each([
  // Values sent by browsers, curl and wrk.
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br', 'br'],
  ['GZIP', 'gzip'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  // Weights: q=0 excludes a coding, the highest weight wins.
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0.000', 'identity'],
  ['br; q=0.2, gzip; q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['br;q=nonsense', 'identity'],
  // Names that contain a supported name.
  ['x-br, brotli', 'identity'],
  // Longer than any browser's value.
  [`br${', gzip'.repeat(33)}`, 'br'],
  [`br${', gzip'.repeat(34)}`, 'identity'],
])('Accept-Encoding: %.60s selects %s', (accept, encoding) => {
  expect(negotiateContentCoding(accept, 10_000)).toBe(encoding)
})

test('does not compress small responses', () => {
  expect(negotiateContentCoding('br', 1_023)).toBe('identity')
  expect(negotiateContentCoding('br', 1_024)).toBe('br')
})

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc" , "y"', true],
  ['*', true],
  ['W/"abcd"', false],
  ['"x", "y"', false],
  ['abc', false],
  [undefined, false],
])('If-None-Match: %s matches W/"abc": %s', (condition, matches) => {
  expect(matchesIfNoneMatch(condition, 'W/"abc"')).toBe(matches)
  expect(matchesIfNoneMatch(condition, '"abc"')).toBe(matches)
})
