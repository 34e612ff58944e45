import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createMediaTokens,
  edgeKey,
  formatAudience,
  noPlanMaxHeight,
  type MediaAudience,
  audienceMaxHeight,
  parseAudience,
  publicAudience,
  sharedTokenExpiry,
  maxTokenTtlMs,
} from './media-token.ts'

const secret = 'of this test and no other, long enough'
const now = Date.parse('2026-03-01T00:00:00Z')
const token = { asset: 12, audience: publicAudience, expires: now + 60_000 }
/** Creates an instance with an empty cache, as in another process. */
const newTokens = () => createMediaTokens(secret)

const audiences: MediaAudience[] = [
  publicAudience,
  { kind: 'preview', max_height: 720 },
  { kind: 'session', session_id: 42, max_height: 1080 },
  { kind: 'session', session_id: 2_147_483_647, max_height: 720 },
  { kind: 'studio', session_id: 42 },
]

describe('parseAudience', () => {
  it.each(audiences)('reads what formatAudience wrote: %j', (audience) => {
    expect(parseAudience(formatAudience(audience))).toEqual(audience)
    expect(newTokens().verify(newTokens().sign({ ...token, audience }), 12, now)).toEqual(audience)
  })

  it.each(['', 'q', 'v', 'v0', 'v72000', 's', 'sH720', 'S1H720', 'm42', 'pp'])(
    'rejects %j',
    (text) => expect(parseAudience(text)).toBeUndefined(),
  )

  it('limits the height for all but the studio', () => {
    expect(audiences.map(audienceMaxHeight)).toEqual([noPlanMaxHeight, 720, 1080, 720, Infinity])
  })
})

describe('media tokens', () => {
  it('are valid for their asset until they expire, in every process with the secret', () => {
    const tokens = newTokens()
    const text = tokens.sign(token)
    // Twice with the same instance, because verified tokens are cached.
    for (const verifier of [tokens, tokens, newTokens()]) {
      expect(verifier.verify(text, 12, now)).toEqual(publicAudience)
      expect(verifier.verify(text, 12, token.expires - 1)).toEqual(publicAudience)
      expect(verifier.verify(text, 12, token.expires)).toBeUndefined()
    }
    for (const late of [0, 1])
      expect(newTokens().verify(text, 12, token.expires + late)).toBeUndefined()
  })

  it('are invalid for another asset', () => {
    const tokens = newTokens()
    const text = tokens.sign(token)
    expect(tokens.verify(text, 12, now)).toBeDefined()
    for (const other of [1, 2, 13, 121]) expect(tokens.verify(text, other, now)).toBeUndefined()
  })

  it('are invalid when altered', () => {
    const audience: MediaAudience = { kind: 'session', session_id: 42, max_height: 720 }
    const text = newTokens().sign({ ...token, audience })
    const alterations = Array.from(text)
      .flatMap((_, index) =>
        ['0', 'A', '-'].map((char) => text.slice(0, index) + char + text.slice(index + 1)),
      )
      .filter((altered) => altered !== text)
    expect(alterations.length).toBeGreaterThanOrEqual(2 * text.length)
    expect(alterations.filter((altered) => newTokens().verify(altered, 12, now))).toEqual([])
    const [expires = '', name = '', mac = ''] = text.split('-')
    const later = (token.expires + 3_600_000).toString(36)
    const forged = [
      `${later}-${name}-${mac}`,
      `${expires}-p-${mac}`,
      // A higher resolution, and no limit, with the MAC of another audience.
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
    const tokens = newTokens()
    tokens.verify(text, 12, now)
    for (const forgery of forged)
      expect([forgery, tokens.verify(forgery, 12, now)]).toEqual([forgery, undefined])
  })

  it('are invalid with another secret', () => {
    const text = createMediaTokens(`${secret}!`).sign(token)
    expect(newTokens().verify(text, 12, now)).toBeUndefined()
  })
})

it('rejects a correctly signed token with an unknown audience', () => {
  const expires = token.expires
  const mac = createHmac('sha256', secret).update(`12|q|${expires}`).digest().subarray(0, 16)
  const text = `${expires.toString(36)}-q-${mac.toString('base64url')}`
  const tokens = newTokens()
  for (const _ of ['first', 'cached']) expect(tokens.verify(text, 12, now)).toBeUndefined()
})

it('issues tokens for six hours at most', () => {
  expect(maxTokenTtlMs).toBe(6 * 3_600_000)
})

describe('sharedTokenExpiry', () => {
  it('is constant within an hour, and five to six hours ahead', () => {
    const hour = 3_600_000
    const start = Math.floor(now / hour) * hour
    expect(sharedTokenExpiry(start)).toBe(sharedTokenExpiry(start + hour - 1))
    for (let time = start; time < start + 24 * hour; time += hour / 7) {
      expect(sharedTokenExpiry(time) - time).toBeGreaterThan(5 * hour)
      expect(sharedTokenExpiry(time) - time).toBeLessThanOrEqual(6 * hour)
    }
  })
})

describe('media tokens while the secret is replaced', () => {
  const next = 'the next secret of this test, long enough'
  const replaced = createMediaTokens(next, { previous_secret: secret })

  it('are signed by the new secret, and accepted by both', () => {
    expect(createMediaTokens(next).verify(replaced.sign(token), 12, now)).toEqual(publicAudience)
    expect(replaced.verify(newTokens().sign(token), 12, now)).toEqual(publicAudience)
    expect(newTokens().verify(replaced.sign(token), 12, now)).toBeUndefined()
  })
})

describe('edgeUrlsOf', () => {
  it('spreads assets over the caches, and lists the others after', () => {
    const tokens = createMediaTokens(secret, { edge_urls: ['a', 'b', 'c'] })
    expect([3, 4, 5].map((asset) => tokens.edgeUrlsOf(asset).join(''))).toEqual([
      'abc',
      'bca',
      'cab',
    ])
    expect(newTokens().edgeUrlsOf(3)).toEqual([])
  })
})

describe('media tokens that caches verify', () => {
  const edge = createMediaTokens(secret, { edge_urls: ['https://films.example'] })
  const macOf = (key: string, audience: string) =>
    createHmac('sha256', key)
      .update(`12|${audience}|${token.expires}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')

  it('are signed by the derived key, and accepted by servers with and without caches', () => {
    const text = edge.sign(token)
    expect(text.split('-').slice(2).join('-')).toBe(macOf(edgeKey(secret), 'p'))
    expect(newTokens().verify(text, 12, now)).toEqual(publicAudience)
    expect(edge.verify(newTokens().sign(token), 12, now)).toEqual(publicAudience)
  })

  it('are not accepted for staff if signed by the derived key', () => {
    const audience = { kind: 'studio', session_id: 42 } as const
    const forged = `${token.expires.toString(36)}-s16-${macOf(edgeKey(secret), 's16')}`
    expect(formatAudience(audience)).toBe('s16')
    expect(edge.verify(forged, 12, now)).toBeUndefined()
    expect(edge.verify(edge.sign({ ...token, audience }), 12, now)).toEqual(audience)
  })
})
