import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that is done when the test says so. */
function held(inTurn: ReturnType<typeof createConcurrencyLimit>, name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const done = inTurn(() => {
    begun.push(name)
    return promise
  })
  return { done, finish: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('so many run, the next waits its turn, and one too many is told to come back', async () => {
  const inTurn = createConcurrencyLimit({ at_once: 2, may_wait: 2 })
  const begun: string[] = []
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => held(inTurn, name, begun))
  await expect(e?.done).rejects.toMatchObject({ code: 'service_unavailable', retry_after: 2 })
  expect(begun).toEqual(['a', 'b'])
  b?.finish()
  await b?.done
  expect(begun).toEqual(['a', 'b', 'c'])
  // What fails gives its place on like what succeeds.
  c?.fail()
  await expect(c?.done).rejects.toThrow('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  a?.finish()
  d?.finish()
  expect(await Promise.all([a?.done, d?.done])).toEqual(['a', 'd'])
  const again = held(inTurn, 'again', begun)
  expect(begun.at(-1)).toBe('again')
  again.finish()
  await again.done
})
