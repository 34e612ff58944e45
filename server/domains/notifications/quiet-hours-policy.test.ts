import { expect, it } from 'vitest'
import { quietHoursEnd } from './quiet-hours-policy.ts'

const night = { from: 22, to: 8 }
const lunch = { from: 12, to: 13 }

it.each([
  ['before the night', '21:59:59', night, '21:59:59'],
  ['at its beginning', '22:00:00', night, '+08:00:00'],
  ['after midnight', '03:30:00', night, '08:00:00'],
  ['at its end', '08:00:00', night, '08:00:00'],
  ['in an hour of the day', '12:30:00', lunch, '13:00:00'],
  ['without quiet hours', '03:30:00', null, '03:30:00'],
])('delivers %s', (_, at, quiet, expected) => {
  const day = expected.startsWith('+') ? 12 : 11
  const end = quietHoursEnd(new Date(`2026-11-11T${at}+09:00`), quiet)
  expect(end).toEqual(new Date(`2026-11-${day}T${expected.replace('+', '')}+09:00`))
})
