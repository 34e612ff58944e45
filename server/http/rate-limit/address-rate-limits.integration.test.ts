import { watchSocketPath } from '#contract/core/sockets.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { createPagesBuild } from '#test/processes/pages-build.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { data, type LoaderFunctionArgs } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

/** Addresses of rendered pages, in order. */
const rendered: string[] = []
/** Pages whose rendering blocks until released. */
const blocked = new Map<string, PromiseWithResolvers<void>>()

const route = (path: string, loader: (args: LoaderFunctionArgs) => unknown) => ({
  id: path,
  parentId: 'root',
  ...(path === '/' ? { index: true } : { path }),
  module: { default: (): null => null, loader },
})
const site = createPagesBuild(
  {
    default: async (request: Request, status: number, headers: Headers): Promise<Response> => {
      const { pathname, search } = new URL(request.url)
      rendered.push(pathname + search)
      await blocked.get(pathname)?.promise
      headers.set('content-type', 'text/html; charset=utf-8')
      return new Response(`<p>${status}</p>`, { status, headers })
    },
  },
  Object.fromEntries([
    [
      'root',
      {
        id: 'root',
        path: '',
        module: { default: (): null => null, ErrorBoundary: (): null => null },
      },
    ],
    ...['/', 'pages/:id', 'search', 'categories/:id'].map((path) => [
      path,
      route(path, () => null),
    ]),
    [
      'absent/:id',
      route('absent/:id', () => {
        throw data(null, { status: 404 })
      }),
    ],
    [
      '*',
      route('*', () => {
        throw data(null, { status: 404 })
      }),
    ],
  ]),
)

let app: TestApp
beforeAll(async () => {
  // Behind a proxy, so that X-Forwarded-For sets the client address.
  app = await openTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
    pages: { build: site },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  rendered.length = 0
  blocked.clear()
  // A new window for each test.
  app.clock.advance(60_000)
})

const clientAt =
  (address: string) =>
  async (path: string): Promise<[number, number]> => {
    const response = await app.fetch(path, { headers: { 'x-forwarded-for': address } })
    await response.arrayBuffer()
    return [response.status, Number(response.headers.get('retry-after'))]
  }

test('renders 120 pages a minute per address, and serves cached pages beyond that', async () => {
  const [busy, quiet] = [clientAt('10.0.0.1'), clientAt('10.0.0.2')]
  for (let page = 1; page <= 120; page++) expect(await busy(`/pages/${page}`)).toEqual([200, 0])
  app.clock.advance(20_000)
  expect(await busy('/pages/121')).toEqual([429, 40])
  expect(await busy('/pages/121.data')).toEqual([429, 40])
  expect(rendered).toHaveLength(120)
  // Cached, under its own address and under an equivalent one.
  expect(await busy('/pages/1')).toEqual([200, 0])
  expect(await quiet('/pages/121')).toEqual([200, 0])
  expect(await busy('/pages/121')).toEqual([200, 0])
  app.clock.advance(40_000)
  expect(await busy('/pages/122')).toEqual([200, 0])
})

test('limits uncached calls to 600 a minute, and no cached ones', async () => {
  const busy = clientAt('10.0.0.1')
  const statusesOf = async (path: string, times: number) =>
    new Set(
      (await Promise.all(Array.from({ length: times }, () => busy(path)))).map(
        ([status]) => status,
      ),
    )
  await busy('/api/contents/categories/')
  expect(await statusesOf('/api/contents/categories/', 620)).toEqual(new Set([200]))
  expect(await statusesOf('/api/accounts/me/', 599)).toEqual(new Set([401]))
  expect(await busy('/api/accounts/me/')).toEqual([429, 60])
  expect((await busy('/api/contents/categories/'))[0]).toBe(200)
})

test('counts an IPv6 /64 network as one address', async () => {
  for (let page = 1; page <= 120; page++)
    expect((await clientAt(`2001:db8:0:9::${page.toString(16)}`)(`/pages/six-${page}`))[0]).toBe(
      200,
    )
  expect((await clientAt('2001:db8:0:9:ffff::1')('/pages/six-121'))[0]).toBe(429)
  expect((await clientAt('2001:db8:0:a::1')('/pages/six-121'))[0]).toBe(200)
})

test('renders one page at a time per address, in parallel with other addresses', async () => {
  const [busy, quiet] = [clientAt('10.0.0.1'), clientAt('10.0.0.2')]
  blocked.set('/pages/held-1', Promise.withResolvers())
  const pending = [1, 2, 3].map((page) => busy(`/pages/held-${page}`))
  await expect.poll(() => rendered).toEqual(['/pages/held-1'])
  expect(await quiet('/pages/held-4')).toEqual([200, 0])
  expect(rendered).toEqual(['/pages/held-1', '/pages/held-4'])
  // A request for a page being rendered joins that rendering at no cost.
  const shared = quiet('/pages/held-1')
  blocked.get('/pages/held-1')?.resolve()
  expect(await Promise.all([...pending, shared])).toEqual(Array(4).fill([200, 0]))
  expect(rendered).toEqual(['/pages/held-1', '/pages/held-4', '/pages/held-2', '/pages/held-3'])
})

