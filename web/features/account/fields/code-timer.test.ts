import { describe, expect, test } from 'vitest'
import { extendVerificationCode, toVerificationCode } from './code-timer.ts'
import { formatCountdown, secondsUntil } from '#web/lib/use-countdown.ts'

const sent = {
  expires_at: '2026-03-01T00:10:00.000Z',
  resend_at: '2026-03-01T00:01:00.000Z',
  can_extend: true,
}

describe('verification code with a wrong local clock', () => {
  test.each([
    ['right', 0],
    ['two hours slow', -7_200_000],
    ['a day fast', 86_400_000],
  ])('counts ten minutes with a clock that is %s', (_, offset_ms) => {
    const now = Date.parse('2026-03-01T00:00:00.000Z') + offset_ms
    const code = toVerificationCode(sent, now)
    expect(secondsUntil(code.expires_at, now)).toBe(600)
    expect(secondsUntil(code.resend_at, now)).toBe(60)
    const later = now + 540_000
    const extended = extendVerificationCode(
      { ...sent, expires_at: '2026-03-01T00:20:00.000Z', can_extend: false },
      code,
    )
    expect(secondsUntil(extended.expires_at, later)).toBe(660)
    expect(secondsUntil(extended.resend_at, later)).toBe(0)
    expect(extended.can_extend).toBe(false)
  })
})

test.each([
  [600, '10:00'],
  [61, '01:01'],
  [9, '00:09'],
  [0, '00:00'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})
