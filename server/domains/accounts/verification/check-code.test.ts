import { describe, expect, it } from 'vitest'
import {
  hashCode,
  toCodeStatus,
  checkCode,
  generateCode,
  verifiedSince,
  verifiedUntil,
  resendAllowedAt,
  type SentCode,
  targetIndex,
  type CodeCheckResult,
} from './verification-codes.ts'

const now = new Date('2026-11-21T00:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
const minute = 60_000
const right = Buffer.alloc(32, 1)
const wrong = Buffer.alloc(32, 2)
const sent: SentCode = { code_hash: right, attempts: 0, ends_at: at(1), verified_at: null }

/** Shows what is indexed. */
const sealing = { blindIndex: (kind: string, text: string) => Buffer.from(`${kind}:${text}`) }

describe('a typed code', () => {
  it.each<[string, Partial<SentCode>, Buffer, CodeCheckResult]>([
    ['is right', {}, right, 'right'],
    ['is wrong', {}, wrong, 'wrong'],
    ['is judged at the fifth attempt', { attempts: 4 }, right, 'right'],
    ['is not judged after five wrong ones', { attempts: 5 }, right, 'spent'],
    ['has ended at its end', { ends_at: at(0) }, right, 'ended'],
    ['has ended when it is wrong, too', { ends_at: at(0) }, wrong, 'ended'],
    [
      'is accepted again after it was right',
      { ends_at: at(0), verified_at: at(0) },
      right,
      'already',
    ],
    ['is wrong after the right one', { verified_at: at(0) }, wrong, 'wrong'],
    [
      'is accepted again in the last millisecond of 30 minutes',
      { verified_at: at(1 - 30 * minute) },
      right,
      'already',
    ],
    ['has ended 30 minutes after it was right', { verified_at: at(-30 * minute) }, right, 'ended'],
    ['matches nothing where none was sent', { code_hash: null }, right, 'wrong'],
  ])('%s', (_, more, typed, expected) => {
    expect(checkCode({ ...sent, ...more }, typed, now)).toBe(expected)
  })
})

it('draws six digits, each as likely', () => {
  const codes = Array.from({ length: 2_000 }, generateCode)
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})

it('binds a code to its session, channel and target', () => {
  const of = { session_id: 7, channel: 'email', target: 'a@b.kr', code: '012345' } as const
  expect(String(hashCode(sealing, of))).toBe('code:7|email|a@b.kr|012345')
})

it('looks up addresses apart from telephone numbers', () => {
  const indexed = (['email', 'phone', 'adult'] as const).map((channel) =>
    String(targetIndex(sealing, channel, 'x')),
  )
  expect(indexed).toEqual(['email:x', 'phone:x', 'phone:x'])
})

it('lets a proof be used for 30 minutes', () => {
  expect(verifiedUntil(at(0)) - now.getTime()).toBe(30 * minute)
  expect(verifiedSince(now)).toBe('2026-11-20T23:30:00.000Z')
})

it('offers another code after a minute, and an extension once', () => {
  expect(resendAllowedAt(at(0)) - now.getTime()).toBe(minute)
  const row = { sent_at: at(0), ends_at: at(10 * minute), is_extended: false }
  expect(toCodeStatus(row)).toEqual({
    expires_at: at(10 * minute),
    resend_at: at(minute),
    can_extend: true,
  })
  expect(toCodeStatus({ ...row, is_extended: true }).can_extend).toBe(false)
})
