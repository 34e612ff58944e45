import { watchSocketPath } from '#contract/contents/watch-history.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { createPagesBuild } from '#test/processes/pages-build.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { data, type LoaderFunctionArgs } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** Addresses that were rendered, in order. */
const rendered: string[] = []
/** Pages whose rendering waits until it is released. */
const held = new Map<string, PromiseWithResolvers<void>>()

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
      await held.get(pathname)?.promise
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

let world: TestApp
beforeAll(async () => {
  // Behind a proxy, which says what address each request comes from.
  world = await openTestApp({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
    pages: { build: site },
  })
})
afterAll(() => world.close())
beforeEach(() => {
  rendered.length = 0
  held.clear()
  // Each test has a window of its own.
  world.clock.advance(60_000)
})

const asker =
  (address: string) =>
  async (path: string): Promise<[number, number]> => {
    const answer = await world.fetch(path, { headers: { 'x-forwarded-for': address } })
    await answer.arrayBuffer()
    return [answer.status, Number(answer.headers.get('retry-after'))]
  }

test('renders 120 pages a minute for an address, and answers it from memory beyond', async () => {
  const [loud, quiet] = [asker('10.0.0.1'), asker('10.0.0.2')]
  for (let page = 1; page <= 120; page++) expect(await loud(`/pages/${page}`)).toEqual([200, 0])
  world.clock.advance(20_000)
  expect(await loud('/pages/121')).toEqual([429, 40])
  expect(await loud('/pages/121.data')).toEqual([429, 40])
  expect(rendered).toHaveLength(120)
  // In memory, under its own address and under one that means the same.
  expect(await loud('/pages/1')).toEqual([200, 0])
  expect(await quiet('/pages/121')).toEqual([200, 0])
  expect(await loud('/pages/121')).toEqual([200, 0])
  world.clock.advance(40_000)
  expect(await loud('/pages/122')).toEqual([200, 0])
})

test('limits calls that are not in memory to 600 a minute, and no others', async () => {
  const loud = asker('10.0.0.1')
  const statusesOf = async (path: string, times: number) =>
    new Set(
      (await Promise.all(Array.from({ length: times }, () => loud(path)))).map(([one]) => one),
    )
  await loud('/api/contents/categories/')
  expect(await statusesOf('/api/contents/categories/', 620)).toEqual(new Set([200]))
  expect(await statusesOf('/api/accounts/me/', 599)).toEqual(new Set([401]))
  expect(await loud('/api/accounts/me/')).toEqual([429, 60])
  expect((await loud('/api/contents/categories/'))[0]).toBe(200)
})

test('counts a /64 network of IPv6 as one address', async () => {
  for (let page = 1; page <= 120; page++)
    expect((await asker(`2001:db8:0:9::${page.toString(16)}`)(`/pages/six-${page}`))[0]).toBe(200)
  expect((await asker('2001:db8:0:9:ffff::1')('/pages/six-121'))[0]).toBe(429)
  expect((await asker('2001:db8:0:a::1')('/pages/six-121'))[0]).toBe(200)
})

test('renders one page at a time for an address, and those of others beside it', async () => {
  const [loud, quiet] = [asker('10.0.0.1'), asker('10.0.0.2')]
  held.set('/pages/held-1', Promise.withResolvers())
  const flood = [1, 2, 3].map((page) => loud(`/pages/held-${page}`))
  await vi.waitFor(() => expect(rendered).toEqual(['/pages/held-1']))
  expect(await quiet('/pages/held-4')).toEqual([200, 0])
  expect(rendered).toEqual(['/pages/held-1', '/pages/held-4'])
  // Whoever asks for a page under way waits for that rendering and pays for none.
  const shared = quiet('/pages/held-1')
  held.get('/pages/held-1')?.resolve()
  expect(await Promise.all([...flood, shared])).toEqual(Array(4).fill([200, 0]))
  expect(rendered).toEqual(['/pages/held-1', '/pages/held-4', '/pages/held-2', '/pages/held-3'])
})

test('renders one page for all unknown paths, and keeps nothing of them', async () => {
  const loud = asker('10.0.0.1')
  await loud('/')
  const kept = async () =>
    (await (await world.fetch('/metrics')).text()).match(
      /hanpyeon_response_cache_entries (\d+)/,
    )?.[1]
  const before = await kept()
  for (let at = 0; at < 300; at++) {
    expect((await loud(`/nowhere/${at}?page=${at}`))[0]).toBe(404)
    if (at % 3 === 0) expect((await loud(`/nowhere-${at}/.env`))[0]).toBe(404)
  }
  expect(rendered).toEqual(['/', '/404'])
  expect(await kept()).toBe(before)
})

