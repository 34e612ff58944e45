import { ProblemError } from '#server/shared/problem-error.ts'
import type { Session } from '#server/api/request-context.ts'
import { describe, expect, it } from 'vitest'
import {
  createKeyRequests,
  type KeyRequestFacts,
  requireSameOriginKeyRequest,
} from './key-requests.ts'
import type { IncomingMessage } from 'node:http'

const site_url = 'https://hanpyeon.example'
const origins = { site_url, is_loopback_only: false, trust_proxy: 0 }

function isRejected(headers: Record<string, string>, is_loopback_only = false): boolean {
  try {
    requireSameOriginKeyRequest({ headers } as unknown as IncomingMessage, {
      ...origins,
      is_loopback_only,
    })
    return false
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'cross_origin_request') return true
    throw error
  }
}

const position = { 'x-playback-position': '57.3' }

describe('requireSameOriginKeyRequest', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['accepts pages of the site', { 'sec-fetch-site': 'same-origin' }, false],
    ['rejects other sites', { 'sec-fetch-site': 'cross-site' }, true],
    ['rejects other hosts of the domain', { 'sec-fetch-site': 'same-site' }, true],
    ['rejects a typed address', { 'sec-fetch-site': 'none' }, true],
    [
      'rejects other sites regardless of other headers',
      { 'sec-fetch-site': 'cross-site', origin: site_url, ...position },
      true,
    ],
    ['accepts the player header without Sec-Fetch-Site', position, false],
    ['accepts the origin of the site', { origin: site_url }, false],
    ['rejects another origin', { origin: 'https://evil.example' }, true],
    ['accepts a referer of the site without an origin', { referer: `${site_url}/video/1` }, false],
    ['rejects another referer', { referer: `https://evil.example/?${site_url}` }, true],
    [
      'rejects a referer that only starts with the site URL',
      { referer: `${site_url}.evil.example/` },
      true,
    ],
    [
      'rejects a referer of the site with another origin',
      { referer: `${site_url}/`, origin: 'https://evil.example' },
      true,
    ],
    ['rejects a referer that is not a URL', { referer: 'hanpyeon' }, true],
    ['rejects a request without any of these headers', {}, true],
  ])('%s', (_, headers, expected) => expect(isRejected(headers)).toBe(expected))

  it('accepts any loopback host on a loopback-only server', () => {
    const headers = { host: 'localhost:3000', referer: 'http://localhost:3000/video/1' }
    expect([isRejected(headers, true), isRejected(headers)]).toEqual([false, true])
  })
})

describe('createKeyRequests', () => {
  const requestedKey = {
    audience: { kind: 'public' },
    asset_id: 3,
    name: 'keys/audio/0.key',
  } as const
  const now = new Date('2026-05-01T12:00:00Z')
  const token = 'a'.repeat(43)
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }

  /** Returns the arguments of `issueKey` for a request. */
  async function factsOf(headers: Record<string, string>): Promise<KeyRequestFacts> {
    let facts: KeyRequestFacts | undefined
    const answer = createKeyRequests({
      origins,
      clock: { now: () => now },
      findSession: async (requestToken) => (requestToken === token ? ({ id: 7 } as Session) : null),
      issueKey: async (request, at) => {
        expect(at).toBe(now)
        expect(request).toMatchObject(requestedKey)
        facts = request
        return new Uint8Array(16)
      },
    })
    const request = { headers, socket: { remoteAddress: '203.0.113.9' } }
    expect(await answer(request as unknown as IncomingMessage, requestedKey)).toHaveLength(16)
    if (!facts) throw new Error('issueKey was not called')
    return facts
  }

  it('passes the facts of a request to issueKey', async () => {
    const headers = {
      ...sameOrigin,
      ...position,
      cookie: `__Host-sid=${token}`,
      'x-playback-player': 'player-of-this-tab',
      'sec-purpose': 'prefetch;prerender',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    }
    expect(await factsOf(headers)).toMatchObject({
      session_id: 7,
      player: 'player-of-this-tab',
      position: 57.3,
      is_prefetch: true,
      device: 'Firefox · Linux',
    })
  })

  it('passes null for missing facts', async () => {
    expect(await factsOf(sameOrigin)).toMatchObject({
      session_id: null,
      player: null,
      position: null,
      is_prefetch: false,
      device: '',
    })
  })

  it('passes no session for an unknown token', async () => {
    const cookie = `__Host-sid=${'b'.repeat(43)}`
    expect((await factsOf({ ...sameOrigin, cookie })).session_id).toBeNull()
  })

  it('rejects cross-site requests before looking up the session', async () => {
    await expect(factsOf({ 'sec-fetch-site': 'cross-site' })).rejects.toThrow(
      'cross_origin_request',
    )
  })

  it.each([
    ['0', 0],
    ['12', 12],
    ['12.000000001', 12.000000001],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['1234567', null],
    ['NaN', null],
  ])('parses the position %j as %s', async (text, expected) => {
    expect((await factsOf({ ...sameOrigin, 'x-playback-position': text })).position).toBe(expected)
  })

  it.each(['purpose', 'x-moz', 'x-purpose'])('recognizes a prefetch by %s', async (name) => {
    expect((await factsOf({ ...sameOrigin, [name]: 'prefetch' })).is_prefetch).toBe(true)
    expect((await factsOf({ ...sameOrigin, [name]: 'navigate' })).is_prefetch).toBe(false)
  })

  it('ignores a player name that is too short', async () => {
    expect((await factsOf({ ...sameOrigin, 'x-playback-player': 'short' })).player).toBeNull()
  })
})
