import { expect, it, vi } from 'vitest'
import { answerWithin, boundedRead, NoAnswer } from './answer-within.ts'

it('returns the result of work that ends in time', async () => {
  expect(await answerWithin(1_000, Promise.resolve(7))).toBe(7)
  await expect(answerWithin(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

it('ends with NoAnswer while the work hangs', async () => {
  await expect(answerWithin(1, new Promise(() => {}))).rejects.toThrow(NoAnswer)
})

it('starts no second read while one hangs', async () => {
  const hanging = Promise.withResolvers<number>()
  const read = vi.fn(() => hanging.promise)
  const bounded = boundedRead(1, read)
  await expect(bounded()).rejects.toThrow(NoAnswer)
  await expect(bounded()).rejects.toThrow(NoAnswer)
  expect(read).toHaveBeenCalledTimes(1)
  hanging.resolve(3)
  await hanging.promise
  expect(await boundedRead(1_000, async () => 4)()).toBe(4)
})
