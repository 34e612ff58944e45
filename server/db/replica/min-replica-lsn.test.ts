import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMinReplicaLsn } from './min-replica-lsn.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A primary whose log grows as the test says. */
function primaryAt(position: number) {
  const primary = { position, asked: 0 }
  const floor = createMinReplicaLsn(async () => {
    primary.asked++
    return primary.position
  })
  return { primary, floor }
}

test('the floor rises with what was told, and not with what was merely written', async () => {
  const { primary, floor } = primaryAt(100)
  expect(await floor.current()).toBe(100)
  primary.position = 200
  expect(await floor.current()).toBe(100)
  floor.told()
  expect(await floor.current()).toBe(200)
  primary.position = 300
  expect(await floor.current()).toBe(200)
})

test('what was told while the primary was asked has the next question cover it as well', async () => {
  let position = 100
  let onAsk = () => {}
  const floor = createMinReplicaLsn(async () => {
    const answer = position
    onAsk()
    return answer
  })
  await floor.current()
  position = 200
  onAsk = () => {
    onAsk = () => {}
    position = 300
    floor.told()
  }
  floor.told()
  expect(await floor.current()).toBe(200)
  expect(await floor.current()).toBe(300)
})

test('what nobody tells is followed all the same, seconds later', async () => {
  const { primary, floor } = primaryAt(100)
  await floor.current()
  primary.position = 200
  vi.advanceTimersByTime(4_900)
  expect(await floor.current()).toBe(100)
  vi.advanceTimersByTime(200)
  // From now on what was there five seconds ago, and in five more what is there now.
  expect(await floor.current()).toBe(100)
  primary.position = 300
  vi.advanceTimersByTime(5_100)
  expect(await floor.current()).toBe(200)
  // Who has not asked in a long time knows nothing of what was there then.
  primary.position = 400
  vi.advanceTimersByTime(60_000)
  expect(await floor.current()).toBe(400)
})

test('who asks while an answer is on its way shares the next one', async () => {
  const answers: ((position: number) => void)[] = []
  const floor = createMinReplicaLsn(() => new Promise((resolve) => void answers.push(resolve)))
  const first = floor.current()
  await expect.poll(() => answers.length).toBe(1)
  const others = [floor.current(), floor.current(), floor.current()]
  floor.told()
  answers[0]!(100)
  expect(await first).toBe(100)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!(200)
  expect(await Promise.all(others)).toEqual([200, 200, 200])
  expect(answers).toHaveLength(2)
})

test('where the primary does not say, nobody knows, and a lesser position lowers nothing', async () => {
  let position: number | undefined = 100
  const floor = createMinReplicaLsn(async () => position)
  expect(await floor.current()).toBe(100)
  position = undefined
  floor.told()
  expect(await floor.current()).toBeUndefined()
  position = 50
  expect(await floor.current()).toBe(100)
})
