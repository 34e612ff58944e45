import { expect, test } from 'vitest'
import { pending } from './loading-overlay.tsx'

test('pending until the last of several settles, also by failing', async () => {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const one = pending.during(first.promise)
  const two = pending.during(second.promise)
  expect(pending.any()).toBe(true)
  first.resolve('끝')
  await expect(one).resolves.toBe('끝')
  expect(pending.any()).toBe(true)
  second.reject(new Error('끊김'))
  await expect(two).rejects.toThrow('끊김')
  expect(pending.any()).toBe(false)
})
