import fc from '#test/runner/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { periodIndexAt, periodStart } from './billing-period.ts'

const seoul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'medium',
})
/** Formats an instant as `2027-02-28 23:59:59` in Seoul from the time zone database, independent of our own code. */
const seoulTime = (at: Date) => seoul.format(at)
const at = (text: string) => new Date(`${text}+09:00`)
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysIn = (year: number, month: number) =>
  month === 1 && isLeap(year) ? 29 : (lengths[month] ?? 0)

describe('anchors on days 1 to 31 over 48 months', () => {
  // December has 31 days, and the 48 months after it include a 29 February.
  for (let day = 1; day <= 31; day++)
    test(`the ${day}.`, () => {
      const anchor = at(`2026-12-${String(day).padStart(2, '0')}T00:30:15`)
      for (let n = 0; n <= 48; n++) {
        const [year, month] = [2026 + Math.floor((11 + n) / 12), (11 + n) % 12]
        const clamped = Math.min(day, daysIn(year, month))
        const two = (number: number) => String(number).padStart(2, '0')
        expect(seoulTime(periodStart(anchor, n))).toBe(
          `${year}-${two(month + 1)}-${two(clamped)} 00:30:15`,
        )
      }
    })
})

test('returns to the last day of a month after a short month', () => {
  const days = [0, 1, 2, 3, 4].map((n) => seoulTime(periodStart(at('2028-01-31T09:00:00'), n)))
  expect(days.map((day) => day.slice(5, 10))).toEqual(['01-31', '02-29', '03-31', '04-30', '05-31'])
})

test('charges a subscription from a leap day on 28 February in other years', () => {
  const anchor = at('2028-02-29T13:00:00')
  expect([12, 24, 36, 48].map((n) => seoulTime(periodStart(anchor, n)).slice(0, 10))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('uses the day in Seoul, where London still has the day before', () => {
  const anchor = new Date('2027-01-30T15:30:00Z')
  expect(seoulTime(anchor)).toBe('2027-01-31 00:30:00')
  expect(periodStart(anchor, 1).toISOString()).toBe('2027-02-27T15:30:00.000Z')
  expect(periodStart(anchor, 2).toISOString()).toBe('2027-03-30T15:30:00.000Z')
})

const anchors = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('leaves no gap or overlap between periods of 28 to 31 days', () => {
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 600 }), (anchor, n) => {
      const days =
        (periodStart(anchor, n + 1).getTime() - periodStart(anchor, n).getTime()) / 86_400_000
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
      expect(Number.isInteger(days)).toBe(true)
    }),
  )
})

test('finds the period that contains any instant', () => {
  fc.assert(
    fc.property(anchors, fc.integer({ min: 0, max: 20 * 365 * 86_400_000 }), (anchor, later) => {
      const instant = new Date(anchor.getTime() + later)
      const n = periodIndexAt(anchor, instant)
      expect(periodStart(anchor, n) <= instant && instant < periodStart(anchor, n + 1)).toBe(true)
    }),
  )
})

test('starts a period at its first millisecond and uses the first period before the anchor', () => {
  const anchor = at('2027-01-31T09:00:00')
  const second = periodStart(anchor, 1)
  expect(periodIndexAt(anchor, second)).toBe(1)
  expect(periodIndexAt(anchor, new Date(second.getTime() - 1))).toBe(0)
  expect(periodIndexAt(anchor, new Date(anchor.getTime() - 1))).toBe(0)
})
