import { describe, expect, it } from 'vitest'
import {
  hashCode,
  toCodeStatus,
  checkCode,
  generateCode,
  verifiedSince,
  verifiedUntil,
  recentSends,
  resendDelay,
  type SentCode,
  targetIndex,
  type CodeCheckResult,
} from './verification-codes.ts'

const now = new Date('2026-11-21T00:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
const minute = 60_000
const right = Buffer.alloc(32, 1)
const wrong = Buffer.alloc(32, 2)
const sent: SentCode = { code_hash: right, attempts: 0, expires_at: at(1), verified_at: null }

/** Returns its input in clear text, so that tests can read it. */
const encryption = { blindIndex: (kind: string, text: string) => Buffer.from(`${kind}:${text}`) }

describe('checkCode', () => {
  it.each<[string, Partial<SentCode>, Buffer, CodeCheckResult]>([
    ['accepts the correct code', {}, right, 'correct'],
    ['rejects a wrong code', {}, wrong, 'wrong'],
    ['checks the fifth attempt', { attempts: 4 }, right, 'correct'],
    ['rejects every code after five wrong ones', { attempts: 5 }, right, 'no_attempts_left'],
    ['rejects an expired code', { expires_at: at(0) }, right, 'expired'],
    ['reports expiry also for a wrong code', { expires_at: at(0) }, wrong, 'expired'],
    [
      'accepts a verified code again',
      { expires_at: at(0), verified_at: at(0) },
      right,
      'already_verified',
    ],
    ['rejects a wrong code after the correct one', { verified_at: at(0) }, wrong, 'wrong'],
    [
      'accepts a verified code again until 30 minutes have passed',
      { verified_at: at(1 - 30 * minute) },
      right,
      'already_verified',
    ],
    [
      'rejects a verified code after 30 minutes',
      { verified_at: at(-30 * minute) },
      right,
      'expired',
    ],
    ['matches nothing if no code was sent', { code_hash: null }, right, 'wrong'],
  ])('%s', (_, columns, submitted, expected) => {
    expect(checkCode({ ...sent, ...columns }, submitted, now)).toBe(expected)
  })
})

it('generates six digits with every leading digit', () => {
  const codes = Array.from({ length: 2_000 }, generateCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})

it('binds a code to its session, channel and target', () => {
  const target = { session_id: 7, channel: 'email', target: 'a@b.kr', code: '012345' } as const
  expect(String(hashCode(encryption, target))).toBe('code:7|email|a@b.kr|012345')
})

it('indexes addresses separately from phone numbers', () => {
  const indexed = (['email', 'phone', 'adult'] as const).map((channel) =>
    String(targetIndex(encryption, channel, 'x')),
  )
  expect(indexed).toEqual(['email:x', 'phone:x', 'phone:x'])
})

it('keeps a verification valid for 30 minutes', () => {
  expect(verifiedUntil(at(0)) - now.getTime()).toBe(30 * minute)
  expect(verifiedSince(now)).toBe('2026-11-20T23:30:00.000Z')
})

it('allows a resend after a minute and one extension', () => {
  const row = { sent_at: at(0), expires_at: at(10 * minute), is_extended: false }
  expect(toCodeStatus(row)).toEqual({
    expires_at: at(10 * minute),
    resend_at: at(minute),
    can_extend: true,
  })
  expect(toCodeStatus({ ...row, is_extended: true }).can_extend).toBe(false)
})

it.each([
  ['just now', 0, minute],
  ['59.999 s ago', -minute + 1, 1],
  ['a minute ago', -minute, 0],
  ['by a clock 5 s ahead', 5_000, minute],
  ['by a clock further ahead', 5_001, 0],
])('delays the code after one that was sent %s', (_when, sent_at, delay) => {
  expect(resendDelay(at(sent_at), now)).toBe(delay)
})

it('takes a code for recent exactly if it delays the next one', () => {
  expect(recentSends(now)).toEqual({ after: new Date(at(-minute)), until: new Date(at(5_000)) })
})
