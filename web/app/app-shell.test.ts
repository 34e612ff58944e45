import { expect, test } from 'vitest'
import { layoutKindOf } from './app-shell.tsx'

test.each([
  ['/', 'standard'],
  ['/accounts', 'logo_only'],
  ['/accounts/recovery/id/success', 'logo_only'],
  ['/accountsfoo', 'logo_only'],
  ['/terms/privacy', 'logo_only'],
  ['/termsfoo', 'logo_only'],
  ['/profiles', 'standard'],
  ['/series/1', 'standard'],
  ['/mypage', 'standard'],
  ['/search', 'standard'],
  ['/video/12', 'player'],
  ['/studio', 'studio'],
  ['/studios', 'standard'],
  ['/video', 'standard'],
  ['/test/button', 'standard'],
  ['/test/button/primary', 'bare'],
] as const)('%s has the layout "%s"', (pathname, kind) => {
  expect(layoutKindOf(pathname)).toBe(kind)
})

test('shows header and footer on error pages of paths without them', () => {
  expect(layoutKindOf('/video/12', true)).toBe('standard')
  expect(layoutKindOf('/accounts', true)).toBe('logo_only')
})
