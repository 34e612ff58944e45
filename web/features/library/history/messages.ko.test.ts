import { expect, test } from 'vitest'
import { dayLabel } from './messages.ko.ts'

// Saturday noon in Seoul.
const now = Date.parse('2026-11-21T03:00:00Z')

test.each([
  ['2026-11-21T03:00:00Z', '오늘'],
  ['2026-11-20T15:00:00Z', '오늘'],
  ['2026-11-20T14:59:59Z', '어제'],
  ['2026-11-19T15:00:00Z', '어제'],
  ['2026-11-19T14:59:59Z', '11월 19일 (목)'],
  ['2026-01-01T00:00:00Z', '1월 1일 (목)'],
  ['2025-12-31T14:59:59Z', '2025년 12월 31일'],
  ['2025-12-31T15:00:00Z', '1월 1일 (목)'],
])('%s is %s', (instant, label) => expect(dayLabel(instant, now)).toBe(label))
