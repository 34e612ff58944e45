import { expect, test } from 'vitest'
import { layoutKindOf } from './layout-kind.ts'

test.each([
  ['/', 'standard'],
  ['/accounts', 'logo'],
  ['/accounts/recovery/id/success', 'logo'],
  ['/terms/privacy', 'logo'],
  ['/series/1', 'standard'],
  ['/mypage', 'standard'],
  ['/search', 'standard'],
  ['/video/12', 'film'],
  ['/studio', 'studio'],
  ['/studios', 'standard'],
  ['/video', 'standard'],
] as const)('%s has the header "%s"', (pathname, kind) => {
  expect(layoutKindOf(pathname)).toBe(kind)
})
