import { expect, test } from 'vitest'
import { createSuggestionFetcher, debounce_ms, type SuggestionState } from './suggestions.ts'

function setUp() {
  const requests: {
    q: string
    signal: AbortSignal
    respond: (shouldFail?: boolean) => Promise<void>
  }[] = []
  const states: SuggestionState[] = []
  let pending: (() => void) | null = null
  const fetcher = createSuggestionFetcher({
    fetchSuggestions: (q, signal) =>
      new Promise((resolve, reject) => {
        const respond = async (shouldFail = false) => {
          if (shouldFail) reject(new Error('no answer'))
          else resolve({ results: [], interpreted_as: null })
          await new Promise(setImmediate)
        }
        requests.push({ q, signal, respond })
      }),
    onChange: (suggestions) => void states.push(suggestions),
    schedule(ms, run) {
      expect(ms).toBe(debounce_ms)
      pending = run
      return () => void (pending = null)
    },
  })
  return {
    fetcher,
    requests,
    currentState: () => states.at(-1),
    /** Fires the debounce timer. */
    firePending() {
      const run = pending
      pending = null
      run?.()
    },
    queries: () => requests.map(({ q }) => q),
  }
}

test('suggestions are fetched once after a pause in typing', () => {
  const { fetcher, firePending, queries } = setUp()
  for (const q of ['ㅇ', '오', '옺', '오지', '오징']) fetcher.typed(q)
  firePending()
  firePending()
  expect(queries()).toEqual(['오징'])
})

test('an earlier request is aborted and its response ignored', async () => {
  const { fetcher, firePending, requests, currentState } = setUp()
  fetcher.typed('오')
  firePending()
  fetcher.typed('오징')
  firePending()
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await requests[1]!.respond()
  await requests[0]!.respond()
  expect(currentState()?.q).toBe('오징')
})

test('a syllable removed and typed again is requested once, answered or not', async () => {
  const { fetcher, firePending, requests, queries } = setUp()
  const retype = () => {
    fetcher.typed('오징')
    fetcher.typed('오징어')
    firePending()
  }
  fetcher.typed('오징')
  firePending()
  await requests[0]!.respond()
  fetcher.typed('오징어')
  firePending()
  retype()
  await requests[1]!.respond()
  retype()
  expect(queries()).toEqual(['오징', '오징어'])
})

test('typing back to the shown query aborts the pending request', async () => {
  const { fetcher, firePending, requests, queries, currentState } = setUp()
  fetcher.typed('오')
  firePending()
  await requests[0]!.respond()
  fetcher.typed('오징')
  firePending()
  fetcher.typed('오')
  firePending()
  await requests[1]!.respond()
  expect([queries(), requests[1]!.signal.aborted, currentState()?.q]).toEqual([
    ['오', '오징'],
    true,
    '오',
  ])
})

test('an empty field clears suggestions at once; a failed query is requested again', async () => {
  const { fetcher, firePending, requests, queries, currentState } = setUp()
  fetcher.typed('오')
  firePending()
  await requests[0]!.respond(true)
  expect(currentState()).toMatchObject({ q: '오', failed: true })
  fetcher.typed('오')
  firePending()
  fetcher.typed('')
  expect(currentState()).toMatchObject({ q: '', failed: false })
  await requests[1]!.respond()
  expect([queries(), currentState()?.q]).toEqual([['오', '오'], ''])
})
