import { describe, expect, it } from 'vitest'
import { ProblemError } from '#server/shared/problem-error.ts'
import { type AddressLimits, createAddressRateLimits, type Work } from './address-rate-limits.ts'
import type { IncomingMessage } from 'node:http'

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const visitor = requestFrom('203.0.113.9')
const other = requestFrom('203.0.113.10')

function limitsOn(enabled = true) {
  const clock = { now: 0 }
  return { clock, limits: createAddressRateLimits({ trust_proxy: 0 }, () => clock.now, enabled) }
}

/** Returns the seconds to wait, 0 if admitted. */
function secondsToWait(spend: () => unknown): number {
  try {
    spend()
    return 0
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error
    return error.retry_after || Number.NaN
  }
}

/** Returns how often `spend` is admitted before it is rejected. */
function countAdmitted(spend: () => unknown): number {
  for (let count = 0; count < 1_000; count++) if (secondsToWait(spend) !== 0) return count
  return Infinity
}

describe('points of an address', () => {
  it.each<[Work, number]>([
    ['request', 600],
    ['page', 150],
    ['sitemap', 150],
    ['key', 300],
    ['upgrade', 300],
    ['absent_file', 120],
  ])('admits %s %i times a minute', (work, times) => {
    const { limits } = limitsOn()
    expect(countAdmitted(() => limits.spend(visitor, work))).toBe(times)
    expect(secondsToWait(() => limits.spend(other, work))).toBe(0)
  })

  it('returns the seconds to wait, and resets after a minute', () => {
    const { clock, limits } = limitsOn()
    countAdmitted(() => limits.spend(visitor, 'request'))
    clock.now = 59_000
    expect(secondsToWait(() => limits.spend(visitor, 'request'))).toBe(1)
    clock.now = 60_000
    expect(secondsToWait(() => limits.spend(visitor, 'request'))).toBe(0)
  })

  it('shares points within an IPv6 /64 network', () => {
    const { limits } = limitsOn()
    countAdmitted(() => limits.spend(requestFrom('2001:db8::1'), 'request'))
    expect(secondsToWait(() => limits.spend(requestFrom('2001:db8::2'), 'request'))).toBe(60)
    expect(limits.networkOf(requestFrom('2001:db8::2'))).toBe('2001:db8:0:0::/64')
  })
})

describe('searches', () => {
  const search = '/api/contents/search/?q=a'
  const suggestion = '/api/contents/search/suggest/?q=a'
  const page = '/search?q=a'
  const countOf = (limits: AddressLimits, url: string) =>
    countAdmitted(() => limits.countSearch(url, visitor))

  it.each([
    [search, 120],
    [page, 120],
    ['/?q=', 120],
    [suggestion, 300],
    ['/api/customer-services/faqs/?q=a', 120],
    ['/api/contents/search/texts/?q=a', 120],
    // Reported searches, whose query is in the body.
    ['/api/contents/search/clicks/', 120],
    ['/api/contents/search/terms/', 120],
    // Other spellings that the router treats as equal.
    ['/%61pi/contents/search/?q=a', 120],
    ['/api/contents/search/%73uggest/?q=a', 300],
    ['/search?%71=a', 120],
    ['/search?q=a#/api/contents/search/suggest', 120],
    ['/%E0%A4%A?q=a', 120],
    // Not a search.
    ['/api/contents/search/popular/?q=a', Infinity],
    ['/api/contents/search/popular/', Infinity],
    ['/api/contents/?q=a', Infinity],
    ['/api/contents/faqs/?q=a', Infinity],
    ['/pages/1', Infinity],
    ['/pages/1?p=%41', Infinity],
    ['/pages/1?page=q', Infinity],
    ['/pages/1?xq=1', Infinity],
  ])('admits %s %s times a minute', (url, times) => {
    expect(countOf(limitsOn().limits, url)).toBe(times)
  })

  it('counts searches and search pages together, suggestions separately', () => {
    const { limits } = limitsOn()
    expect(countOf(limits, search)).toBe(120)
    expect(countOf(limits, page)).toBe(0)
    expect(countOf(limits, '/api/contents/search/clicks/')).toBe(0)
    expect(countOf(limits, suggestion)).toBe(300)
    expect(countOf(limits, '/api/contents/search/%74exts/?q=a')).toBe(120)
  })
})

describe('missing files', () => {
  it('block file reads of an address after 60, and cost five points each', () => {
    const { limits } = limitsOn()
    for (let count = 0; count < 59; count++) limits.countAbsentFile(visitor)
    expect(secondsToWait(() => limits.admitFileRead(visitor))).toBe(0)
    limits.countAbsentFile(visitor)
    expect(secondsToWait(() => limits.admitFileRead(visitor))).toBe(60)
    expect(secondsToWait(() => limits.admitFileRead(other))).toBe(0)
    expect(countAdmitted(() => limits.spend(visitor, 'request'))).toBe(300)
  })
})

it('counts nothing when limits are off', () => {
  const { limits } = limitsOn(false)
  for (let count = 0; count < 100; count++) limits.countAbsentFile(visitor)
  expect(secondsToWait(() => limits.admitFileRead(visitor))).toBe(0)
  expect(countAdmitted(() => limits.spend(visitor, 'page'))).toBe(Infinity)
  expect(countAdmitted(() => limits.countSearch('/search?q=a', visitor))).toBe(Infinity)
  expect(limits.networkOf(visitor)).toBe('203.0.113.9')
})
