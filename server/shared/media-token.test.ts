import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createMediaTokens,
  formatAudience,
  type MediaAudience,
  audienceMaxHeight,
  parseAudience,
  publicAudience,
  sharedTokenExpiry,
  paidTokenTtlMs,
} from './media-token.ts'

const secret = 'of this test and no other, long enough'
const now = Date.parse('2026-03-01T00:00:00Z')
const grant = { asset: 12, audience: publicAudience, expires: now + 60_000 }
/** Another process: it has signed and verified nothing yet. */
const fresh = () => createMediaTokens(secret)

const audiences: MediaAudience[] = [
  publicAudience,
  { kind: 'preview', max_height: 720 },
  { kind: 'session', session_id: 42, max_height: 1080 },
  { kind: 'session', session_id: 2_147_483_647, max_height: 720 },
  { kind: 'studio', session_id: 42 },
]

describe('audiences', () => {
  it.each(audiences)('are read as they were written: %j', (audience) => {
    expect(parseAudience(formatAudience(audience))).toEqual(audience)
    expect(fresh().verify(fresh().sign({ ...grant, audience }), 12, now)).toEqual(audience)
  })

  it.each(['', 'q', 'v', 'v0', 'v72000', 's', 'sH720', 'S1H720', 'm42', 'pp'])(
    'refuse %j',
    (text) => expect(parseAudience(text)).toBeUndefined(),
  )

  it('bound the height of previews and sessions alone', () => {
    expect(audiences.map(audienceMaxHeight)).toEqual([Infinity, 720, 1080, 720, Infinity])
  })
})

describe('grants', () => {
  it('permit their asset until they end, in every process with the secret', () => {
    const grants = fresh()
    const text = grants.sign(grant)
    // Twice with the same one: a verified grant is remembered.
    for (const verifier of [grants, grants, fresh()]) {
      expect(verifier.verify(text, 12, now)).toEqual(publicAudience)
      expect(verifier.verify(text, 12, grant.expires - 1)).toEqual(publicAudience)
      expect(verifier.verify(text, 12, grant.expires)).toBeUndefined()
    }
    for (const late of [0, 1])
      expect(fresh().verify(text, 12, grant.expires + late)).toBeUndefined()
  })

  it('permit no other asset', () => {
    const grants = fresh()
    const text = grants.sign(grant)
    expect(grants.verify(text, 12, now)).toBeDefined()
    for (const other of [1, 2, 13, 121]) expect(grants.verify(text, other, now)).toBeUndefined()
  })

  it('permit nothing when altered anywhere', () => {
    const audience: MediaAudience = { kind: 'session', session_id: 42, max_height: 720 }
    const text = fresh().sign({ ...grant, audience })
    for (let at = 0; at < text.length; at++) {
      for (const mark of ['0', 'A', '-']) {
        const altered = text.slice(0, at) + mark + text.slice(at + 1)
        if (altered !== text)
          expect([altered, fresh().verify(altered, 12, now)]).toEqual([altered, undefined])
      }
    }
    const [expires = '', name = '', mac = ''] = text.split('-')
    const later = (grant.expires + 3_600_000).toString(36)
    const forged = [
      `${later}-${name}-${mac}`,
      `${expires}-p-${mac}`,
      // A better picture, and no bound at all, on the mac of another.
      `${expires}-${name.replace('H720', 'H1080')}-${mac}`,
      `${expires}-${name.replace('H720', '')}-${mac}`,
      `${expires}-${name}-`,
      `${expires}-${name}`,
      `${text}A`,
      ` ${text}`,
      '',
      '-',
      '__proto__',
    ]
    const grants = fresh()
    grants.verify(text, 12, now)
    for (const one of forged) expect([one, grants.verify(one, 12, now)]).toEqual([one, undefined])
  })

  it('are signed otherwise by another secret', () => {
    const text = createMediaTokens(`${secret}!`).sign(grant)
    expect(fresh().verify(text, 12, now)).toBeUndefined()
  })
})

it('permits nothing to an audience that is unknown, though it is signed', () => {
  const expires = grant.expires
  const mac = createHmac('sha256', secret).update(`12|q|${expires}`).digest().subarray(0, 16)
  const text = `${expires.toString(36)}-q-${mac.toString('base64url')}`
  const grants = fresh()
  for (const _ of ['first', 'remembered']) expect(grants.verify(text, 12, now)).toBeUndefined()
})

it('lets the address of a session hold for six hours', () => {
  expect(paidTokenTtlMs).toBe(6 * 3_600_000)
})

describe('sharedExpiry', () => {
  it('is the same within six hours and at least six hours ahead', () => {
    const hour = 3_600_000
    const start = Math.floor(now / (6 * hour)) * 6 * hour
    expect(sharedTokenExpiry(start)).toBe(sharedTokenExpiry(start + 6 * hour - 1))
    for (let at = start; at < start + 24 * hour; at += hour / 2) {
      expect(sharedTokenExpiry(at) - at).toBeGreaterThan(6 * hour - 1)
      expect(sharedTokenExpiry(at) - at).toBeLessThanOrEqual(12 * hour)
    }
  })
})
