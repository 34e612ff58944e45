import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import { toasts, toastStore } from '#web/ui/feedback/toasts.ts'
import { onlineManager, QueryClient, MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMutation, type MutationOptions } from './use-api-mutation.ts'

let client: QueryClient
let keys: (string | null)[]
const key = ['account', 'sessions']

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(key, [])
  keys = []
})
afterEach(() => {
  onlineManager.setOnline(true)
  for (const { id } of toastStore.getState()) toasts.dismiss(id)
  client.clear()
})

function stubResponse(status: number, body: object = {}) {
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? null)
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return Promise.resolve(
      new Response(status === 204 ? null : JSON.stringify({ status, errors: [], ...body }), {
        status,
        headers: { 'content-type': type },
      }),
    )
  })
}
const endSession = (options: MutationOptions<{ params: { id: number } }, null> = {}) =>
  new MutationObserver(
    client,
    createMutation(accounts.endSession, { invalidates: [key], ...options }),
  ).mutate({ params: { id: 7 } })
const isInvalidated = () => client.getQueryState(key)?.isInvalidated
const shownToasts = () => toastStore.getState().map(({ text, tone }) => ({ text, tone }))

test('shows the toast, then invalidates after what follows a success', async () => {
  stubResponse(204)
  const steps: unknown[] = []
  await endSession({
    toast: (_, { params }) => `ended ${params.id}`,
    onSuccess: (response) => steps.push(response, isInvalidated()),
    onSettled: () => steps.push('settled'),
  })
  expect(steps).toEqual([null, false, 'settled'])
  expect(isInvalidated()).toBe(true)
  expect(shownToasts()).toEqual([{ text: 'ended 7', tone: 'success' }])
})

test('shows the message of an error and invalidates, since the write may have been applied', async () => {
  stubResponse(503, { code: 'service_unavailable', detail: 'later' })
  await expect(endSession()).rejects.toMatchObject({ problem: { code: 'service_unavailable' } })
  expect(shownToasts()).toEqual([{ text: 'later', tone: 'danger' }])
  expect(isInvalidated()).toBe(true)
  expect(keys).toHaveLength(1)
})

test('shows no toast for an error that the form shows', async () => {
  stubResponse(503, { code: 'service_unavailable', detail: 'later' })
  await expect(endSession({ errors: 'inline' })).rejects.toThrow()
  expect(shownToasts()).toEqual([])
})

test.each([
  [true, 'resolves'],
  [false, 'rejects'],
])('with treatNotFoundAsDone %s, a deletion of a missing row %s', async (isDone, outcome) => {
  stubResponse(404, { code: 'not_found', detail: 'missing' })
  const deletion = endSession({ treatNotFoundAsDone: isDone })
  expect(
    await deletion.then(
      () => 'resolves',
      () => 'rejects',
    ),
  ).toBe(outcome)
})

test('fails at once without a connection', async () => {
  onlineManager.setOnline(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(endSession()).rejects.toThrow('No response')
  expect(shownToasts()).toMatchObject([{ tone: 'danger' }])
})

test('sends a key with idempotent endpoints alone', async () => {
  stubResponse(200)
  await new MutationObserver(client, createMutation(transactions.requestRefund, {})).mutate({
    body: { order_id: 'o1' },
  })
  await endSession()
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), null])
})
