import { expect, test } from 'vitest'
import { differing } from './act-change.tsx'

test('of long texts the part from where they differ is shown, with a little before it; short ones whole', () => {
  expect(differing('점검', '서버 점검')).toEqual(['점검', '서버 점검'])
  const same = '가'.repeat(300)
  const [was, is] = differing(`${same}토요일에 쉬어요`, `${same}일요일에 쉬어요`)
  expect(was).toBe(`…${'가'.repeat(16)}토요일에 쉬어요`)
  expect(is).toBe(`…${'가'.repeat(16)}일요일에 쉬어요`)
  expect(differing('', '나'.repeat(400))).toEqual(['', `${'나'.repeat(160)}…`])
})
