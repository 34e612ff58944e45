import { expect, test } from 'vitest'
import {
  formatRelativeTime,
  formatTimeLeft,
  formatCardNumber,
  formatCount,
  formatDate,
  formatDuration,
  formatCompactNumber,
  toIsoDuration,
  formatPaddedDate,
  formatPoints,
  formatRating,
  formatWon,
} from './format.ts'

test('formats won, points and counts with separators', () => {
  expect(formatWon(9900)).toBe('9,900원')
  expect(formatWon(0)).toBe('0원')
  expect(formatPoints(1_000)).toBe('1,000P')
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(formatCount(-1234)).toBe('-1,234')
})

test('groups a card number by four', () => {
  expect(formatCardNumber('43301234****000*')).toBe('4330-1234-****-000*')
  expect(formatCardNumber('3791*****1234')).toBe('3791-****-*123-4')
})

test.each([
  [987, '987'],
  [9_999, '9,999'],
  [10_000, '1만'],
  [12_900, '1.2만'],
  [105_000, '10만'],
  [345_678, '34만'],
  [99_999_999, '9,999만'],
  [150_000_000, '1.5억'],
])('abbreviates %d to %s, rounded down', (value, text) => {
  expect(formatCompactNumber(value)).toBe(text)
})

test.each([
  [0, '0초', 'PT0S'],
  [45, '45초', 'PT45S'],
  [60, '1분', 'PT1M'],
  [96, '1분 36초', 'PT1M36S'],
  [599, '9분 59초', 'PT9M59S'],
  [631, '10분', 'PT10M31S'],
  [2_880, '48분', 'PT48M'],
  [3_600, '1시간', 'PT1H'],
  [4_980, '1시간 23분', 'PT1H23M'],
])('formats %d seconds as %s', (seconds, text, iso) => {
  expect(formatDuration(seconds)).toBe(text)
  expect(toIsoDuration(seconds)).toBe(iso)
})

test('formats dates in Seoul time', () => {
  expect(formatDate('2026-03-01T14:59:59Z')).toBe('2026.3.1')
  expect(formatDate('2026-03-01T15:00:00Z')).toBe('2026.3.2')
  expect(formatPaddedDate('2025-12-31T15:00:00Z')).toBe('2026.01.01')
  expect(formatDate('2026-03-01')).toBe('2026.3.1')
})

test('formats relative times up to a week', () => {
  const now = Date.parse('2026-03-08T00:00:00Z')
  expect(formatRelativeTime('2026-03-07T23:59:30Z', now)).toBe('방금')
  expect(formatRelativeTime('2026-03-07T23:55:00Z', now)).toBe('5분 전')
  expect(formatRelativeTime('2026-03-07T21:00:00Z', now)).toBe('3시간 전')
  expect(formatRelativeTime('2026-03-05T00:00:00Z', now)).toBe('3일 전')
  expect(formatRelativeTime('2026-03-01T00:00:00Z', now)).toBe('2026.3.1')
})

test('formats ratings with one decimal', () => {
  expect(formatRating(4)).toBe('4.0')
  expect(formatRating(4.25)).toBe('4.3')
})

test.each([
  [0, '1초 남음'],
  [7, '7초 남음'],
  [59, '59초 남음'],
  [60, '1분 남음'],
  [65, '1분 남음'],
  [91, '2분 남음'],
  [720, '12분 남음'],
  [3600, '1시간 남음'],
  [3601, '1시간 남음'],
  [3690, '1시간 2분 남음'],
])('of %d seconds, %s', (seconds, label) => expect(formatTimeLeft(seconds)).toBe(label))
