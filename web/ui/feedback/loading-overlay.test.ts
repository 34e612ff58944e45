import { expect, test } from 'vitest'
import { loadingTracker } from './loading-overlay.tsx'

test('pending until the last of several settles, also by failing', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const one = loadingTracker.during(first.promise)
  const two = loadingTracker.during(second.promise)
  expect(loadingTracker.any()).toBe(true)
  first.resolve('끝')
  await expect(one).resolves.toBe('끝')
  expect(loadingTracker.any()).toBe(true)
  second.reject(new Error('끊김'))
  await expect(two).rejects.toThrow('끊김')
  expect(loadingTracker.any()).toBe(false)
})
