import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { loginPathFor, parseRedirectPath } from './login-redirect.ts'

test.each([
  ['/'],
  ['/video/31'],
  ['/series/3/season/5/episode/31'],
  ['/search?q=%EC%98%A4%EC%A7%95%EC%96%B4&type=series'],
  ['/mypage/profile?next=%2Fvideo%2F3#adult'],
  ['/video/31?t=1:20//2'],
])('%s is ours', (path) => expect(parseRedirectPath(path)).toBe(path))

test('what is written in Korean is led to in its wire form', () => {
  expect(parseRedirectPath('/search?q=봄 밤')).toBe('/search?q=%EB%B4%84%20%EB%B0%A4')
})

test.each([
  ['nothing', null],
  ['empty', ''],
  ['no path', 'video/31'],
  ['another scheme', 'https://evil.example/'],
  ['a scheme that runs', 'javascript:alert(1)'],
  ['a scheme in capitals', 'JaVaScRiPt:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a blank before a scheme', ' https://evil.example/'],
  ['the scheme of the page', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash for a slash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a backslash further on', '/video\\..\\..\\\\evil.example'],
  ['a tab that is dropped', '/\t/evil.example'],
  ['a line end that is dropped', '/\n/evil.example'],
  ['a line end at the start', '\n//evil.example'],
  ['a null', '/\u0000/evil.example'],
  ['a mark without width', '/\u200b/evil.example'],
  ['a mark that turns the direction', '/\u202e/evil.example'],
  ['a line separator', '/\u2028/evil.example'],
  ['dots that leave two slashes', '/.//evil.example'],
  ['dots that go up to two slashes', '/x/..//evil.example'],
  ['escaped dots that do', '/%2e//evil.example'],
  ['a user and a host', '//user@evil.example'],
  ['a host and no slash', 'evil.example'],
  ['the login page', '/accounts/login'],
  ['the login page with a next of its own', '/accounts/login/?next=/accounts/login'],
  ['too long', `/${'a'.repeat(2_001)}`],
])('%s is refused', (_, path) => expect(parseRedirectPath(path)).toBeNull())

test('whatever is written, it leads nowhere but here', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    ':',
    '@',
    '\t',
    '%2f',
    '%5c',
    'x',
    'http:',
    '?',
    '#',
  )
  const paths = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(paths, (raw) => {
      const next = parseRedirectPath(raw)
      if (next === null) return
      expect(new URL(next, 'https://hanpyeon.example/accounts/login').origin).toBe(
        'https://hanpyeon.example',
      )
      expect(parseRedirectPath(next)).toBe(next)
    }),
    { numRuns: 2_000 },
  )
})

test('a wall hands over where one was, whole', () => {
  const there = '/mypage/profile?next=%2Fvideo%2F3#adult'
  const url = new URL(loginPathFor(there), 'https://hanpyeon.example')
  expect(parseRedirectPath(url.searchParams.get('next'))).toBe(there)
})
