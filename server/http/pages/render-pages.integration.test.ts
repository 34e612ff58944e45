import { endpoints } from '#contract/index.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { createPagesBuild } from '#test/processes/pages-build.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { type createContext, data, redirect, type LoaderFunctionArgs } from 'react-router'
import pg from 'pg'
import { expect, test } from 'vitest'
import { pageSecurityHeaders } from './security-headers.ts'

const { listSeries, readSeries } = endpoints.contents
const script = 'window.page = "한편"'
const rendered: string[] = []

type Args = LoaderFunctionArgs
const callOf = ({ context }: Args): EndpointClient => {
  const shared = globalThis as unknown as Record<
    symbol,
    ReturnType<typeof createContext<EndpointClient>>
  >
  return context.get(shared[Symbol.for('hanpyeon.loader-call')]!)
}

/** A site of a few pages, one per behaviour; records every rendering. */
const loaders = {
  '': (args: Args) => callOf(args)(listSeries, { query: {} }),
  'series/:id': (args: Args) =>
    callOf(args)(readSeries, { params: { id: String(args.params['id']) } }),
  'old/:id': ({ params }: Args) => redirect(`/series/${params['id']}`, 301),
  patient: async (args: Args) => callOf(args)(readSeries, { params: { id: 2 } }).catch(() => null),
  broken: () => {
    throw new Error('Rendering failed')
  },
  '*': () => {
    throw data(null, { status: 404, statusText: 'Not Found' })
  },
}

const site = createPagesBuild(
  {
    inlineScripts: [script],
    default: (request: Request, status: number, headers: Headers, context: unknown): Response => {
      rendered.push(new URL(request.url).pathname + new URL(request.url).search)
      const { loaderData } = (context as { staticHandlerContext: { loaderData: unknown } })
        .staticHandlerContext
      headers.set('content-type', 'text/html; charset=utf-8')
      const body = `<p>${JSON.stringify(loaderData)}</p>${'.'.repeat(2_000)}<script>${script}</script>`
      return new Response(body, { status, headers })
    },
  },
  Object.fromEntries(
    [['root', undefined] as const, ...Object.entries(loaders)].map(([path, loader]) => [
      path === '' ? 'home' : path,
      path === 'root'
        ? {
            id: 'root',
            path: '',
            module: { default: (): null => null, ErrorBoundary: (): null => null },
          }
        : {
            id: path === '' ? 'home' : path,
            parentId: 'root',
            ...(path === '' ? { index: true } : { path }),
            module: { default: (): null => null, loader },
          },
    ]),
  ),
)

async function openSite() {
  rendered.length = 0
  const app = await openTestAppForTest({ pages: { build: site } })
  await app.pool.query(
    `with s as (insert into series (id, title, age_rating, is_series) overriding system value
       values (1, '처음', 'ALL', true), (2, '처음', 'ALL', true) returning id),
     t as (insert into seasons (series_id, number, title) select id, 1, '시즌 1' from s returning id, series_id)
     insert into episodes (series_id, season_id, number, title, video_state)
       select series_id, id, 1, '1화', 'ready' from t`,
  )
  // The insert invalidates `catalogue`; wait until the responses generated before are gone.
  const renderedBySecond = async () => {
    await app.fetch('/series/1')
    const before = rendered.length
    await app.fetch('/series/1')
    return rendered.length - before
  }
  await expect.poll(renderedBySecond).toBe(0)
  rendered.length = 0
  return app
}

test('renders a page once for all queries it does not read', async () => {
  const app = await openSite()
  for (const query of ['', '?utm_source=mail', '?fbclid=1&utm_source=x', '/', '/?gclid=2'])
    expect((await app.fetch(`/series/1${query}`)).status).toBe(200)
  expect(rendered).toEqual([])
  await app.fetch('/series/1?page=2&ordering=-number')
  await app.fetch('/series/1?ordering=-number&x=1&page=2')
  expect(rendered).toEqual(['/series/1?ordering=-number&page=2'])
})

