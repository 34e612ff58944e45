import type { Session } from '#server/api/request-context.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { authenticateRequest } from './authenticate-request.ts'
import { clientAddress, clientInfoOf } from './client-info.ts'
import { type OriginSettings, requireSameOrigin } from './origin-check.ts'

const site: OriginSettings = { site_url: 'https://hanpyeon.example', alone: false, trust_proxy: 0 }
const laptop: OriginSettings = { site_url: 'http://localhost:3000', alone: true, trust_proxy: 0 }

const asked = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
  ({ headers, socket: { remoteAddress, destroyed: false } }) as unknown as IncomingMessage

describe('what another site made a browser send is refused', () => {
  const host = 'hanpyeon.example'
  const ours = site.site_url
  test.each<[boolean, OriginSettings, Record<string, string>]>([
    [true, site, { 'sec-fetch-site': 'same-origin' }],
    [false, site, { 'sec-fetch-site': 'same-site' }],
    [false, site, { 'sec-fetch-site': 'cross-site' }],
    // Typed, or from a bookmark: nobody types what changes something.
    [false, site, { 'sec-fetch-site': 'none' }],
    [false, site, { 'sec-fetch-site': '' }],
    [false, site, { 'sec-fetch-site': 'Same-Origin' }],
    // What the browser says of the asker outweighs where it says it comes from.
    [false, site, { 'sec-fetch-site': 'cross-site', origin: ours }],
    [true, site, { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }],
    // Browsers from before Sec-Fetch-Site.
    [true, site, { origin: ours }],
    [false, site, { origin: 'https://elsewhere.example' }],
    [false, site, { origin: 'http://hanpyeon.example' }],
    [false, site, { origin: 'https://hanpyeon.example:8443' }],
    [false, site, { origin: 'https://hanpyeon.example.elsewhere.example' }],
    [false, site, { origin: 'https://elsewhere.hanpyeon.example' }],
    [false, site, { origin: 'null' }],
    [false, site, { origin: '' }],
    // The host it was sent to proves nothing beyond a laptop: a proxy may have put its own name there.
    [false, site, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    [false, site, { origin: 'https://elsewhere.example', host: 'elsewhere.example' }],
    [false, site, {}],
    [false, site, { host, referer: `${ours}/accounts/login` }],
    // A laptop is localhost and 127.0.0.1, on the same port.
    [true, laptop, { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    [false, laptop, { origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }],
    [false, laptop, { origin: 'null', host: '127.0.0.1:3000' }],
    [false, laptop, { origin: 'http://elsewhere.example', host: '127.0.0.1:3000' }],
    [false, laptop, { host: '127.0.0.1:3000' }],
  ])('passes: %s, %j %j', (passes, origins, headers) => {
    const refused = () => requireSameOrigin(asked(headers), origins)
    if (passes) expect(refused).not.toThrow()
    else expect(refused).toThrow('foreign_origin')
  })

  test('a site behind a proxy on its machine is no laptop', async () => {
    const world = await openTestAppForTest({ env: { SITE_URL: ours } })
    const signOut = (origin: string) =>
      fetch(`${world.origin}/api/accounts/logout/`, { method: 'POST', headers: { origin } })
    expect((await signOut(ours)).status).not.toBe(403)
    // As who comes by such a proxy is heard, which may put its own name as the host.
    expect((await signOut(world.origin)).status).toBe(403)
  })
})

describe('the cookie', () => {
  const token = 'aZ09-_'.padEnd(43, 'x')
  const other = 'B'.repeat(43)
  const session = { id: 7, member: null } as Session

  async function lookedFor(cookie: string, origins = laptop) {
    const tokens: string[] = []
    const who = await authenticateRequest(asked({ cookie }), origins, async (found) => {
      tokens.push(found)
      return session
    })
    expect(who.session).toBe(tokens.length > 0 ? session : null)
    return tokens
  }

  test.each<[string, string[]]>([
    [`sid=${token}`, [token]],
    [`theme=dark; sid=${token}; has_session=1`, [token]],
    [`theme=dark;sid=${token}`, [token]],
    [` sid = ${token} `, [token]],
    // Junk of any kind costs no look into the database.
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
    // Of several, the first that could be ours; one alone is looked for.
    [`sid=junk; sid=${token}`, [token]],
    [`sid=${token}; sid=${other}`, [token]],
  ])('%.60s', async (cookie, tokens) => {
    expect(await lookedFor(cookie)).toEqual(tokens)
  })

  test('over https it is the one that no other host of the domain can set', async () => {
    expect(await lookedFor(`__Host-sid=${token}`, site)).toEqual([token])
    expect(await lookedFor(`sid=${token}`, site)).toEqual([])
  })

  test('is given and taken with what keeps it to this site and out of scripts', async () => {
    const ends = new Date('2026-12-24T12:00:00Z')
    const lines = async (origins: OriginSettings, act: 'give' | 'take') => {
      const who = await authenticateRequest(asked({}), origins, async () => null)
      expect(who.setCookie()).toBeUndefined()
      if (act === 'give') who.cookie.give(token, ends)
      else who.cookie.take()
      return (who.setCookie() ?? [])[0]
    }
    expect(await lines(site, 'give')).toBe(
      `__Host-sid=${token}; Path=/; SameSite=Lax; Secure; HttpOnly; Expires=Thu, 24 Dec 2026 12:00:00 GMT`,
    )
    expect(await lines(site, 'take')).toBe(
      '__Host-sid=; Path=/; SameSite=Lax; Secure; HttpOnly; Max-Age=0',
    )
    expect(await lines(laptop, 'give')).toBe(
      `sid=${token}; Path=/; SameSite=Lax; HttpOnly; Expires=Thu, 24 Dec 2026 12:00:00 GMT`,
    )
  })
})

test('whoever hung up is gone', async () => {
  const request = asked({})
  const who = await authenticateRequest(request, site, async () => null)
  expect(who.isAborted()).toBe(false)
  Object.assign(request.socket, { destroyed: true })
  expect(who.isAborted()).toBe(true)
})

describe('the address', () => {
  const proxy = '10.0.0.5'
  test.each<[number, string | undefined, string]>([
    // Nobody is trusted unless it is told.
    [0, '198.51.100.1', proxy],
    [1, undefined, proxy],
    [1, '198.51.100.1', '198.51.100.1'],
    // What stands further left the caller wrote himself.
    [1, '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    [2, '1.1.1.1,198.51.100.1 , 192.0.2.7', '198.51.100.1'],
    [1, '2001:db8::1', '2001:db8::1'],
    // Who came past a proxy, or a proxy that writes something else: whoever is at the other end.
    [2, '198.51.100.1', proxy],
    [1, 'unknown', proxy],
    [1, '198.51.100.1, ', proxy],
    [1, "1'; drop table", proxy],
  ])('%i proxies, %j', (trust_proxy, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(clientAddress(asked(headers, proxy), { trust_proxy })).toBe(address)
    expect(clientInfoOf(asked(headers, proxy), { ...site, trust_proxy }).address).toBe(address)
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
])('a device is called %s', (device, agent) => {
  expect(clientInfoOf(asked({ 'user-agent': agent }), site).device).toBe(device)
})

test('a device that does not say what it is has no name, and a very long one does no harm', () => {
  expect(clientInfoOf(asked({}), site).device).toBe('')
  expect(clientInfoOf(asked({ 'user-agent': 'Windows Chrome/'.repeat(5_000) }), site).device).toBe(
    'Chrome · Windows',
  )
})
