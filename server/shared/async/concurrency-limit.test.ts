import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Starts work that ends when the test resolves it. */
function startWork(run: ReturnType<typeof createConcurrencyLimit>, name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const done = run(() => {
    begun.push(name)
    return promise
  })
  return { done, finish: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('limits the running work, queues the next in order and rejects what exceeds the queue', async () => {
  const run = createConcurrencyLimit({ concurrency: 2, max_queued: 2 })
  const begun: string[] = []
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => startWork(run, name, begun))
  await expect(e?.done).rejects.toMatchObject({ code: 'service_unavailable', retry_after: 2 })
  expect(begun).toEqual(['a', 'b'])
  b?.finish()
  await b?.done
  expect(begun).toEqual(['a', 'b', 'c'])
  // Failed work frees its slot like successful work.
  c?.fail()
  await expect(c?.done).rejects.toThrow('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  a?.finish()
  d?.finish()
  expect(await Promise.all([a?.done, d?.done])).toEqual(['a', 'd'])
  const again = startWork(run, 'again', begun)
  again.finish()
  await again.done
  expect(begun.at(-1)).toBe('again')
})
