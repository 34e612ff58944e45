import { expect, onTestFinished, test, vi } from 'vitest'
import { isDatabaseUnavailable } from './client.ts'
import { createBatcher, type BatchOutcome } from './request-batcher.ts'

/** A batcher whose batches end when the test resolves them. */
function openBatches(limits: {
  concurrency: number
  max_batch_size: number
  keyOf?: (r: string) => unknown
}) {
  const batches: { requests: readonly string[]; end(error?: Error): void }[] = []
  const waiting: (() => void)[] = []
  const submit = createBatcher<string, string>((requests) => {
    return new Promise((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve(requests.map((request) => ({ answer: `${request}!` })))
      batches.push({ requests, end })
      waiting.shift()?.()
    })
  }, limits)
  /** Resolves with the next batch. */
  let returned = 0
  const next = async () => {
    if (batches.length === returned) await new Promise<void>((begun) => waiting.push(begun))
    return batches[returned++] as (typeof batches)[number]
  }
  return { submit, next, batches }
}

test('adds requests to the next batch, in order, while all batches are running', async () => {
  const { submit, next } = openBatches({ concurrency: 1, max_batch_size: 2 })
  const result = submit('a')
  const first = await next()
  const others = Promise.all(['b', 'c', 'd'].map(submit))
  expect(first.requests).toEqual(['a'])
  first.end()
  expect(await result).toBe('a!')
  const second = await next()
  expect(second.requests).toEqual(['b', 'c'])
  second.end()
  const third = await next()
  expect(third.requests).toEqual(['d'])
  third.end()
  expect(await others).toEqual(['b!', 'c!', 'd!'])
})

test('does not run requests with the same key concurrently', async () => {
  const { submit, next } = openBatches({
    concurrency: 2,
    max_batch_size: 9,
    keyOf: (request) => request[0],
  })
  const all = Promise.all(['a1', 'a2', 'b1'].map(submit))
  const first = await next()
  expect(first.requests).toEqual(['a1', 'b1'])
  first.end()
  const second = await next()
  expect(second.requests).toEqual(['a2'])
  second.end()
  expect(await all).toEqual(['a1!', 'a2!', 'b1!'])
})

test('retries the requests of a failed batch individually', async () => {
  const batches: string[][] = []
  const submit = createBatcher<string, string>(
    async (requests) => {
      batches.push([...requests])
      if (requests.includes('bad')) throw new Error('bad')
      return requests.map((answer) => ({ answer }))
    },
    { concurrency: 1, max_batch_size: 9 },
  )
  const outcomes = await Promise.allSettled(['one', 'bad', 'two'].map(submit))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([['one', 'bad', 'two'], ['one'], ['bad'], ['two']])
})

test('fails only the request that runs into a lock timeout', async () => {
  const submit = createBatcher<string, string>(
    async (requests) => {
      if (requests.includes('locked')) throw Object.assign(new Error('locked'), { code: '55P03' })
      return requests.map((answer) => ({ answer }))
    },
    { concurrency: 1, max_batch_size: 9 },
  )
  const outcomes = await Promise.allSettled(['one', 'locked', 'two'].map(submit))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('does not retry while the database is unavailable', async () => {
  const { submit, next, batches } = openBatches({ concurrency: 1, max_batch_size: 9 })
  const all = Promise.allSettled(['a', 'b'].map(submit))
  ;(await next()).end(Object.assign(new Error('gone'), { code: '57P01' }))
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})

test('does not delay other requests by an individual retry', async () => {
  let finishSlow = () => {}
  const submit = createBatcher<string, string>(
    async (requests): Promise<BatchOutcome<string>[]> => {
      if (requests.length > 1)
        return requests.map((request) => (request === 'slow' ? 'retry_alone' : { answer: request }))
      if (requests[0] === 'slow') await new Promise<void>((resolve) => (finishSlow = resolve))
      return requests.map((answer) => ({ answer }))
    },
    { concurrency: 1, max_batch_size: 9 },
  )
  const slow = submit('slow')
  expect(await submit('quick')).toBe('quick')
  expect(await submit('later')).toBe('later')
  finishSlow()
  expect(await slow).toBe('slow')
})

test('rejects a request as unavailable that waits for 3 s behind batches that hang', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { submit, next, batches } = openBatches({ concurrency: 1, max_batch_size: 9 })
  const hanging = submit('a')
  const first = await next()
  const waiting = submit('b')
  vi.advanceTimersByTime(3_000)
  const error = await waiting.catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  first.end()
  expect(await hanging).toBe('a!')
  expect(batches).toHaveLength(1)
})
