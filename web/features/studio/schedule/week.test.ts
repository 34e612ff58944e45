import { expect, test } from 'vitest'
import { daysOfWeek, groupByDay, mondayOf, parseWeek, startOfDay } from './week.ts'

test('begins a week on Monday', () => {
  const week = daysOfWeek('2026-11-16')
  expect(week.map((day) => mondayOf(day))).toEqual(Array(7).fill('2026-11-16'))
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('reads the week of an address, and the current one in Seoul without a valid day', () => {
  // Sunday 23:59 and Monday 00:00 in Seoul.
  const sunday = Date.parse('2026-11-22T14:59:00Z')
  expect(parseWeek('2026-11-19', sunday)).toBe('2026-11-16')
  for (const text of [null, '', '2026-13-40', 'today']) {
    expect(parseWeek(text, sunday)).toBe('2026-11-16')
    expect(parseWeek(text, sunday + 60_000)).toBe('2026-11-23')
  }
})

test('groups items by their day in Seoul', () => {
  const days = daysOfWeek('2026-11-16')
  expect(startOfDay('2026-11-16')).toBe('2026-11-15T15:00:00.000Z')
  const at = (day: string, ms: number) => ({
    at: new Date(Date.parse(startOfDay(day)) + ms).toISOString(),
  })
  const [first, last, late] = [at('2026-11-16', 0), at('2026-11-17', -1), at('2026-11-22', 1)]
  const groups = groupByDay([first, last, late], days)
  expect(groups.map(({ items }) => items.length)).toEqual([2, 0, 0, 0, 0, 0, 1])
  expect(groups[0]?.items).toEqual([first, last])
})