test('responds to pages with Cache-Control and ETag, and 304 to If-None-Match', async () => {
  const app = await openSite()
  const first = await app.fetch('/series/1')
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/)
  const names = ['cache-control', 'vary', 'etag', 'content-security-policy', 'content-type']
  for (const condition of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await app.fetch('/series/1', { headers: { 'if-none-match': condition } })
    expect([condition, again.status, await again.text()]).toEqual([condition, 304, ''])
    for (const name of names) expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
  const head = await app.fetch('/series/1', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  const compressed = await app.fetch('/series/1', {
    headers: { 'accept-encoding': 'br;q=0, *;q=0.1' },
  })
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(await compressed.text()).toContain(script)
})

test('caches and invalidates page data like the page', async () => {
  const app = await openSite()
  const response = await app.fetch('/series/1.data')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/x-script'])
  expect(await response.text()).toContain('처음')
  await app.pool.query(`update series set title = '고친 제목' where id = 1`)
  for (const address of ['/series/1.data', '/series/1', '/'])
    await expect.poll(async () => (await app.fetch(address)).text()).toContain('고친 제목')
})

test('passes on redirects, and responds 404 with no-store to missing pages', async () => {
  const app = await openSite()
  const redirected = await app.fetch('/old/7')
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, '/series/7'])
  for (const address of ['/nowhere', '/series/99', '/series/abc']) {
    const notFound = await app.fetch(address)
    expect([address, notFound.status, notFound.headers.get('cache-control')]).toEqual([
      address,
      404,
      'no-store',
    ])
    expect(notFound.headers.get('content-type')).toMatch(/^text\/html/)
  }
  expect((await app.fetch('/broken')).status).toBe(500)
})

test('names the status of a failed page in its data', async () => {
  const app = await openSite()
  for (const address of ['/nowhere.data', '/series/99.data']) {
    const missing = await app.fetch(address)
    expect([missing.status, missing.statusText]).toEqual([404, 'Not Found'])
    const text = await missing.text()
    expect(text).toContain('"Not Found"')
    expect(text).not.toContain('Internal Server Error')
  }
  const posted = await app.fetch('/series/1.data', { method: 'POST' })
  expect([posted.status, posted.statusText]).toEqual([405, 'Method Not Allowed'])
  const malformed = await app.fetch('/series/%E0%A4%A.data')
  expect([malformed.status, malformed.statusText]).toEqual([400, 'Bad Request'])
})

test('responds to arbitrary addresses without caching them', async () => {
  const app = await openSite()
  const readCacheBytes = async () => {
    const metrics = await (await app.fetch('/metrics')).text()
    return Number(metrics.match(/^hanpyeon_response_cache_bytes (\d+)/m)?.[1])
  }
  // A page is not cached if a notification of the seed arrives during its generation.
  let before = 0
  await expect
    .poll(async () => {
      await app.fetch('/')
      return (before = await readCacheBytes())
    })
    .toBeGreaterThan(0)
  const addresses = [
    '//evil.example/',
    '//evil.example/series/1',
    '/\\evil.example',
    '/%2f%2fevil.example',
  ]
  addresses.push(
    '/%E0%A4%A',
    '/%00',
    '/a'.repeat(2_000),
    '/..%2f..%2fetc/passwd',
    '/series/1/../../none',
  )
  for (let at = 0; at < 100; at++) addresses.push(`/addresses-${at}`, `/addresses/${at}?page=${at}`)
  for (const address of addresses) {
    const { status } = await raw(app.origin, address)
    expect([400, 404, 414], address).toContain(status)
  }
  expect(await readCacheBytes()).toBeLessThanOrEqual(before)
  // The host of an absolute target is ignored.
  expect((await raw(app.origin, 'http://evil.example/')).status).toBe(200)
  expect((await raw(app.origin, `/?${'x'.repeat(20_000)}`)).status).toBe(431)
})

/** Sends an address verbatim; `fetch` would normalize it. */
async function raw(origin: string, address: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return { status: Number(received.match(/^HTTP\/1\.1 (\d+)/)?.[1]) }
}

