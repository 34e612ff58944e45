import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'
import { type ResponseSource, CachedResponse } from './cached-response.ts'

const made = (body: string, more: Partial<ResponseSource> = {}): ResponseSource => ({
  status: 200,
  type: 'text/plain',
  body: Buffer.from(body),
  tags: ['catalogue'],
  ...more,
})

/** A generator that the test resolves or rejects. */
function deferred(body: string, more: Partial<ResponseSource> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<ResponseSource>()
  return { make: () => promise, finish: () => resolve(made(body, more)), fail: reject }
}

const textOf = (entry: CachedResponse) => entry.body('identity').toString()
const createCache = () => new ResponseCache({ limit: 2 ** 20, max_age: 30_000 })

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('generates a response once for concurrent requests and caches it', async () => {
  const cache = createCache()
  const first = deferred('one')
  const pending = [
    cache.get('/', first.make),
    cache.get('/', () => Promise.reject(new Error('twice'))),
  ]
  first.finish()
  const [response, same] = await Promise.all(pending)
  expect(same).toBe(response)
  expect(cache.hit('/')).toBe(response)
})

test('evicts the entries of an invalidated tag and no others', async () => {
  const cache = createCache()
  await cache.get('/1', async () => made('1', { tags: ['series:1', 'catalogue'] }))
  await cache.get('/2', async () => made('2', { tags: ['series:2'] }))
  cache.invalidate(['series:3'])
  expect(cache.count).toBe(2)
  cache.invalidate(['series:1'])
  expect([cache.hit('/1'), cache.hit('/2') && 'kept']).toEqual([undefined, 'kept'])
  cache.invalidate(['all'])
  expect([cache.count, cache.size]).toEqual([0, 0])
})

test('does not cache a response whose tag was invalidated during generation', async () => {
  const cache = createCache()
  for (const change of [() => cache.invalidate(['catalogue']), () => cache.invalidateAll()]) {
    const generation = deferred('before')
    const pending = cache.get('/', generation.make)
    change()
    generation.finish()
    expect(textOf(await pending)).toBe('before')
    expect(cache.hit('/')).toBeUndefined()
  }
  const generation = deferred('kept')
  const pending = cache.get('/', generation.make)
  cache.invalidate(['series:9'])
  generation.finish()
  await pending
  expect(cache.hit('/')).toBeDefined()
})

test('does not join a generation that began before an invalidation', async () => {
  const cache = createCache()
  const before = deferred('before')
  const early = cache.get('/', before.make)
  cache.invalidate(['catalogue'])
  const late = cache.get('/', async () => made('after'))
  expect(textOf(await late)).toBe('after')
  before.finish()
  expect(textOf(await early)).toBe('before')
  expect(textOf(cache.hit('/')!)).toBe('after')
})

test('serves an expired response and refreshes it once in the background', async () => {
  const cache = createCache()
  await cache.get('/', async () => made('old'))
  vi.advanceTimersByTime(30_001)
  expect(cache.hit('/')).toBeUndefined()
  const again = deferred('new')
  const make = vi.fn(again.make)
  expect(textOf(await cache.get('/', make))).toBe('old')
  expect(textOf(await cache.get('/', make))).toBe('old')
  expect(make).toHaveBeenCalledTimes(1)
  again.finish()
  await expect.poll(() => textOf(cache.hit('/')!)).toBe('new')
})

test('retries a failed refresh', async () => {
  const cache = createCache()
  await cache.get('/', async () => made('old'))
  vi.advanceTimersByTime(30_001)
  await cache.get('/', () => Promise.reject(new Error('away')))
  const refreshed = async () => {
    await cache.get('/', async () => made('new'))
    return textOf(cache.hit('/')!)
  }
  await expect.poll(refreshed).toBe('new')
})

test('regenerates a response past the revalidation window before serving it', async () => {
  const cache = createCache()
  await cache.get('/', async () => made('yesterday'))
  vi.advanceTimersByTime(90_001)
  expect(textOf(await cache.get('/', async () => made('today')))).toBe('today')
})

