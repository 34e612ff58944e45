import { describe, expect, test } from 'vitest'
import { extendVerificationCode, toVerificationCode } from './code-timer.ts'
import { formatCountdown, secondsUntil } from '#web/lib/use-countdown.ts'

const sent = {
  expires_at: '2026-03-01T00:10:00.000Z',
  resend_at: '2026-03-01T00:01:00.000Z',
  can_extend: true,
}

describe('a code in the time of this machine', () => {
  test.each([
    ['right', 0],
    ['two hours slow', -7_200_000],
    ['a day fast', 86_400_000],
  ])('a clock that is %s shows ten minutes', (_, wrong) => {
    const here = Date.parse('2026-03-01T00:00:00.000Z') + wrong
    const code = toVerificationCode(sent, here)
    expect(secondsUntil(code.expires_at, here)).toBe(600)
    expect(secondsUntil(code.resend_at, here)).toBe(60)
    const later = here + 540_000
    const longer = extendVerificationCode(
      { ...sent, expires_at: '2026-03-01T00:20:00.000Z', can_extend: false },
      code,
    )
    expect(secondsUntil(longer.expires_at, later)).toBe(660)
    expect(secondsUntil(longer.resend_at, later)).toBe(0)
    expect(longer.can_extend).toBe(false)
  })
})

test.each([
  [600, '10:00'],
  [61, '01:01'],
  [9, '00:09'],
  [0, '00:00'],
])('%d seconds are shown as %s', (seconds, face) => {
  expect(formatCountdown(seconds)).toBe(face)
})