test('responds to requests for routes once for each set of routes, for as long as the build lasts', async () => {
  const app = await openSite()
  const first = await app.fetch('/__manifest?version=1&paths=/series/1,/none')
  expect([first.status, first.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  expect(Object.keys(await first.json())).toEqual(['root', '*', 'series/:id'])
  const readCacheBytes = async () => {
    const metrics = await (await app.fetch('/metrics')).text()
    return Number(metrics.match(/^hanpyeon_response_cache_bytes (\d+)/m)?.[1])
  }
  const before = await readCacheBytes()
  for (let at = 0; at < 100; at++)
    await app.fetch(`/__manifest?version=1&paths=/series/${at},/addresses-${at},/wp/%25${at}`)
  expect(await readCacheBytes()).toBe(before)
})

test('makes a page of another build load a document for routes that it does not have', async () => {
  const app = await openSite()
  const response = await app.fetch('/__manifest?version=0&paths=/series/1')
  expect([response.status, response.headers.get('cache-control')]).toEqual([204, 'no-store'])
  expect(response.headers.get('x-remix-reload-document')).toBe('true')
  expect(response.headers.get('content-length')).toBeNull()
})

test('responds 503 while the database is down, but for pages in memory, and recovers', async () => {
  const app = await openSite()
  const name = new URL(app.url).pathname.slice(1)
  const maintenance_url = app.owner_url.replace(/\/[^/]*$/, '/postgres')
  const owner = new pg.Client({ connectionString: maintenance_url })
  await owner.connect()
  try {
    await owner.query(`alter database ${name} allow_connections false`)
    await owner.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [name],
    )
    await expect.poll(async () => (await app.fetch('/series/2')).status).toBe(503)
    const page = await app.fetch('/series/2')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('retry-after')).toBe('5')
    const call = await app.fetch('/api/contents/series/2/')
    expect([call.status, call.headers.get('content-type')]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
    ])
    // A page rendered without data that failed to load is not cached.
    const patient = await app.fetch('/patient')
    expect([patient.status, patient.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await app.fetch('/readyz')).status).toBe(503)
    expect((await app.fetch('/series/1')).status).toBe(200)
    await owner.query(`alter database ${name} allow_connections true`)
    await expect.poll(async () => (await app.fetch('/readyz')).status).toBe(200)
    for (const address of ['/patient', '/series/2', '/api/contents/series/2/'])
      expect(await (await app.fetch(address)).text()).toContain('처음')
  } finally {
    await owner.query(`alter database ${name} allow_connections true`)
    await owner.end()
  }
})

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const headersOf = (payment_script?: string) => {
  const headers = pageSecurityHeaders({ payment_script })
  return {
    policy: headers['content-security-policy'] ?? '',
    permissions: headers['permissions-policy'] ?? '',
  }
}

test('allows the inline scripts of the build and no injected script', async () => {
  const app = await openSite()
  const injected = 'steal(document.cookie)'
  await app.pool.query(`update series set title = '<script>${injected}</script>' where id = 1`)
  await expect.poll(async () => (await app.fetch('/series/1')).text()).toContain(injected)
  const page = await app.fetch('/series/1')
  // The test page does not escape its data, so only the CSP blocks the script.
  expect(await page.text()).toContain(`<script>${injected}</script>`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy.match(/'sha256-[^']+'/g)).toEqual([sha256(script)])
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('sends a permissions policy with pages', async () => {
  const app = await openSite()
  const permissions = (await app.fetch('/')).headers.get('permissions-policy') ?? ''
  for (const feature of ['fullscreen', 'picture-in-picture', 'autoplay', 'encrypted-media'])
    expect(permissions).toContain(`${feature}=(self)`)
  for (const feature of ['camera', 'microphone', 'geolocation', 'usb'])
    expect(permissions).toContain(`${feature}=()`)
})

test('allows the window of identity verification only to its page, and keeps its opener there', () => {
  const identity_url = 'portone://store:secret@api.portone.io?channel=key'
  const headers = pageSecurityHeaders({ identity_url })
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' https://cdn.portone.io;")
  for (const use of ['connect', 'frame', 'form'])
    expect(policy).toMatch(new RegExp(`${use}-\\w+ 'self' https://\\*\\.portone\\.io `))
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(Object.values(pageSecurityHeaders()).join()).not.toContain('portone')
})

test('allows the payment gateway only if one is configured', () => {
  expect(headersOf().policy).not.toContain('toss')
  expect(headersOf().permissions).toContain('payment=()')
  const { policy, permissions } = headersOf('https://js.tosspayments.com/v2/standard')
  expect(policy).toContain("script-src 'self' https://js.tosspayments.com;")
  expect(permissions).toContain('payment=(self "https://*.tosspayments.com")')
  for (const use of ['connect', 'frame', 'form'])
    expect(policy).toMatch(new RegExp(`${use}-\\w+ 'self' https://\\*\\.tosspayments\\.com(;|$)`))
  // Another gateway gets its own origin only.
  const own = headersOf('http://127.0.0.1:3001/v2/standard').policy
  expect(own).toContain("script-src 'self' http://127.0.0.1:3001;")
  expect(own).toContain("connect-src 'self' http://127.0.0.1:3001;")
  expect(own).not.toContain('toss')
})
