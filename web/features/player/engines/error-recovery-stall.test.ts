import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { stallTimeoutMs, watchForStall } from './error-recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waiting without any progress ends in a failure, progress puts it off', () => {
  const facts = createFactStore({ ...initialMediaState, waiting: true })
  watchForStall(facts)
  vi.advanceTimersByTime(stallTimeoutMs - 1)
  facts.set({ buffered_to: 2 })
  vi.advanceTimersByTime(stallTimeoutMs - 1)
  expect(facts.get().failure).toBeNull()
  vi.advanceTimersByTime(1)
  expect(facts.get()).toMatchObject({ failure: 'network', waiting: false })
})

test('neither playing nor being offline is a failure', () => {
  const facts = createFactStore({ ...initialMediaState, waiting: true })
  watchForStall(facts)
  facts.set({ offline: true })
  vi.advanceTimersByTime(stallTimeoutMs * 2)
  facts.set({ offline: false, waiting: false })
  vi.advanceTimersByTime(stallTimeoutMs * 2)
  expect(facts.get().failure).toBeNull()
})
