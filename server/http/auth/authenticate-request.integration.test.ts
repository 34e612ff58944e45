import type { Session } from '#server/api/request-context.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { authenticateRequest } from './authenticate-request.ts'
import { clientAddress, clientInfoOf } from './client-info.ts'
import { type OriginSettings, requireSameOrigin } from './origin-check.ts'

const site: OriginSettings = {
  site_url: 'https://hanpyeon.example',
  is_loopback_only: false,
  trust_proxy: 0,
}
const loopbackSite: OriginSettings = {
  site_url: 'http://localhost:3000',
  is_loopback_only: true,
  trust_proxy: 0,
}

const requestWith = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
  ({ headers, socket: { remoteAddress, destroyed: false } }) as unknown as IncomingMessage

function isAccepted(headers: Record<string, string>, origins: OriginSettings): boolean {
  try {
    requireSameOrigin(requestWith(headers), origins)
    return true
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'cross_origin_request') return false
    throw error
  }
}

describe('requireSameOrigin', () => {
  const host = 'hanpyeon.example'
  const siteUrl = site.site_url
  test.each<[boolean, OriginSettings, Record<string, string>]>([
    [true, site, { 'sec-fetch-site': 'same-origin' }],
    [false, site, { 'sec-fetch-site': 'same-site' }],
    [false, site, { 'sec-fetch-site': 'cross-site' }],
    // `none` marks a typed address or a bookmark: neither sends a mutation.
    [false, site, { 'sec-fetch-site': 'none' }],
    [false, site, { 'sec-fetch-site': '' }],
    [false, site, { 'sec-fetch-site': 'Same-Origin' }],
    // Sec-Fetch-Site takes precedence over Origin.
    [false, site, { 'sec-fetch-site': 'cross-site', origin: siteUrl }],
    [true, site, { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }],
    // Browsers without Sec-Fetch-Site.
    [true, site, { origin: siteUrl }],
    [false, site, { origin: 'https://elsewhere.example' }],
    [false, site, { origin: 'http://hanpyeon.example' }],
    [false, site, { origin: 'https://hanpyeon.example:8443' }],
    [false, site, { origin: 'https://hanpyeon.example.elsewhere.example' }],
    [false, site, { origin: 'https://elsewhere.hanpyeon.example' }],
    [false, site, { origin: 'null' }],
    [false, site, { origin: '' }],
    // Outside loopback, Host is not trusted: a proxy may have rewritten it.
    [false, site, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    [false, site, { origin: 'https://elsewhere.example', host: 'elsewhere.example' }],
    [false, site, {}],
    [false, site, { host, referer: `${siteUrl}/accounts/login` }],
    // A loopback site is reachable as localhost and as 127.0.0.1, on the same port.
    [true, loopbackSite, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    [false, loopbackSite, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }],
    [false, loopbackSite, { origin: 'null', host: '127.0.0.1:3000' }],
    [false, loopbackSite, { origin: 'http://elsewhere.example', host: '127.0.0.1:3000' }],
    [false, loopbackSite, { host: '127.0.0.1:3000' }],
  ])('accepts %s for %j %j', (passes, origins, headers) => {
    expect(isAccepted(headers, origins)).toBe(passes)
  })

  test('does not treat a site behind a local proxy as loopback-only', async () => {
    const app = await openTestAppForTest({ env: { SITE_URL: siteUrl } })
    const signOut = (origin: string) =>
      fetch(`${app.origin}/api/accounts/logout/`, { method: 'POST', headers: { origin } })
    expect((await signOut(siteUrl)).status).not.toBe(403)
    // A proxy may send its own name as Host.
    expect((await signOut(app.origin)).status).toBe(403)
  })
})

describe('session cookie', () => {
  const token = 'aZ09-_'.padEnd(43, 'x')
  const other = 'B'.repeat(43)
  const session = { id: 7, member: null } as Session

  async function tokensLookedUp(cookie: string, origins = loopbackSite) {
    const tokens: string[] = []
    const auth = await authenticateRequest(
      requestWith({ cookie }),
      origins,
      async (sessionToken) => {
        tokens.push(sessionToken)
        return session
      },
    )
    expect(auth.session).toBe(tokens.length > 0 ? session : null)
    return tokens
  }

  test.each<[string, string[]]>([
    [`sid=${token}`, [token]],
    [`theme=dark; sid=${token}; has_session=1`, [token]],
    [`theme=dark;sid=${token}`, [token]],
    [` sid = ${token} `, [token]],
    // Malformed values cause no database query.
    ['', []],
    ['sid', []],
    ['sid=', []],
    ['=;;; ;=sid;sid', []],
    [`sid=${token}x`, []],
    [`sid=${token.slice(1)}`, []],
    [`sid="${token}"`, []],
    [`sid=${token.slice(0, -1)}%`, []],
    [`sid=${token.slice(0, -1)}=`, []],
    [`xsid=${token}`, []],
    [`SID=${token}`, []],
    [`__Host-sid=${token}`, []],
    [`sid=' or 1=1 --`, []],
    [`${'a=b; '.repeat(3_000)}sid=${token}`, [token]],
    // Only the first well-formed value is looked up.
    [`sid=junk; sid=${token}`, [token]],
    [`sid=${token}; sid=${other}`, [token]],
  ])('%.60s', async (cookie, tokens) => {
    expect(await tokensLookedUp(cookie)).toEqual(tokens)
  })

  test('uses the __Host- prefix over https', async () => {
    expect(await tokensLookedUp(`__Host-sid=${token}`, site)).toEqual([token])
    expect(await tokensLookedUp(`sid=${token}`, site)).toEqual([])
  })

  test('comes with a readable hint that differs for every session', async () => {
    const hintOf = async (sessionToken: string) => {
      const auth = await authenticateRequest(requestWith({}), site, async () => null)
      auth.cookie.set(sessionToken, new Date('2026-12-24T12:00:00Z'))
      const hint = (auth.setCookie() ?? [])[1] ?? ''
      expect(hint).not.toContain('HttpOnly')
      return /^has_session=([\w-]{12});/.exec(hint)?.[1]
    }
    expect(await hintOf(token)).toBe(await hintOf(token))
    expect(await hintOf(token)).not.toBe(await hintOf(other))
  })

  test('is set and cleared with Path, SameSite, Secure and HttpOnly', async () => {
    const ends = new Date('2026-12-24T12:00:00Z')
    const lines = async (origins: OriginSettings, act: 'give' | 'take') => {
      const auth = await authenticateRequest(requestWith({}), origins, async () => null)
      expect(auth.setCookie()).toBeUndefined()
      if (act === 'give') auth.cookie.set(token, ends)
      else auth.cookie.clear()
      return (auth.setCookie() ?? [])[0]
    }
    expect(await lines(site, 'give')).toBe(
      `__Host-sid=${token}; Path=/; Expires=Thu, 24 Dec 2026 12:00:00 GMT; HttpOnly; Secure; SameSite=Lax`,
    )
    expect(await lines(site, 'take')).toBe(
      '__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await lines(loopbackSite, 'give')).toBe(
      `sid=${token}; Path=/; Expires=Thu, 24 Dec 2026 12:00:00 GMT; HttpOnly; SameSite=Lax`,
    )
  })
})

test('isAborted is true after the client disconnects', async () => {
  const request = requestWith({})
  const auth = await authenticateRequest(request, site, async () => null)
  expect(auth.isAborted()).toBe(false)
  Object.assign(request.socket, { destroyed: true })
  expect(auth.isAborted()).toBe(true)
})

describe('client address', () => {
  const proxy = '10.0.0.5'
  test.each<[number, string | undefined, string]>([
    // Without trust_proxy, X-Forwarded-For is ignored.
    [0, '198.51.100.1', proxy],
    [1, undefined, proxy],
    [1, '198.51.100.1', '198.51.100.1'],
    // Entries further left are written by the client and are not trusted.
    [1, '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '1.1.1.1,198.51.100.1 , 192.0.2.7', '198.51.100.1'],
    [1, '2001:db8::1', '2001:db8::1'],
    // With too few hops or an invalid entry, the peer address is used.
    [2, '198.51.100.1', proxy],
    [1, 'unknown', proxy],
    [1, '198.51.100.1, ', proxy],
    [1, "1'; drop table", proxy],
  ])('%i proxies, %j', (trust_proxy, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(clientAddress(requestWith(headers, proxy), { trust_proxy })).toBe(address)
    expect(clientInfoOf(requestWith(headers, proxy), { ...site, trust_proxy }).address).toBe(
      address,
    )
  })
})

test.each([
  [
    'Chrome · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Whale · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Whale/4.31.304.16 Safari/537.36',
  ],
  [
    'Edge · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  [
    'Samsung Internet · Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome · Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ],
  [
    'KakaoTalk · Android',
    'Mozilla/5.0 (Linux; Android 14; SM-S918N Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36;KAKAOTALK 2511010',
  ],
  [
    'KakaoTalk · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK/25.4.1 (INAPP)',
  ],
  [
    'Naver · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.12.51; 15PRO)',
  ],
  [
    'Safari · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari · Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Chrome · ChromeOS',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  ['', 'curl/8.5.0'],
  ['', ''],
])('names a device: %s', (device, agent) => {
  expect(clientInfoOf(requestWith({ 'user-agent': agent }), site).device).toBe(device)
})

test('gives an empty name without a user agent, and handles a very long one', () => {
  expect(clientInfoOf(requestWith({}), site).device).toBe('')
  expect(
    clientInfoOf(requestWith({ 'user-agent': 'Windows Chrome/'.repeat(5_000) }), site).device,
  ).toBe('Chrome · Windows')
})
