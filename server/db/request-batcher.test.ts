import { expect, test } from 'vitest'
import { createBatcher, type BatchOutcome } from './request-batcher.ts'

/** Rounds that are answered when the test says so. */
function held(limits: { at_once: number; most: number; keyOf?: (asked: string) => unknown }) {
  const rounds: { asked: readonly string[]; end(fault?: Error): void }[] = []
  const heard: (() => void)[] = []
  const ask = createBatcher<string, string>((asked) => {
    return new Promise((resolve, reject) => {
      const end = (fault?: Error) =>
        fault ? reject(fault) : resolve(asked.map((one) => ({ answer: `${one}!` })))
      rounds.push({ asked, end })
      heard.shift()?.()
    })
  }, limits)
  /** The next round that has not been seen yet. */
  let seen = 0
  const next = async () => {
    if (rounds.length === seen) await new Promise<void>((begun) => heard.push(begun))
    return rounds[seen++] as (typeof rounds)[number]
  }
  return { ask, next, rounds }
}

test('who asks while all rounds are under way goes with the next, in order', async () => {
  const { ask, next } = held({ at_once: 1, most: 2 })
  const first = ask('a')
  const round = await next()
  const others = Promise.all(['b', 'c', 'd'].map(ask))
  expect(round.asked).toEqual(['a'])
  round.end()
  expect(await first).toBe('a!')
  const second = await next()
  expect(second.asked).toEqual(['b', 'c'])
  second.end()
  const third = await next()
  expect(third.asked).toEqual(['d'])
  third.end()
  expect(await others).toEqual(['b!', 'c!', 'd!'])
})

test('nobody is in two rounds at a time', async () => {
  const { ask, next } = held({ at_once: 2, most: 9, keyOf: (asked) => asked[0] })
  const all = Promise.all(['a1', 'a2', 'b1'].map(ask))
  const first = await next()
  expect(first.asked).toEqual(['a1', 'b1'])
  first.end()
  const second = await next()
  expect(second.asked).toEqual(['a2'])
  second.end()
  expect(await all).toEqual(['a1!', 'a2!', 'b1!'])
})

test('what fails together is tried alone, and fails whom it is about', async () => {
  const served: string[][] = []
  const ask = createBatcher<string, string>(
    async (asked) => {
      served.push([...asked])
      if (asked.includes('bad')) throw new Error('bad')
      return asked.map((answer) => ({ answer }))
    },
    { at_once: 1, most: 9 },
  )
  const outcomes = await Promise.allSettled(['one', 'bad', 'two'].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(served).toEqual([['one', 'bad', 'two'], ['one'], ['bad'], ['two']])
})

test('who waits for a lock in vain fails alone', async () => {
  const ask = createBatcher<string, string>(
    async (asked) => {
      if (asked.includes('locked')) throw Object.assign(new Error('locked'), { code: '55P03' })
      return asked.map((answer) => ({ answer }))
    },
    { at_once: 1, most: 9 },
  )
  const outcomes = await Promise.allSettled(['one', 'locked', 'two'].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('where the database is away, nobody asks it again', async () => {
  const { ask, next, rounds } = held({ at_once: 1, most: 9 })
  const all = Promise.allSettled(['a', 'b'].map(ask))
  ;(await next()).end(Object.assign(new Error('gone'), { code: '57P01' }))
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(rounds).toHaveLength(1)
})

test('who has to be alone holds up nobody', async () => {
  let go = () => {}
  const ask = createBatcher<string, string>(
    async (asked): Promise<BatchOutcome<string>[]> => {
      if (asked.length > 1) return asked.map((one) => (one === 'slow' ? 'alone' : { answer: one }))
      if (asked[0] === 'slow') await new Promise<void>((resolve) => (go = resolve))
      return asked.map((answer) => ({ answer }))
    },
    { at_once: 1, most: 9 },
  )
  const slow = ask('slow')
  expect(await ask('quick')).toBe('quick')
  expect(await ask('later')).toBe('later')
  go()
  expect(await slow).toBe('slow')
})
