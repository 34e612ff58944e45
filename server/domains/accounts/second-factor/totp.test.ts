import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import {
  totpCode,
  groupByFour,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  otpauthUri,
  matchTimeStep,
} from './totp.ts'

/** RFC 6238, appendix B: the secret `12345678901234567890` of SHA-1. */
const secret = Secret.fromLatin1('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1_000)

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('generates the code of RFC 6238 at %i s', (seconds, code) => {
  expect(totpCode(secret, at(seconds))).toBe(code)
})

describe('matchTimeStep', () => {
  // Time step 1,000 lasts from 30,000 s to 30,030 s.
  const now = at(30_015)
  const matchedStep = (step: number, last_time_step = 0) =>
    matchTimeStep(secret, totpCode(secret, at(step * 30)), { last_time_step, now })

  it('accepts codes of the current time step and its neighbours', () => {
    expect([998, 999, 1_000, 1_001, 1_002].map((step) => matchedStep(step))).toEqual([
      ...[null, 999, 1_000, 1_001, null],
    ])
  })

  it('accepts only codes later than the last accepted step', () => {
    expect(matchedStep(1_000, 999)).toBe(1_000)
    expect(matchedStep(1_000, 1_000)).toBeNull()
    expect(matchedStep(999, 1_000)).toBeNull()
    expect(matchedStep(1_001, 1_000)).toBe(1_001)
  })

  it('rejects a code that matches no time step', () => {
    expect(matchTimeStep(secret, '000000', { last_time_step: 0, now })).toBeNull()
  })
})

it('generates secrets of 160 bits and encodes them in the URI', () => {
  const generated = generateTotpSecret()
  expect(generated).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(otpauthUri(generated, 'staff@hanpyeon.kr', '한편'))
  expect(uri.protocol + uri.host).toBe('otpauth:totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/한편:staff@hanpyeon.kr')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: generated,
    period: '30',
    digits: '6',
    algorithm: 'SHA1',
  })
  expect(new TOTP({ secret: generated }).generate({ timestamp: 0 })).toBe(
    totpCode(generated, at(0)),
  )
})

it('generates ten recovery codes of 80 bits, grouped by four', () => {
  const codes = generateRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{16}$/)
  expect(groupByFour('ABCDEFGH23456722')).toBe('ABCD-EFGH-2345-6722')
})

it('stores recovery codes as SHA-256', () => {
  expect(hashRecoveryCode('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
