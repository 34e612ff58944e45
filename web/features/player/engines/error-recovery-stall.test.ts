import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { stallTimeoutMs, watchForStall } from './error-recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('fails after waiting without progress; progress restarts the timeout', () => {
  const state = createStore({ ...initialMediaState, waiting: true })
  watchForStall(state)
  vi.advanceTimersByTime(stallTimeoutMs - 1)
  state.set({ buffered_end: 2 })
  vi.advanceTimersByTime(stallTimeoutMs - 1)
  expect(state.get().error).toBeNull()
  vi.advanceTimersByTime(1)
  expect(state.get()).toMatchObject({ error: 'network', waiting: false })
})

test('playing and being offline do not fail', () => {
  const state = createStore({ ...initialMediaState, waiting: true })
  watchForStall(state)
  state.set({ offline: true })
  vi.advanceTimersByTime(stallTimeoutMs * 2)
  state.set({ offline: false, waiting: false })
  vi.advanceTimersByTime(stallTimeoutMs * 2)
  expect(state.get().error).toBeNull()
})
