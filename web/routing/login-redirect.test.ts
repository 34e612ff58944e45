import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { parseRedirectPath } from './login-redirect.ts'
import { loginPathFor } from './paths.ts'

test.each([
  ['/'],
  ['/video/31'],
  ['/series/3/season/5/episode/31'],
  ['/search?q=%EC%98%A4%EC%A7%95%EC%96%B4&type=series'],
  ['/mypage/profile?next=%2Fvideo%2F3#adult'],
  ['/video/31?t=1:20//2'],
])('accepts %s', (path) => expect(parseRedirectPath(path)).toBe(path))

test('percent-encodes Korean', () => {
  expect(parseRedirectPath('/search?q=봄 밤')).toBe('/search?q=%EB%B4%84%20%EB%B0%A4')
})

test.each([
  ['null', null],
  ['an empty string', ''],
  ['a relative path', 'video/31'],
  ['another scheme', 'https://evil.example/'],
  ['a script scheme', 'javascript:alert(1)'],
  ['a scheme in capitals', 'JaVaScRiPt:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a space before a scheme', ' https://evil.example/'],
  ['a protocol-relative URL', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash for a slash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['backslashes in the path', '/video\\..\\..\\\\evil.example'],
  ['a tab, which browsers drop', '/\t/evil.example'],
  ['a line end, which browsers drop', '/\n/evil.example'],
  ['a line end at the start', '\n//evil.example'],
  ['a null character', '/\u0000/evil.example'],
  ['a zero-width space', '/\u200b/evil.example'],
  ['a direction override', '/\u202e/evil.example'],
  ['a line separator', '/\u2028/evil.example'],
  ['dots that leave two slashes', '/.//evil.example'],
  ['dots that go up to two slashes', '/x/..//evil.example'],
  ['encoded dots that go up to two slashes', '/%2e//evil.example'],
  ['a user and a host', '//user@evil.example'],
  ['a host and no slash', 'evil.example'],
  ['the login page', '/accounts/login'],
  ['the login page with a next of its own', '/accounts/login/?next=/accounts/login'],
  ['too long', `/${'a'.repeat(2_001)}`],
])('rejects %s', (_, path) => expect(parseRedirectPath(path)).toBeNull())

test('never leads to another origin', () => {
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

test('keeps query and hash of the current page', () => {
  const path = '/mypage/profile?next=%2Fvideo%2F3#adult'
  const url = new URL(loginPathFor(path), 'https://hanpyeon.example')
  expect(parseRedirectPath(url.searchParams.get('next'))).toBe(path)
})
