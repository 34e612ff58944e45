import { expect, test } from 'vitest'
import { loadingTracker } from './loading-tracker.ts'

test('is loading until the last promise settles', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const firstTracked = loadingTracker.track(first.promise)
  const secondTracked = loadingTracker.track(second.promise)
  expect(loadingTracker.isLoading()).toBe(true)
  first.resolve('끝')
  await expect(firstTracked).resolves.toBe('끝')
  expect(loadingTracker.isLoading()).toBe(true)
  second.reject(new Error('끊김'))
  await expect(secondTracked).rejects.toThrow('끊김')
  expect(loadingTracker.isLoading()).toBe(false)
})
