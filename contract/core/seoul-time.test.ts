import { expect, test } from 'vitest'
import { addDays, seoulDate } from './seoul-time.ts'

test.each([
  ['2026-11-20T14:59:59.999Z', '2026-11-20'],
  ['2026-11-20T15:00:00.000Z', '2026-11-21'],
  ['2026-12-31T15:00:00.000Z', '2027-01-01'],
])('%s is %s in Seoul', (instant, day) => {
  expect(seoulDate(instant)).toBe(day)
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s plus %d days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})
