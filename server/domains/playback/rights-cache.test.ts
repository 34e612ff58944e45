import { expect, it } from 'vitest'
import { RightsCache } from './rights-cache.ts'

const start = Date.parse('2026-05-01T12:00:00Z')
const at = (ms: number) => new Date(start + ms)

/** A read whose results are resolved by the test. */
function manualRead() {
  const waiting: ((value: number) => void)[] = []
  let count = 0
  return {
    read: () => {
      count++
      return new Promise<number>((resolve) => waiting.push(resolve))
    },
    resolveNext: (value: number) => waiting.shift()?.(value),
    count: () => count,
  }
}

it('reuses a value for 5 s', async () => {
  const cache = new RightsCache<number>()
  expect(cache.get('a', at(0))).toBeUndefined()
  expect(await cache.load('a', at(0), async () => 1)).toBe(1)
  expect(cache.get('a', at(4_999))).toBe(1)
  expect(cache.get('a', at(5_000))).toBeUndefined()
  expect(cache.get('b', at(0))).toBeUndefined()
})

it('shares a read among concurrent callers', async () => {
  const cache = new RightsCache<number>()
  const { read, resolveNext, count } = manualRead()
  const both = [cache.load('a', at(0), read), cache.load('a', at(0), read)]
  resolveNext(1)
  expect(await Promise.all(both)).toEqual([1, 1])
  expect(count()).toBe(1)
})

it('reloads by a read that begins later, shared among waiting callers', async () => {
  const cache = new RightsCache<number>()
  const { read, resolveNext, count } = manualRead()
  const first = cache.load('a', at(0), read)
  const reloads = [cache.reload('a', at(0), read), cache.reload('a', at(0), read)]
  resolveNext(1)
  expect(await first).toBe(1)
  await expect.poll(count).toBe(2)
  resolveNext(2)
  expect(await Promise.all(reloads)).toEqual([2, 2])
  expect(count()).toBe(2)
  expect(cache.get('a', at(0))).toBe(2)
})

it('does not cache the result of a read that began before an invalidation', async () => {
  const cache = new RightsCache<number>()
  const { read, resolveNext } = manualRead()
  const before = cache.load('a', at(0), read)
  cache.invalidate(() => true)
  const after = cache.load('a', at(0), read)
  resolveNext(1)
  expect(await before).toBe(1)
  expect(cache.get('a', at(0))).toBeUndefined()
  resolveNext(2)
  expect(await after).toBe(2)
  expect(cache.get('a', at(0))).toBe(2)
})

it('invalidates the matching values only', async () => {
  const cache = new RightsCache<number>()
  await cache.load('a', at(0), async () => 1)
  await cache.load('b', at(0), async () => 2)
  cache.invalidate((value) => value === 1)
  expect([cache.get('a', at(0)), cache.get('b', at(0))]).toEqual([undefined, 2])
})

it('does not cache a failed read', async () => {
  const cache = new RightsCache<number>()
  await expect(cache.load('a', at(0), () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  expect(await cache.load('a', at(0), async () => 1)).toBe(1)
})

it('reads again after a read has ended, and after a failed one', async () => {
  const cache = new RightsCache<number>()
  const { read, resolveNext, count } = manualRead()
  const first = cache.load('a', at(0), read)
  resolveNext(1)
  expect(await first).toBe(1)
  const second = cache.load('a', at(1), read)
  resolveNext(2)
  expect(await second).toBe(2)
  await expect(cache.load('a', at(2), () => Promise.reject(new Error('down')))).rejects.toThrow()
  const third = cache.load('a', at(3), read)
  resolveNext(3)
  expect([await third, count()]).toEqual([3, 3])
})

it('keeps a read that began after an invalidation when an older one fails', async () => {
  const cache = new RightsCache<number>()
  const older = Promise.withResolvers<number>()
  const failed = cache.load('a', at(0), () => older.promise)
  cache.invalidate(() => true)
  const { read, resolveNext, count } = manualRead()
  const newer = cache.load('a', at(1), read)
  older.reject(new Error('down'))
  await expect(failed).rejects.toThrow('down')
  const shared = cache.load('a', at(2), read)
  resolveNext(5)
  expect([await newer, await shared, count()]).toEqual([5, 5, 1])
})

it('reloads at once if no read is running, and reads again each time', async () => {
  const cache = new RightsCache<number>()
  const { read, resolveNext } = manualRead()
  const first = cache.reload('a', at(0), read)
  resolveNext(1)
  expect(await first).toBe(1)
  for (const value of [2, 3]) {
    const running = cache.load('a', at(1), read)
    const queued = cache.reload('a', at(1), read)
    resolveNext(0)
    expect(await running).toBe(0)
    resolveNext(value)
    expect(await queued).toBe(value)
  }
})

it('holds 20,000 values, and clears them when one more is added', async () => {
  const cache = new RightsCache<number>()
  for (let key = 0; key < 20_000; key++) await cache.load(String(key), at(0), async () => key)
  expect([cache.get('0', at(0)), cache.get('19999', at(0))]).toEqual([0, 19_999])
  await cache.load('one more', at(0), async () => 1)
  expect([cache.get('0', at(0)), cache.get('one more', at(0))]).toEqual([undefined, 1])
})
