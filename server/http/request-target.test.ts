import { expect, test } from 'vitest'
import { originForm, problemOfTarget } from './request-target.ts'

test.each([
  ['/', undefined],
  ['/series/1?next=//a', undefined],
  [`/${'a'.repeat(511)}`, undefined],
  [`/${'a'.repeat(512)}`, 'uri_too_long'],
  [`/a?${'b'.repeat(12_799)}`, undefined],
  [`/a?${'b'.repeat(12_800)}`, 'uri_too_long'],
  [`/a?${'b&'.repeat(499)}`, undefined],
  [`/a?${'b&'.repeat(500)}`, 'invalid_request'],
  ['//', 'not_found'],
  ['/a//b', 'not_found'],
  [`/${'/'.repeat(15_000)}x`, 'uri_too_long'],
  ['/a%00', 'not_found'],
  ['/a?b=%00', 'invalid_request'],
  ['/a?b=%2500', undefined],
  ['*', 'invalid_request'],
  ['', 'invalid_request'],
] as const)('%.30s: %s', (target, code) => {
  expect(problemOfTarget(target)).toBe(code)
})

test.each([
  ['/a?b', '/a?b'],
  ['http://localhost:3000/a', '/a'],
  ['HTTPS://e.example', '/'],
  ['http://e.example?a=1', '/?a=1'],
  ['ftp://e.example/a', 'ftp://e.example/a'],
])('reads %s as %s', (target, path) => {
  expect(originForm(target)).toBe(path)
})
