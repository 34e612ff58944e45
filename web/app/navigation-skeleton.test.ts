import { expect, test } from 'vitest'
import { skeletonKindOf } from './navigation-skeleton.tsx'

test.each([
  ['/', '/series/3', 'title'],
  ['/series/3', '/series/4', 'title'],
  ['/series/3', '/people/4', 'title'],
  ['/series/3', '/', 'home'],
  ['/', '/categories', 'grid'],
  ['/series/3', '/search', 'grid'],
  ['/series/3', '/video/9', 'player'],
  ['/', '/shorts', 'player'],
  ['/', '/customer-service/notices', 'list'],
  ['/series/3', '/mypage/points', 'list'],
])('from %s to %s it is that of a %s', (from, to, kind) => {
  expect(skeletonKindOf(from, to)).toBe(kind)
})

test.each([
  ['/series/3', '/series/3/season/4'],
  ['/categories/1', '/categories/2'],
  ['/search', '/search'],
  ['/video/9', '/video/10'],
  ['/mypage/points', '/mypage/profile'],
  ['/customer-service/faqs/account', '/customer-service/notices'],
  ['/', '/accounts/login'],
  ['/studio', '/studio/titles'],
])('from %s to %s the page stays', (from, to) => {
  expect(skeletonKindOf(from, to)).toBeUndefined()
})
