import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMinReplicaLsn } from './min-replica-lsn.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A primary with an adjustable LSN. */
function primaryAt(position: number) {
  const primary = { position, queries: 0 }
  const minLsn = createMinReplicaLsn(async () => {
    primary.queries++
    return primary.position
  })
  return { primary, minLsn }
}

test('advances with notified changes, but not with other writes', async () => {
  const { primary, minLsn } = primaryAt(100)
  expect(await minLsn.current()).toBe(100)
  primary.position = 200
  expect(await minLsn.current()).toBe(100)
  minLsn.recordChange()
  expect(await minLsn.current()).toBe(200)
  primary.position = 300
  expect(await minLsn.current()).toBe(200)
})

test('covers a change notified during a query with the next query', async () => {
  let position = 100
  let onQuery = () => {}
  const minLsn = createMinReplicaLsn(async () => {
    const lsn = position
    onQuery()
    return lsn
  })
  await minLsn.current()
  position = 200
  onQuery = () => {
    onQuery = () => {}
    position = 300
    minLsn.recordChange()
  }
  minLsn.recordChange()
  expect(await minLsn.current()).toBe(200)
  expect(await minLsn.current()).toBe(300)
})

test('follows changes without a notification after seconds', async () => {
  const { primary, minLsn } = primaryAt(100)
  await minLsn.current()
  primary.position = 200
  vi.advanceTimersByTime(4_900)
  expect(await minLsn.current()).toBe(100)
  vi.advanceTimersByTime(200)
  // The LSN of five seconds ago applies now, the current one in five seconds.
  expect(await minLsn.current()).toBe(100)
  primary.position = 300
  vi.advanceTimersByTime(5_100)
  expect(await minLsn.current()).toBe(200)
  // After a long pause there is no recent LSN, so the current one applies.
  primary.position = 400
  vi.advanceTimersByTime(60_000)
  expect(await minLsn.current()).toBe(400)
})

test('shares the next query among calls during a running query', async () => {
  const pending: ((position: number) => void)[] = []
  const minLsn = createMinReplicaLsn(() => new Promise((resolve) => void pending.push(resolve)))
  const first = minLsn.current()
  await expect.poll(() => pending.length).toBe(1)
  const others = [minLsn.current(), minLsn.current(), minLsn.current()]
  minLsn.recordChange()
  pending[0]!(100)
  expect(await first).toBe(100)
  await expect.poll(() => pending.length).toBe(2)
  pending[1]!(200)
  expect(await Promise.all(others)).toEqual([200, 200, 200])
  expect(pending).toHaveLength(2)
})

test('is undefined while the primary is unavailable, and never decreases', async () => {
  let position: number | undefined = 100
  const minLsn = createMinReplicaLsn(async () => position)
  expect(await minLsn.current()).toBe(100)
  position = undefined
  minLsn.recordChange()
  expect(await minLsn.current()).toBeUndefined()
  position = 50
  expect(await minLsn.current()).toBe(100)
})
