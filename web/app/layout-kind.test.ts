import { expect, test } from 'vitest'
import { layoutKindOf } from './layout-kind.ts'

test.each([
  ['/', 'standard'],
  ['/accounts', 'logo_only'],
  ['/accounts/recovery/id/success', 'logo_only'],
  ['/terms/privacy', 'logo_only'],
  ['/series/1', 'standard'],
  ['/mypage', 'standard'],
  ['/search', 'standard'],
  ['/video/12', 'player'],
  ['/studio', 'studio'],
  ['/studios', 'standard'],
  ['/video', 'standard'],
] as const)('%s has the layout "%s"', (pathname, kind) => {
  expect(layoutKindOf(pathname)).toBe(kind)
})
