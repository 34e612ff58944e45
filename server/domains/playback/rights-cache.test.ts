import { expect, it } from 'vitest'
import { RightsCache } from './rights-cache.ts'

const start = Date.parse('2026-05-01T12:00:00Z')
const at = (ms: number) => new Date(start + ms)

/** A read that is answered by hand. */
function manual() {
  const waiting: ((value: number) => void)[] = []
  let count = 0
  return {
    read: () => {
      count++
      return new Promise<number>((resolve) => waiting.push(resolve))
    },
    answer: (value: number) => waiting.shift()?.(value),
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

it('shares a read among callers at the same time', async () => {
  const cache = new RightsCache<number>()
  const { read, answer, count } = manual()
  const both = [cache.load('a', at(0), read), cache.load('a', at(0), read)]
  answer(1)
  expect(await Promise.all(both)).toEqual([1, 1])
  expect(count()).toBe(1)
})

it('reloads by a read that begins later, shared among those who wait', async () => {
  const cache = new RightsCache<number>()
  const { read, answer, count } = manual()
  const first = cache.load('a', at(0), read)
  const reloads = [cache.reload('a', at(0), read), cache.reload('a', at(0), read)]
  answer(1)
  expect(await first).toBe(1)
  await expect.poll(count).toBe(2)
  answer(2)
  expect(await Promise.all(reloads)).toEqual([2, 2])
  expect(count()).toBe(2)
  expect(cache.get('a', at(0))).toBe(2)
})

it('keeps no answer of a read that an invalidation overtook', async () => {
  const cache = new RightsCache<number>()
  const { read, answer } = manual()
  const before = cache.load('a', at(0), read)
  cache.invalidate(() => true)
  const after = cache.load('a', at(0), read)
  answer(1)
  expect(await before).toBe(1)
  expect(cache.get('a', at(0))).toBeUndefined()
  answer(2)
  expect(await after).toBe(2)
  expect(cache.get('a', at(0))).toBe(2)
})

it('invalidates the values that are named', async () => {
  const cache = new RightsCache<number>()
  await cache.load('a', at(0), async () => 1)
  await cache.load('b', at(0), async () => 2)
  cache.invalidate((value) => value === 1)
  expect([cache.get('a', at(0)), cache.get('b', at(0))]).toEqual([undefined, 2])
})

it('does not remember a failed read', async () => {
  const cache = new RightsCache<number>()
  await expect(cache.load('a', at(0), () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  )
  expect(await cache.load('a', at(0), async () => 1)).toBe(1)
})

it('reads again after a read has ended, and after a failed one', async () => {
  const cache = new RightsCache<number>()
  const { read, answer, count } = manual()
  const first = cache.load('a', at(0), read)
  answer(1)
  expect(await first).toBe(1)
  const second = cache.load('a', at(1), read)
  answer(2)
  expect(await second).toBe(2)
  await expect(cache.load('a', at(2), () => Promise.reject(new Error('down')))).rejects.toThrow()
  const third = cache.load('a', at(3), read)
  answer(3)
  expect([await third, count()]).toEqual([3, 3])
})

it('keeps a read that began after an invalidation when an older one fails', async () => {
  const cache = new RightsCache<number>()
  const older = Promise.withResolvers<number>()
  const failed = cache.load('a', at(0), () => older.promise)
  cache.invalidate(() => true)
  const { read, answer, count } = manual()
  const newer = cache.load('a', at(1), read)
  older.reject(new Error('down'))
  await expect(failed).rejects.toThrow('down')
  const shared = cache.load('a', at(2), read)
  answer(5)
  expect([await newer, await shared, count()]).toEqual([5, 5, 1])
})

it('reloads at once where no read is running, each time anew', async () => {
  const cache = new RightsCache<number>()
  const { read, answer } = manual()
  const alone = cache.reload('a', at(0), read)
  answer(1)
  expect(await alone).toBe(1)
  for (const value of [2, 3]) {
    const running = cache.load('a', at(1), read)
    const queued = cache.reload('a', at(1), read)
    answer(0)
    expect(await running).toBe(0)
    answer(value)
    expect(await queued).toBe(value)
  }
})

it('holds 20,000 values, and drops all of them for one more', async () => {
  const cache = new RightsCache<number>()
  for (let key = 0; key < 20_000; key++) await cache.load(String(key), at(0), async () => key)
  expect([cache.get('0', at(0)), cache.get('19999', at(0))]).toEqual([0, 19_999])
  await cache.load('one more', at(0), async () => 1)
  expect([cache.get('0', at(0)), cache.get('one more', at(0))]).toEqual([undefined, 1])
})
