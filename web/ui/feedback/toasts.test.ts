import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts, toastStore } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { id } of toastStore.getState()) toasts.dismiss(id)
  vi.useRealTimers()
})

const shown = () => toastStore.getState().map(({ text }) => text)

test('stops the time of a toast while it is paused, and continues with what is left', () => {
  toasts.show('저장했어요')
  const [toast] = toastStore.getState()
  toasts.run(toast!)
  vi.advanceTimersByTime(5_000)
  toasts.pause(toast!.id)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['저장했어요'])
  // Its element moves into a dialog that opens.
  toasts.run(toast!)
  vi.advanceTimersByTime(999)
  expect(shown()).toEqual(['저장했어요'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('keeps a toast with an action until it is dismissed', () => {
  const id = toasts.show('줄을 지웠어요', 'info', { label: '되돌리기', run: () => {} })
  toasts.run(toastStore.getState()[0]!)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toHaveLength(1)
  toasts.dismiss(id)
  expect(shown()).toEqual([])
})
