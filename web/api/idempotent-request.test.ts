import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idempotentRequest } from './idempotent-request.ts'

/** What the network does with each attempt in turn; the last goes on. */
type Answer = 'none' | number
let keys: (string | null)[]

function network(...answers: Answer[]) {
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? null)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'))
    const status = answer ?? 200
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
/** To its end, with the clock of the pauses moved on. */
async function ended<T>(work: Promise<T>) {
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

test('the key of a press goes along when it is asked again, and with the next press where nobody answered', async () => {
  network('none')
  expect(await ended(refund(1))).toBeInstanceOf(Error)
  network('none', 201)
  expect(await ended(refund(1))).toEqual({ id: 1 })
  expect(keys).toHaveLength(5)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
})

test('what was answered is over: the next press is another', async () => {
  network(201)
  await ended(refund(2))
  await ended(refund(2))
  expect(new Set(keys).size).toBe(2)
})

test('a refusal is not repeated, and ends the press', async () => {
  network(403)
  await ended(refund(3))
  await ended(refund(3))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

test('while the first is still being answered it is waited for', async () => {
  network(409, 201)
  expect(await ended(refund(4))).toEqual({ id: 1 })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('another body is another press', async () => {
  network('none', 'none', 'none', 201)
  await ended(refund(5))
  await ended(refund(6))
  expect(new Set(keys).size).toBe(2)
})
