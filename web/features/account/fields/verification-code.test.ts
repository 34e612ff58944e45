import { describe, expect, test } from 'vitest'
import {
  extendVerificationCode,
  parseVerificationCode,
  toVerificationCode,
} from './verification-code.ts'
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

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['인증번호 123456', '123456'],
  ['[한편] 인증번호는 654321이에요. 3분 안에 입력해 주세요.', '654321'],
  ['02-0000-0112 문의, 인증번호 987654', '987654'],
  ['１２３４５６', '123456'],
  ['12', '12'],
  ['12가3', '123'],
  ['12345678', '123456'],
  ['', ''],
  ['번호 없음', ''],
])('parses %j as %j', (text, code) => {
  expect(parseVerificationCode(text)).toBe(code)
})
