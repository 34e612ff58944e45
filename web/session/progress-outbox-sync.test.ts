import { expect, test } from 'vitest'
import {
  createProgressOutbox,
  type SendResult,
  type ProgressStorage,
  flushOutbox,
} from './progress-outbox-sync.ts'

function createStorage(): ProgressStorage & { text: string | null } {
  return {
    text: null,
    getItem() {
      return this.text
    },
    setItem(_, text) {
      this.text = text
      return true
    },
    removeItem() {
      this.text = null
    },
  }
}
const day = 86_400_000
const entry = (episode_id: number, progress: number) => ({ episode_id, progress })
const pairs = (list: readonly { episode_id: number; progress: number }[]) =>
  list.map(({ episode_id, progress }) => [episode_id, progress])

test('keeps the last progress of each episode across restarts until it is confirmed', () => {
  const storage = createStorage()
  const outbox = createProgressOutbox(storage, 7, () => day)
  outbox.add(entry(1, 10))
  outbox.add(entry(2, 5))
  outbox.add(entry(1, 15))
  const reopened = createProgressOutbox(storage, 7, () => day)
  expect(pairs(reopened.list())).toEqual([
    [2, 5],
    [1, 15],
  ])
  reopened.confirm(entry(1, 10))
  expect(reopened.list()).toHaveLength(2)
  reopened.confirm(entry(1, 15))
  reopened.remove(2)
  expect(storage.text).toBeNull()
})

test('limits number and age of entries and ignores those of other profiles', () => {
  const storage = createStorage()
  let now = day
  const outbox = createProgressOutbox(storage, 7, () => now)
  for (let id = 1; id <= 25; id++) outbox.add(entry(id, id))
  expect(outbox.list().map((item) => item.episode_id)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 6),
  )
  expect(createProgressOutbox(storage, 8, () => now).list()).toEqual([])
  now += 15 * day
  expect(outbox.list()).toEqual([])
})

test('ignores malformed storage and works without storage', () => {
  const storage = createStorage()
  const outbox = createProgressOutbox(storage, 7, () => day)
  for (const text of [
    'no',
    'null',
    '{"profile_id":7}',
    '{"profile_id":7,"list":[{"episode_id":"1","progress":3,"kept_at":1},null,3]}',
  ]) {
    storage.text = text
    expect(outbox.list()).toEqual([])
  }
  const blocked = createProgressOutbox(
    { getItem: () => null, setItem: () => false, removeItem: () => undefined },
    7,
    () => day,
  )
  blocked.add(entry(1, 10))
  expect(pairs(blocked.list())).toEqual([[1, 10]])
})

test('sends in order, drops permanent errors and stops at transient ones', async () => {
  const storage = createStorage()
  const outbox = createProgressOutbox(storage, 7, () => day)
  for (const id of [1, 2, 3, 4]) outbox.add(entry(id, id * 10))
  const results = new Map<number, SendResult>([
    [1, 'saved'],
    [2, 'not_found'],
    [3, 'unreachable'],
  ])
  const sent: number[] = []
  await flushOutbox(outbox, async ({ episode_id }) => {
    sent.push(episode_id)
    return results.get(episode_id)!
  })
  expect(sent).toEqual([1, 2, 3])
  expect(pairs(outbox.list())).toEqual([
    [3, 30],
    [4, 40],
  ])
})
