import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idempotentRequest } from './use-api-mutation.ts'

/** Outcome of an attempt: a status, or no response. */
type Outcome = 'none' | number
let keys: (string | null)[]

/** Stubs `fetch` with one outcome for each attempt; the last one repeats. */
function stubNetwork(...outcomes: Outcome[]) {
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? null)
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
    if (outcome === 'none') return Promise.reject(new TypeError('Failed to fetch'))
    const status = outcome ?? 200
    return Promise.resolve(
      status < 300
        ? Response.json({ id: 1 }, { status })
        : Response.json(
            { status, code: status === 409 ? 'conflict' : 'not_refundable', errors: [] },
            { status, headers: { 'content-type': 'application/problem+json' } },
          ),
    )
  })
}
const refund = (episode_id: number) =>
  idempotentRequest(viewerEndpoints.transactions.requestRefund, { body: { episode_id } })
/** Waits for the result or error, advancing the fake timers. */
async function settle<T>(work: Promise<T>) {
  const settled = work.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return settled
}

beforeEach(() => {
  keys = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('reuses the key for retries and for the next call if there was no response', async () => {
  stubNetwork('none')
  expect(await settle(refund(1))).toBeInstanceOf(Error)
  stubNetwork('none', 201)
  expect(await settle(refund(1))).toEqual({ id: 1 })
  expect(keys).toHaveLength(5)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
})

test('uses a new key after a response', async () => {
  stubNetwork(201)
  await settle(refund(2))
  await settle(refund(2))
  expect(new Set(keys).size).toBe(2)
})

test('does not retry an error and uses a new key after it', async () => {
  stubNetwork(403)
  await settle(refund(3))
  await settle(refund(3))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('retries while the first request is still in progress', async () => {
  stubNetwork(409, 201)
  expect(await settle(refund(4))).toEqual({ id: 1 })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('uses another key for another body', async () => {
  stubNetwork('none', 'none', 'none', 201)
  await settle(refund(5))
  await settle(refund(6))
  expect(new Set(keys).size).toBe(2)
})
