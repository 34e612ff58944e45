import { describe, expect, it } from 'vitest'
import { ProblemError } from '#server/shared/problem-error.ts'
import { type AddressLimits, createAddressRateLimits, type Work } from './address-rate-limits.ts'
import type { IncomingMessage } from 'node:http'

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const one = from('203.0.113.9')
const other = from('203.0.113.10')

function limitsOn(enabled = true) {
  const clock = { now: 0 }
  return { clock, limits: createAddressRateLimits({ trust_proxy: 0 }, () => clock.now, enabled) }
}

/** Seconds to wait, 0 where it is admitted. */
function waitOf(act: () => void): number {
  try {
    act()
    return 0
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error
    return error.retry_after || Number.NaN
  }
}

/** How often `act` is admitted before it is refused. */
function admitted(act: () => void): number {
  for (let count = 0; count < 1_000; count++) if (waitOf(act) !== 0) return count
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
  ])('%s is admitted so often in a minute', (work, times) => {
    const { limits } = limitsOn()
    expect(admitted(() => limits.spend(one, work))).toBe(times)
    expect(waitOf(() => limits.spend(other, work))).toBe(0)
  })

  it('says how long to wait, and begins anew after a minute', () => {
    const { clock, limits } = limitsOn()
    admitted(() => limits.spend(one, 'request'))
    clock.now = 59_000
    expect(waitOf(() => limits.spend(one, 'request'))).toBe(1)
    clock.now = 60_000
    expect(waitOf(() => limits.spend(one, 'request'))).toBe(0)
  })

  it('are shared by a network of IPv6', () => {
    const { limits } = limitsOn()
    admitted(() => limits.spend(from('2001:db8::1'), 'request'))
    expect(waitOf(() => limits.spend(from('2001:db8::2'), 'request'))).toBe(60)
    expect(limits.networkOf(from('2001:db8::2'))).toBe('2001:db8:0:0::/64')
  })
})

describe('searches', () => {
  const search = '/api/contents/search/?q=a'
  const suggestion = '/api/contents/search/suggest/?q=a'
  const page = '/search?q=a'
  const countOf = (limits: AddressLimits, url: string) =>
    admitted(() => limits.countSearch(url, one))

  it.each([
    [search, 120],
    [page, 120],
    ['/?q=', 120],
    [suggestion, 300],
    ['/api/customer-services/faqs/?q=a', 120],
    // Other spellings that the router reads alike.
    ['/%61pi/contents/search/?q=a', 120],
    ['/api/contents/search/%73uggest/?q=a', 300],
    ['/search?%71=a', 120],
    ['http://hanpyeon.example/api/contents/search/suggest/?q=a', 300],
    ['/search?q=a#/api/contents/search/suggest', 120],
    ['/%E0%A4%A?q=a', 120],
    // Nothing is searched.
    ['/api/contents/search/popular/?q=a', Infinity],
    ['/api/contents/?q=a', Infinity],
    ['/api/contents/faqs/?q=a', Infinity],
    ['/pages/1', Infinity],
    ['/pages/1?p=%41', Infinity],
    ['/pages/1?page=q', Infinity],
    ['/pages/1?xq=1', Infinity],
  ])('%s is admitted %s times in a minute', (url, times) => {
    expect(countOf(limitsOn().limits, url)).toBe(times)
  })

  it('are counted apart from suggestions, and together with pages', () => {
    const { limits } = limitsOn()
    expect(countOf(limits, search)).toBe(120)
    expect(countOf(limits, page)).toBe(0)
    expect(countOf(limits, suggestion)).toBe(300)
  })
})

describe('files that are not there', () => {
  it('cost an address its looks for files after 60, and five points each', () => {
    const { limits } = limitsOn()
    for (let count = 0; count < 59; count++) limits.countAbsentFile(one)
    expect(waitOf(() => limits.admitFileRead(one))).toBe(0)
    limits.countAbsentFile(one)
    expect(waitOf(() => limits.admitFileRead(one))).toBe(60)
    expect(waitOf(() => limits.admitFileRead(other))).toBe(0)
    expect(admitted(() => limits.spend(one, 'request'))).toBe(300)
  })
})

it('counts nothing when limits are off', () => {
  const { limits } = limitsOn(false)
  for (let count = 0; count < 100; count++) limits.countAbsentFile(one)
  expect(waitOf(() => limits.admitFileRead(one))).toBe(0)
  expect(admitted(() => limits.spend(one, 'page'))).toBe(Infinity)
  expect(admitted(() => limits.countSearch('/search?q=a', one))).toBe(Infinity)
  expect(limits.networkOf(one)).toBe('203.0.113.9')
})
