import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { stallTimeout_ms, watchForStall } from './error-recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('fails after waiting without progress; progress restarts the timeout', () => {
  const state = createPlayerStore({ ...initialMediaState, waiting: true })
  watchForStall(state)
  vi.advanceTimersByTime(stallTimeout_ms - 1)
  state.setState({ buffered_end: 2 })
  vi.advanceTimersByTime(stallTimeout_ms - 1)
  expect(state.getState().error).toBeNull()
  vi.advanceTimersByTime(1)
  expect(state.getState()).toMatchObject({ error: 'network', waiting: false })
})

test('playing and being offline do not fail', () => {
  const state = createPlayerStore({ ...initialMediaState, waiting: true })
  watchForStall(state)
  state.setState({ offline: true })
  vi.advanceTimersByTime(stallTimeout_ms * 2)
  state.setState({ offline: false, waiting: false })
  vi.advanceTimersByTime(stallTimeout_ms * 2)
  expect(state.getState().error).toBeNull()
})
