import { expect, test } from 'vitest'
import { anybody, createGrants, sharedExpiry } from './grants.ts'

const secret = 'of this test and no other, long enough'
const now = Date.parse('2026-03-01T00:00:00Z')
const grant = { asset: 12, viewer: anybody, expires: now + 60_000 }
/** One that has signed or seen nothing, as another process has not. */
const fresh = () => createGrants(secret)

test('a grant permits its asset until it ends, in every process with the secret', () => {
  const grants = fresh()
  const text = grants.issue(grant)
  // Asked twice: what was found good once is remembered.
  for (const checker of [grants, grants, fresh()]) {
    expect(checker.permits(text, 12, now)).toBe(true)
    expect(checker.permits(text, 12, grant.expires - 1)).toBe(true)
    expect(checker.permits(text, 12, grant.expires)).toBe(false)
  }
})

test('an expired grant is no good to somebody who never asked before either', () => {
  expect(fresh().permits(fresh().issue(grant), 12, grant.expires + 1)).toBe(false)
})

test('a grant is for one asset', () => {
  const grants = fresh()
  const text = grants.issue(grant)
  expect(grants.permits(text, 12, now)).toBe(true)
  for (const other of [1, 2, 13, 121]) expect(grants.permits(text, other, now)).toBe(false)
})

test('a grant altered anywhere permits nothing', () => {
  const text = fresh().issue({ ...grant, viewer: 'm42' })
  for (let at = 0; at < text.length; at++) {
    // The last character carries two bits that mean nothing; base64url as it is written has them at zero.
    for (const mark of ['0', 'A', '-']) {
      const altered = text.slice(0, at) + mark + text.slice(at + 1)
      if (altered !== text)
        expect([altered, fresh().permits(altered, 12, now)]).toEqual([altered, false])
    }
  }
  const [expires = '', viewer = '', mac = ''] = text.split('-')
  const later = (grant.expires + 3_600_000).toString(36)
  const forged = [
    `${later}-${viewer}-${mac}`,
    `${expires}-${anybody}-${mac}`,
    `${expires}-${viewer}-`,
    `${expires}-${viewer}`,
    `${text}A`,
    ` ${text}`,
    '',
    '-',
    '__proto__',
  ]
  for (const one of forged) expect([one, fresh().permits(one, 12, now)]).toEqual([one, false])
})

test('another secret signs otherwise', () => {
  const text = createGrants(`${secret}!`).issue(grant)
  expect(fresh().permits(text, 12, now)).toBe(false)
})

test('all who ask within the same six hours get the same end, at least six hours ahead', () => {
  const hour = 3_600_000
  const start = Math.floor(now / (6 * hour)) * 6 * hour
  expect(sharedExpiry(start)).toBe(sharedExpiry(start + 6 * hour - 1))
  for (let at = start; at < start + 24 * hour; at += hour / 2) {
    expect(sharedExpiry(at) - at).toBeGreaterThan(6 * hour - 1)
    expect(sharedExpiry(at) - at).toBeLessThanOrEqual(12 * hour)
  }
})
