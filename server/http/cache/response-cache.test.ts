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

/** A making that is finished from outside. */
function held(body: string, more: Partial<ResponseSource> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<ResponseSource>()
  return { make: () => promise, finish: () => resolve(made(body, more)), fail: reject }
}

const textOf = (entry: CachedResponse) => entry.made.body.toString()
const roomy = () => new ResponseCache({ limit: 2 ** 20, max_age: 30_000 })

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('an answer is made once, kept, and given to all who asked meanwhile', async () => {
  const cache = roomy()
  const first = held('one')
  const asked = [
    cache.get('/', first.make),
    cache.get('/', () => Promise.reject(new Error('twice'))),
  ]
  first.finish()
  const [one, other] = await Promise.all(asked)
  expect(one).toBe(other)
  expect(cache.hit('/')).toBe(one)
})

test('an answer goes with what it was made from, and with nothing else', async () => {
  const cache = roomy()
  await cache.get('/1', async () => made('1', { tags: ['series:1', 'catalogue'] }))
  await cache.get('/2', async () => made('2', { tags: ['series:2'] }))
  cache.invalidate(['series:3'])
  expect(cache.count).toBe(2)
  cache.invalidate(['series:1'])
  expect([cache.hit('/1'), cache.hit('/2') && 'kept']).toEqual([undefined, 'kept'])
  cache.invalidate(['all'])
  expect([cache.count, cache.size]).toEqual([0, 0])
})

test('an answer whose ground changed while it was made is not kept', async () => {
  const cache = roomy()
  for (const change of [() => cache.invalidate(['catalogue']), () => cache.invalidateAll()]) {
    const making = held('before')
    const asked = cache.get('/', making.make)
    change()
    making.finish()
    expect(textOf(await asked)).toBe('before')
    expect(cache.hit('/')).toBeUndefined()
  }
  const making = held('kept')
  const asked = cache.get('/', making.make)
  cache.invalidate(['series:9'])
  making.finish()
  await asked
  expect(cache.hit('/')).toBeDefined()
})

test('who asks after a change does not wait for an answer begun before it', async () => {
  const cache = roomy()
  const before = held('before')
  const early = cache.get('/', before.make)
  cache.invalidate(['catalogue'])
  const late = cache.get('/', async () => made('after'))
  expect(textOf(await late)).toBe('after')
  before.finish()
  expect(textOf(await early)).toBe('before')
  expect(textOf(cache.hit('/')!)).toBe('after')
})

test('an old answer is given at once and made again behind it, once', async () => {
  const cache = roomy()
  await cache.get('/', async () => made('old'))
  vi.advanceTimersByTime(30_001)
  expect(cache.hit('/')).toBeUndefined()
  const again = held('new')
  const make = vi.fn(again.make)
  expect(textOf(await cache.get('/', make))).toBe('old')
  expect(textOf(await cache.get('/', make))).toBe('old')
  expect(make).toHaveBeenCalledTimes(1)
  again.finish()
  await expect.poll(() => textOf(cache.hit('/')!)).toBe('new')
})

test('a failure to make an old answer again is tried again', async () => {
  const cache = roomy()
  await cache.get('/', async () => made('old'))
  vi.advanceTimersByTime(30_001)
  await cache.get('/', () => Promise.reject(new Error('away')))
  const looked = async () => {
    await cache.get('/', async () => made('new'))
    return textOf(cache.hit('/')!)
  }
  await expect.poll(looked).toBe('new')
})

test('what nobody asked for in minutes is made before it is given', async () => {
  const cache = roomy()
  await cache.get('/', async () => made('yesterday'))
  vi.advanceTimersByTime(90_001)
  expect(textOf(await cache.get('/', async () => made('today')))).toBe('today')
})

test('keeps only complete answers of status 200, and rejects all who wait for one that failed', async () => {
  const cache = roomy()
  for (const status of [202, 301, 500, 503]) {
    await cache.get('/', async () => made('', { status }))
    expect(cache.count).toBe(0)
  }
  await cache.get('/', async () => made('half', { keep: false }))
  expect(cache.count).toBe(0)
  const making = held('')
  const asked = [cache.get('/', making.make), cache.get('/', making.make)]
  making.fail(new Error('away'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(textOf(await cache.get('/', async () => made('back')))).toBe('back')
})

describe('an answer of status 404', () => {
  const absent = async () => made('absent', { status: 404, tags: [] })
  const present = async () => made('present')

  test('is given again for ten seconds', async () => {
    const cache = roomy()
    await cache.get('/', absent)
    vi.advanceTimersByTime(9_999)
    expect([textOf(cache.hit('/')!), textOf(await cache.get('/', present))]).toEqual([
      'absent',
      'absent',
    ])
    vi.advanceTimersByTime(2)
    expect(cache.hit('/')).toBeUndefined()
    expect(textOf(await cache.get('/', present))).toBe('present')
    expect(textOf(cache.hit('/')!)).toBe('present')
  })

  test('is dropped when anything changes', async () => {
    const cache = roomy()
    for (const change of [() => cache.invalidate(['series:7']), () => cache.invalidateAll()]) {
      await cache.get('/', absent)
      change()
      expect(cache.hit('/')).toBeUndefined()
    }
  })

  test('is not kept where something changed while it was made', async () => {
    const cache = roomy()
    const making = held('')
    const asked = cache.get('/', () => making.make().then(absent))
    cache.invalidate(['series:7'])
    making.finish()
    await asked
    expect(cache.hit('/')).toBeUndefined()
  })

  test('takes bounded memory', async () => {
    const cache = roomy()
    for (let at = 0; at < 501; at++) await cache.get(`/${at}`, absent)
    expect(cache.hit('/0')).toBeUndefined()
    expect(textOf(cache.hit('/500')!)).toBe('absent')
  })
})

test('memory stays within its limit, and what was used last stays', async () => {
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

test('an answer is found by the address it was asked with', async () => {
  const cache = roomy()
  await cache.get('/', async () => made('home'))
  cache.alias('/?utm=1', '/')
  expect(cache.hit('/?utm=1')).toBe(cache.hit('/'))
  const long = `/?utm=${'x'.repeat(1_000)}`
  cache.alias(long, '/')
  expect(cache.hit(long)).toBeUndefined()
})

test('compressed forms are the same words, made once, also over a making that changed nothing', async () => {
  const cache = roomy()
  const words = '한 편의 이야기 '.repeat(200)
  const entry = await cache.get('/', async () => made(words))
  expect(brotliDecompressSync(entry.body('br')).toString()).toBe(words)
  expect(gunzipSync(entry.body('gzip')).toString()).toBe(words)
  vi.advanceTimersByTime(90_001)
  const again = await cache.get('/', async () => made(words))
  expect(again).not.toBe(entry)
  expect(again.body('br')).toBe(entry.body('br'))
})

test('head lines name the form, and 304 has those of the answer without its length', () => {
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