test('renders one page for all unknown paths and caches none of them', async () => {
  const busy = clientAt('10.0.0.1')
  await busy('/')
  const readEntryCount = async () =>
    (await (await app.fetch('/metrics')).text()).match(/hanpyeon_response_cache_entries (\d+)/)?.[1]
  const before = await readEntryCount()
  for (let at = 0; at < 300; at++) expect((await busy(`/nowhere/${at}?page=${at}`))[0]).toBe(404)
  for (let at = 0; at < 100; at++) expect((await busy(`/nowhere-${at}/.env`))[0]).toBe(404)
  expect(rendered).toEqual(['/', '/404'])
  expect(await readEntryCount()).toBe(before)
})

test('caches the 404 of a missing work for ten seconds or until an invalidation', async () => {
  const send = clientAt('10.0.0.1')
  for (let time = 0; time < 3; time++) expect((await send('/absent/1'))[0]).toBe(404)
  expect(rendered).toEqual(['/absent/1'])
  await makeEpisodes(app, [{}])
  await expect
    .poll(async () => (await send('/absent/1'), rendered.length), { interval: 20 })
    .toBeGreaterThan(1)
})

test('renders no page for unknown or out-of-range queries', async () => {
  const send = clientAt('10.0.0.1')
  for (const query of [
    ...['', '?page=0', '?page=-1', '?page=abc', '?page=1', '?q=a', '?year=2020', '?id=7'],
    ...['?ordering=nonsense', '?is_series=maybe', '?age_rating=99', '?version=2', '?_routes=x'],
  ])
    expect((await send(`/categories/1${query}`))[0]).toBe(200)
  expect(rendered).toEqual(['/categories/1'])
  for (const page of [9_999, 10_000, 99_999_999])
    expect((await send(`/categories/1?page=${page}&page=${page + 1}`))[0]).toBe(200)
  expect(rendered).toEqual(['/categories/1', '/categories/1?page=417'])
})

test('responds 404 to a sitemap past the last work', async () => {
  const send = clientAt('10.0.0.1')
  await makeEpisodes(app, [{}])
  const { rows } = await app.pool.query<{ last: number }>('select max(id) as last from series')
  const last = Math.ceil((rows[0]?.last ?? 0) / 500)
  expect((await send(`/sitemap/series-${last}.xml`))[0]).toBe(200)
  expect((await send(`/sitemap/series-${last + 1}.xml`))[0]).toBe(404)
  expect((await send('/sitemap/series-999999.xml'))[0]).toBe(404)
})

/** Requests a WebSocket upgrade. @returns status and `Retry-After` of the error. */
function upgrade(address: string): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    const upgradeRequest = request(app.origin + watchSocketPath, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
      },
    })
    upgradeRequest.on('error', reject).on('response', (response) => {
      response.resume()
      resolve([response.statusCode ?? 0, Number(response.headers['retry-after'] ?? 0)])
    })
    upgradeRequest.end()
  })
}

test('limits WebSocket upgrades to 300 a minute per address, including rejected ones', async () => {
  const first = await Promise.all(Array.from({ length: 300 }, () => upgrade('10.0.0.1')))
  expect(first.filter(([status]) => status !== 401)).toEqual([])
  expect(await upgrade('10.0.0.1')).toEqual([429, 60])
  expect(await upgrade('10.0.0.2')).toEqual([401, 0])
  app.clock.advance(60_000)
  expect(await upgrade('10.0.0.1')).toEqual([401, 0])
})

test('limits key requests to 300 a minute per address', async () => {
  const send = clientAt('10.0.0.1')
  const key = '/media/no-grant/1p/keys/rest.key'
  const first = await Promise.all(Array.from({ length: 300 }, () => send(key)))
  expect(first.filter(([status]) => status !== 403)).toEqual([])
  expect(await send(key)).toEqual([429, 60])
  expect((await clientAt('10.0.0.2')(key))[0]).toBe(403)
})

test('reads at most 60 missing files a minute per address, and still serves cached files', async () => {
  const folder = join(app.config.data_dir, 'images', 'ab', 'abcdefgh')
  await mkdir(folder, { recursive: true })
  for (const width of [320, 480]) await writeFile(join(folder, `${width}.webp`), 'picture')
  const [busy, quiet] = [clientAt('10.0.0.1'), clientAt('10.0.0.2')]
  expect((await busy('/images/abcdefgh/320.webp'))[0]).toBe(200)
  for (let at = 0; at < 60; at++)
    expect((await busy(`/images/ab${'x'.repeat(6)}${at}/320.webp`))[0]).toBe(404)
  expect(await busy('/images/abyyyyyy/320.webp')).toEqual([429, 60])
  expect((await busy('/images/abcdefgh/320.webp'))[0]).toBe(200)
  expect((await quiet('/images/abcdefgh/480.webp'))[0]).toBe(200)
  app.clock.advance(60_000)
  expect((await busy('/images/abyyyyyy/320.webp'))[0]).toBe(404)
})
