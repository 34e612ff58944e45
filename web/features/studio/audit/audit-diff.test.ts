import { expect, test } from 'vitest'
import { trimCommonPrefix } from './audit-diff.tsx'
import { formatAuditValue } from './format-audit-value.ts'

test('of long texts the part from where they differ is shown, with a little before it; short ones whole', () => {
  expect(trimCommonPrefix('점검', '서버 점검')).toEqual(['점검', '서버 점검'])
  const same = '가'.repeat(300)
  const [was, is] = trimCommonPrefix(`${same}토요일에 쉬어요`, `${same}일요일에 쉬어요`)
  expect(was).toBe(`…${'가'.repeat(16)}토요일에 쉬어요`)
  expect(is).toBe(`…${'가'.repeat(16)}일요일에 쉬어요`)
  expect(trimCommonPrefix('', '나'.repeat(400))).toEqual(['', `${'나'.repeat(160)}…`])
})

test('marks of a film are told as its timeline has them', () => {
  expect(formatAuditValue('opening', { start: 0, end: 65.5 })).toBe('0:00.0 – 1:05.5')
  expect(formatAuditValue('ending_start', 3_723.4)).toBe('1:02:03.4')
  expect(formatAuditValue('ending_start', null)).toBe('없음')
})