test('keeps the 404 of a missing work for ten seconds, and until anything changes', async () => {
  const ask = asker('10.0.0.1')
  for (let time = 0; time < 3; time++) expect((await ask('/absent/1'))[0]).toBe(404)
  expect(rendered).toEqual(['/absent/1'])
  await makeEpisodes(world, [{}])
  await expect
    .poll(async () => (await ask('/absent/1'), rendered.length), { interval: 20 })
    .toBeGreaterThan(1)
})

test('makes no page for what a query adds or exceeds', async () => {
  const ask = asker('10.0.0.1')
  for (const query of [
    ...['', '?page=0', '?page=-1', '?page=abc', '?page=1', '?q=a', '?year=2020', '?id=7'],
    ...['?ordering=nonsense', '?is_series=maybe', '?age_rating=99', '?version=2', '?_routes=x'],
  ])
    expect((await ask(`/categories/1${query}`))[0]).toBe(200)
  expect(rendered).toEqual(['/categories/1'])
  for (const page of [9_999, 10_000, 99_999_999])
    expect((await ask(`/categories/1?page=${page}&page=${page + 1}`))[0]).toBe(200)
  expect(rendered).toEqual(['/categories/1', '/categories/1?page=417'])
})

test('answers a sitemap beyond the last work with 404', async () => {
  const ask = asker('10.0.0.1')
  await makeEpisodes(world, [{}])
  const { rows } = await world.pool.query<{ last: number }>('select max(id) as last from series')
  const last = Math.ceil((rows[0]?.last ?? 0) / 500)
  expect((await ask(`/sitemap/series-${last}.xml`))[0]).toBe(200)
  expect((await ask(`/sitemap/series-${last + 1}.xml`))[0]).toBe(404)
  expect((await ask('/sitemap/series-999999.xml'))[0]).toBe(404)
})

/** Asks for a socket. @returns the status of the refusal, and its `Retry-After`. */
function upgrade(address: string): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    const asked = request(world.origin + watchSocketPath, {
      headers: {
        ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
        ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-fetch-site': 'same-origin' },
        'x-forwarded-for': address,
      },
    })
    asked.on('error', reject).on('response', (response) => {
      response.resume()
      resolve([response.statusCode ?? 0, Number(response.headers['retry-after'] ?? 0)])
    })
    asked.end()
  })
}

test('limits upgrades to sockets to 300 a minute and address, also refused ones', async () => {
  const first = await Promise.all(Array.from({ length: 300 }, () => upgrade('10.0.0.1')))
  expect(first.filter(([status]) => status !== 401)).toEqual([])
  expect(await upgrade('10.0.0.1')).toEqual([429, 60])
  expect(await upgrade('10.0.0.2')).toEqual([401, 0])
  world.clock.advance(60_000)
  expect(await upgrade('10.0.0.1')).toEqual([401, 0])
})

test('limits requests for keys of films to 300 a minute and address', async () => {
  const ask = asker('10.0.0.1')
  const key = '/media/no-grant/1p/keys/rest.key'
  const first = await Promise.all(Array.from({ length: 300 }, () => ask(key)))
  expect(first.filter(([status]) => status !== 403)).toEqual([])
  expect(await ask(key)).toEqual([429, 60])
  expect((await asker('10.0.0.2')(key))[0]).toBe(403)
})

test('looks for no more than 60 absent files a minute for an address, and sends those in memory', async () => {
  const folder = join(world.config.data_dir, 'images', 'ab', 'abcdefgh')
  await mkdir(folder, { recursive: true })
  for (const width of [320, 480]) await writeFile(join(folder, `${width}.webp`), 'picture')
  const [loud, quiet] = [asker('10.0.0.1'), asker('10.0.0.2')]
  expect((await loud('/images/abcdefgh/320.webp'))[0]).toBe(200)
  for (let at = 0; at < 60; at++)
    expect((await loud(`/images/ab${'x'.repeat(6)}${at}/320.webp`))[0]).toBe(404)
  expect(await loud('/images/abyyyyyy/320.webp')).toEqual([429, 60])
  expect((await loud('/images/abcdefgh/320.webp'))[0]).toBe(200)
  expect((await quiet('/images/abcdefgh/480.webp'))[0]).toBe(200)
  world.clock.advance(60_000)
  expect((await loud('/images/abyyyyyy/320.webp'))[0]).toBe(404)
})
