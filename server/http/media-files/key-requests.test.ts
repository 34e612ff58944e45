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
const origins = { site_url, alone: false, trust_proxy: 0 }

function isRefused(headers: Record<string, string>, alone = false): boolean {
  try {
    requireSameOriginKeyRequest({ headers } as unknown as IncomingMessage, { ...origins, alone })
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError)
    expect((error as ProblemError).code).toBe('foreign_origin')
    return true
  }
}

const position = { 'x-playback-position': '57.3' }

describe('refuseForeignKeyRequest', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['accepts our own pages', { 'sec-fetch-site': 'same-origin' }, false],
    ['refuses other sites', { 'sec-fetch-site': 'cross-site' }, true],
    ['refuses other hosts of the domain', { 'sec-fetch-site': 'same-site' }, true],
    ['refuses an address typed in', { 'sec-fetch-site': 'none' }, true],
    [
      'refuses other sites whatever else they send',
      { 'sec-fetch-site': 'cross-site', origin: site_url, ...position },
      true,
    ],
    ['accepts the header of the player where the browser says nothing', position, false],
    ['accepts our origin', { origin: site_url }, false],
    ['refuses another origin', { origin: 'https://evil.example' }, true],
    ['accepts our referer without an origin', { referer: `${site_url}/video/1` }, false],
    ['refuses another referer', { referer: `https://evil.example/?${site_url}` }, true],
    [
      'refuses a referer that only begins like ours',
      { referer: `${site_url}.evil.example/` },
      true,
    ],
    [
      'refuses our referer with another origin',
      { referer: `${site_url}/`, origin: 'https://evil.example' },
      true,
    ],
    ['refuses a referer that is no address', { referer: 'hanpyeon' }, true],
    ['refuses a request that says nothing', {}, true],
  ])('%s', (_, headers, expected) => expect(isRefused(headers)).toBe(expected))

  it('accepts any name of this machine on a server that only it can reach', () => {
    const headers = { host: 'localhost:3000', referer: 'http://localhost:3000/video/1' }
    expect([isRefused(headers, true), isRefused(headers)]).toEqual([false, true])
  })
})

describe('createKeyRequests', () => {
  const named = { audience: { kind: 'public' }, asset_id: 3, name: 'keys/audio/0.key' } as const
  const now = new Date('2026-05-01T12:00:00Z')
  const token = 'a'.repeat(43)
  const own = { 'sec-fetch-site': 'same-origin' }

  /** What is asked of the issuer. */
  async function factsOf(headers: Record<string, string>): Promise<KeyRequestFacts> {
    let facts: KeyRequestFacts | undefined
    const answer = createKeyRequests({
      origins,
      clock: { now: () => now },
      findSession: async (given) => (given === token ? ({ id: 7 } as Session) : null),
      issueKey: async (request, at) => {
        expect(at).toBe(now)
        expect(request).toMatchObject(named)
        facts = request
        return new Uint8Array(16)
      },
    })
    const request = { headers, socket: { remoteAddress: '203.0.113.9' } }
    expect(await answer(request as unknown as IncomingMessage, named)).toHaveLength(16)
    if (!facts) throw new Error('no key was asked for')
    return facts
  }

  it('passes on what the request says', async () => {
    const headers = {
      ...{ ...own, ...position, cookie: `__Host-sid=${token}` },
      ...{ 'x-playback-player': 'player-of-this-tab', 'sec-purpose': 'prefetch;prerender' },
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    }
    expect(await factsOf(headers)).toMatchObject({
      ...{ session_id: 7, player: 'player-of-this-tab', position: 57.3, is_prefetch: true },
      device: 'Firefox · Linux',
    })
  })

  it('passes on nothing for what is missing', async () => {
    expect(await factsOf(own)).toMatchObject({
      ...{ session_id: null, player: null, position: null, is_prefetch: false, device: '' },
    })
  })

  it('has no session for an unknown token', async () => {
    const cookie = `__Host-sid=${'b'.repeat(43)}`
    expect((await factsOf({ ...own, cookie })).session_id).toBeNull()
  })

  it('refuses foreign requests before anything is looked up', async () => {
    await expect(factsOf({ 'sec-fetch-site': 'cross-site' })).rejects.toThrow('foreign_origin')
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
  ])('reads the position %j as %s', async (text, expected) => {
    expect((await factsOf({ ...own, 'x-playback-position': text })).position).toBe(expected)
  })

  it.each(['purpose', 'x-moz', 'x-purpose'])('recognizes a prefetch by %s', async (name) => {
    expect((await factsOf({ ...own, [name]: 'prefetch' })).is_prefetch).toBe(true)
    expect((await factsOf({ ...own, [name]: 'navigate' })).is_prefetch).toBe(false)
  })

  it('ignores a player name that is too short', async () => {
    expect((await factsOf({ ...own, 'x-playback-player': 'short' })).player).toBeNull()
  })
})
