import { expect, test } from 'vitest'
import { dateRangeError, parseDateRange } from './date-range-picker.tsx'
import { axisTicks, weekOverWeek } from './day-chart.tsx'

test('axis ticks are round values up to at least the maximum', () => {
  expect(axisTicks(0)).toEqual([0, 1])
  expect(axisTicks(1)).toEqual([0, 1])
  expect(axisTicks(3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(43)).toEqual([0, 20, 40, 60])
  expect(axisTicks(123_456)).toEqual([0, 50_000, 100_000, 150_000])
  // Minutes shown in hours: no two ticks have the same label.
  expect(axisTicks(45, 60)).toEqual([0, 20, 40, 60])
  expect(axisTicks(190, 60)).toEqual([0, 60, 120, 180, 240])
  expect(axisTicks(9_000, 60)).toEqual([0, 3_000, 6_000, 9_000])
})

test('the last seven days are compared with the seven before, excluding today', () => {
  const fill = (before: number, last: number) => [
    ...Array.from({ length: 7 }, () => before),
    ...Array.from({ length: 7 }, () => last),
    9_999,
  ]
  expect(weekOverWeek(fill(100, 112))).toBe(12)
  expect(weekOverWeek(fill(100, 0))).toBe(-100)
  expect(weekOverWeek(fill(0, 3))).toBe('new')
  expect(weekOverWeek(fill(0, 0))).toBeNull()
})

test('an invalid range falls back to the last 28 days in Seoul', () => {
  const now = Date.parse('2026-11-20T15:00:00Z')
  const range = (text: string) => parseDateRange(new URLSearchParams(text), now)
  expect(range('')).toEqual({ from: '2026-10-25', to: '2026-11-21', preset: 28 })
  expect(range('days=7')).toEqual({ from: '2026-11-15', to: '2026-11-21', preset: 7 })
  expect(range('from=2026-01-01&to=2026-01-02')).toEqual({
    from: '2026-01-01',
    to: '2026-01-02',
    preset: null,
  })
  for (const text of ['days=8', 'from=2026-02-30&to=2026-03-01', 'from=2026-01-02&to=2026-01-01'])
    expect(range(text).preset, text).toBe(28)
  expect(dateRangeError('2025-01-01', '2026-02-04')).toBeNull()
  expect(dateRangeError('2025-01-01', '2026-02-05')).toBe('too_long')
})
