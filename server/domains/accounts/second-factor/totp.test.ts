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
])('shows the code of RFC 6238 at %i s', (seconds, code) => {
  expect(totpCode(secret, at(seconds))).toBe(code)
})

describe('a typed code', () => {
  // Step 1,000 lasts from 30,000 s to 30,030 s.
  const now = at(30_015)
  const stepTyped = (step: number, last_step = 0) =>
    matchTimeStep(secret, totpCode(secret, at(step * 30)), { last_step, now })

  it('is accepted for its own step and the ones beside it', () => {
    expect([998, 999, 1_000, 1_001, 1_002].map((step) => stepTyped(step))).toEqual([
      ...[null, 999, 1_000, 1_001, null],
    ])
  })

  it('is accepted only later than the last one', () => {
    expect(stepTyped(1_000, 999)).toBe(1_000)
    expect(stepTyped(1_000, 1_000)).toBeNull()
    expect(stepTyped(999, 1_000)).toBeNull()
    expect(stepTyped(1_001, 1_000)).toBe(1_001)
  })

  it('is refused when no step has it', () => {
    expect(matchTimeStep(secret, '000000', { last_step: 0, now })).toBeNull()
  })
})

it('makes secrets of 160 bits, which the address of the camera carries', () => {
  const made = generateTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(otpauthUri(made, 'staff@hanpyeon.kr'))
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(decodeURIComponent(address.pathname)).toBe('/한편:staff@hanpyeon.kr')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ secret: made, period: '30', digits: '6', algorithm: 'SHA1' },
  })
  expect(new TOTP({ secret: made }).generate({ timestamp: 0 })).toBe(totpCode(made, at(0)))
})

it('makes ten recovery codes of 80 bits, written in fours', () => {
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
