import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { noFacts } from '#web/features/player/core/media-state.ts'
import { longestStall, watchStall } from './error-recovery.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waiting without any progress ends in a failure, progress puts it off', () => {
  const facts = createFactStore({ ...noFacts, waiting: true })
  watchStall(facts)
  vi.advanceTimersByTime(longestStall - 1)
  facts.set({ buffered_to: 2 })
  vi.advanceTimersByTime(longestStall - 1)
  expect(facts.get().failure).toBeNull()
  vi.advanceTimersByTime(1)
  expect(facts.get()).toMatchObject({ failure: 'network', waiting: false })
})

test('neither playing nor being offline is a failure', () => {
  const facts = createFactStore({ ...noFacts, waiting: true })
  watchStall(facts)
  facts.set({ offline: true })
  vi.advanceTimersByTime(longestStall * 2)
  facts.set({ offline: false, waiting: false })
  vi.advanceTimersByTime(longestStall * 2)
  expect(facts.get().failure).toBeNull()
})
