import { Refusal } from '../kernel/refusals.ts'
import { describe, expect, it } from 'vitest'
import { refuseForeignKeyRequest } from './key-requests.ts'
import type { IncomingMessage } from 'node:http'

const site_url = 'https://hanpyeon.example'
const origins = { site_url, alone: false, trust_proxy: 0 }

function isRefused(headers: Record<string, string>, alone = false): boolean {
  try {
    refuseForeignKeyRequest({ headers } as unknown as IncomingMessage, { ...origins, alone })
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect((error as Refusal).code).toBe('foreign_origin')
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
