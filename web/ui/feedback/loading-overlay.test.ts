import { expect, test } from 'vitest'
import { loadingTracker } from './loading-overlay.tsx'

test('pending until the last of several settles, also by failing', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const one = loadingTracker.track(first.promise)
  const two = loadingTracker.track(second.promise)
  expect(loadingTracker.isLoading()).toBe(true)
  first.resolve('끝')
  await expect(one).resolves.toBe('끝')
  expect(loadingTracker.isLoading()).toBe(true)
  second.reject(new Error('끊김'))
  await expect(two).rejects.toThrow('끊김')
  expect(loadingTracker.isLoading()).toBe(false)
})