test('caches only complete 200 responses, and rejects all waiters of a failed generation', async () => {
  const cache = createCache()
  for (const status of [202, 301, 500, 503]) {
    await cache.get('/', async () => made('', { status }))
    expect(cache.count).toBe(0)
  }
  await cache.get('/', async () => made('half', { keep: false }))
  expect(cache.count).toBe(0)
  const generation = deferred('')
  const pending = [cache.get('/', generation.make), cache.get('/', generation.make)]
  generation.fail(new Error('away'))
  expect((await Promise.allSettled(pending)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(textOf(await cache.get('/', async () => made('back')))).toBe('back')
})

describe('404 responses', () => {
  const notFound = async () => made('notFound', { status: 404, tags: [] })
  const present = async () => made('present')

  test('are cached for ten seconds', async () => {
    const cache = createCache()
    await cache.get('/', notFound)
    vi.advanceTimersByTime(9_999)
    expect([textOf(cache.hit('/')!), textOf(await cache.get('/', present))]).toEqual([
      'notFound',
      'notFound',
    ])
    vi.advanceTimersByTime(2)
    expect(cache.hit('/')).toBeUndefined()
    expect(textOf(await cache.get('/', present))).toBe('present')
    expect(textOf(cache.hit('/')!)).toBe('present')
  })

  test('are evicted by any invalidation', async () => {
    const cache = createCache()
    for (const change of [() => cache.invalidate(['series:7']), () => cache.invalidateAll()]) {
      await cache.get('/', notFound)
      change()
      expect(cache.hit('/')).toBeUndefined()
    }
  })

  test('are not cached after an invalidation during generation', async () => {
    const cache = createCache()
    const generation = deferred('')
    const pending = cache.get('/', () => generation.make().then(notFound))
    cache.invalidate(['series:7'])
    generation.finish()
    await pending
    expect(cache.hit('/')).toBeUndefined()
  })

  test('are bounded in number', async () => {
    const cache = createCache()
    for (let at = 0; at < 501; at++) await cache.get(`/${at}`, notFound)
    expect(cache.hit('/0')).toBeUndefined()
    expect(textOf(cache.hit('/500')!)).toBe('notFound')
  })
})

test('stays within the memory limit and evicts the least recently used entries', async () => {
  const limit = 100_000
  const cache = new ResponseCache({ limit, max_age: 30_000 })
  for (let at = 0; at < 500; at++) {
    await cache.get(`/${at}`, async () => made('x'.repeat(2_000)))
    cache.hit('/0')
    expect(cache.size).toBeLessThanOrEqual(limit)
  }
  expect(cache.hit('/0')).toBeDefined()
  expect(cache.hit('/499')).toBeDefined()
  expect(cache.hit('/250')).toBeUndefined()
  await cache.get('/large', async () => made('x'.repeat(limit)))
  expect(cache.size).toBeLessThanOrEqual(limit)
})

test('finds a response by an alias of its address', async () => {
  const cache = createCache()
  await cache.get('/', async () => made('home'))
  cache.alias('/?utm=1', '/')
  expect(cache.hit('/?utm=1')).toBe(cache.hit('/'))
  const long = `/?utm=${'x'.repeat(1_000)}`
  cache.alias(long, '/')
  expect(cache.hit(long)).toBeUndefined()
})

test('compresses a body once, also across regenerations with the same body', async () => {
  const cache = createCache()
  const text = '한 편의 이야기 '.repeat(200)
  const entry = await cache.get('/', async () => made(text))
  expect(brotliDecompressSync(entry.body('br')).toString()).toBe(text)
  expect(gunzipSync(entry.body('gzip')).toString()).toBe(text)
  vi.advanceTimersByTime(90_001)
  const again = await cache.get('/', async () => made(text))
  expect(again).not.toBe(entry)
  expect(again.body('br')).toBe(entry.body('br'))
})

test('returns header lines by coding, and those of 304 without content-length', () => {
  const entry = new CachedResponse(
    made('x'.repeat(2_000), { headers: { 'cache-control': 'public' } }),
    0,
  )
  const linesOf = (form: Parameters<typeof entry.head>[0]) => {
    const lines = entry.head(form, ['x-content-type-options', 'nosniff'])
    return Object.fromEntries(lines.flatMap((line, at) => (at % 2 ? [] : [[line, lines[at + 1]]])))
  }
  expect(linesOf('br')).toEqual({
    'content-type': 'text/plain',
    etag: entry.etag,
    vary: 'accept-encoding',
    'cache-control': 'public',
    'content-encoding': 'br',
    'content-length': String(entry.body('br').length),
    'x-content-type-options': 'nosniff',
  })
  expect(linesOf('identity')['content-length']).toBe('2000')
  expect(Object.keys(linesOf('unchanged'))).toEqual([
    'content-type',
    'etag',
    'vary',
    'cache-control',
    'x-content-type-options',
  ])
})
