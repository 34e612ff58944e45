import { expect, test } from 'vitest'
import {
  createProgressOutbox,
  type SendResult,
  type ProgressStorage,
  flushOutbox,
} from './progress-outbox-sync.ts'

const storageKey = 'hanpyeon.progress-outbox.7'

function createStorage(): ProgressStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text).has(key),
    removeItem: (key) => void texts.delete(key),
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
  expect(storage.texts.size).toBe(0)
})

test('keeps the progress of each profile apart', () => {
  const storage = createStorage()
  const [first, second] = [7, 8].map((id) => createProgressOutbox(storage, id, () => day))
  first!.add(entry(1, 10))
  second!.add(entry(1, 20))
  second!.confirm(entry(1, 20))
  expect([pairs(first!.list()), pairs(second!.list())]).toEqual([[[1, 10]], []])
})

test('keeps entries while another profile is selected', async () => {
  const outbox = createProgressOutbox(createStorage(), 7, () => day)
  outbox.add(entry(1, 10))
  await flushOutbox(outbox, async () => 'profile_required')
  expect(outbox.list()).toHaveLength(1)
})

test('limits number and age of entries', () => {
  const storage = createStorage()
  let now = day
  const outbox = createProgressOutbox(storage, 7, () => now)
  for (let id = 1; id <= 25; id++) outbox.add(entry(id, id))
  expect(outbox.list().map((item) => item.episode_id)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 6),
  )
  now += 15 * day
  expect(outbox.list()).toEqual([])
})

test('ignores malformed storage and works without storage', () => {
  const storage = createStorage()
  const outbox = createProgressOutbox(storage, 7, () => day)
  for (const text of [
    'no',
    'null',
    '{"list":[]}',
    '[{"episode_id":"1","progress":3,"kept_at":1},null,3]',
  ]) {
    storage.texts.set(storageKey, text)
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
