import { expect, test } from 'vitest'
import { trimCommonPrefix, formatAuditValue } from './audit-diff.tsx'

test('long texts are cut to shortly before the difference, short ones are not', () => {
  expect(trimCommonPrefix('점검', '서버 점검')).toEqual(['점검', '서버 점검'])
  const same = '가'.repeat(300)
  const [before, after] = trimCommonPrefix(`${same}토요일에 쉬어요`, `${same}일요일에 쉬어요`)
  expect(before).toBe(`…${'가'.repeat(16)}토요일에 쉬어요`)
  expect(after).toBe(`…${'가'.repeat(16)}일요일에 쉬어요`)
  expect(trimCommonPrefix('', '나'.repeat(400))).toEqual(['', `${'나'.repeat(160)}…`])
})

test('markers are formatted as on the timeline', () => {
  expect(formatAuditValue('opening', { start: 0, end: 65.5 })).toBe('0:00.0 – 1:05.5')
  expect(formatAuditValue('ending_start', 3_723.4)).toBe('1:02:03.4')
  expect(formatAuditValue('ending_start', null)).toBe('없음')
})

test('categories have the names that staff gave them', () => {
  const names = new Map([
    [4, '버라이어티'],
    [9, '스포츠'],
  ])
  expect(formatAuditValue('category_ids', [4, 9], names)).toBe('버라이어티, 스포츠')
  expect(formatAuditValue('korean_category_id', 9, names)).toBe('스포츠')
  // It has not been loaded.
  expect(formatAuditValue('header_category_ids', [4, 12], names)).toBe('버라이어티, 12')
})
