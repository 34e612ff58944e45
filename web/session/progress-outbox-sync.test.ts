import { expect, test } from 'vitest'
import {
  createProgressOutbox,
  type SendResult,
  type ProgressStorage,
  flushOutbox,
} from './progress-outbox-sync.ts'

function shelf(): ProgressStorage & { text: string | null } {
  return {
    text: null,
    getItem() {
      return this.text
    },
    setItem(_, text) {
      this.text = text
    },
    removeItem() {
      this.text = null
    },
  }
}
const day = 86_400_000
const at = (episode_id: number, progress: number) => ({ episode_id, progress })
const said = (list: readonly { episode_id: number; progress: number }[]) =>
  list.map(({ episode_id, progress }) => [episode_id, progress])

test('the last progress of every episode is kept, over a restart, until that is confirmed', () => {
  const storage = shelf()
  const queue = createProgressOutbox(
    () => storage,
    7,
    () => day,
  )
  queue.add(at(1, 10))
  queue.add(at(2, 5))
  queue.add(at(1, 15))
  const later = createProgressOutbox(
    () => storage,
    7,
    () => day,
  )
  expect(said(later.list())).toEqual([
    [2, 5],
    [1, 15],
  ])
  later.confirm(at(1, 10))
  expect(later.list()).toHaveLength(2)
  later.confirm(at(1, 15))
  later.remove(2)
  expect(storage.text).toBeNull()
})

test('it is bounded in number and in time, and another member has no part in it', () => {
  const storage = shelf()
  let now = day
  const queue = createProgressOutbox(
    () => storage,
    7,
    () => now,
  )
  for (let id = 1; id <= 25; id++) queue.add(at(id, id))
  expect(queue.list().map((one) => one.episode_id)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 6),
  )
  expect(
    createProgressOutbox(
      () => storage,
      8,
      () => now,
    ).list(),
  ).toEqual([])
  now += 15 * day
  expect(queue.list()).toEqual([])
})

test('what is stored in no known shape is as if never kept; refused storage serves the page', () => {
  const storage = shelf()
  const queue = createProgressOutbox(
    () => storage,
    7,
    () => day,
  )
  for (const text of [
    'no',
    'null',
    '{"member_id":7}',
    '{"member_id":7,"list":[{"episode_id":"1","progress":3,"kept_at":1},null,3]}',
  ]) {
    storage.text = text
    expect(queue.list()).toEqual([])
  }
  const refused = createProgressOutbox(
    () => {
      throw new Error('storage is off')
    },
    7,
    () => day,
  )
  refused.add(at(1, 10))
  expect(said(refused.list())).toEqual([[1, 10]])
})

test('what was kept is sent in order; what is refused for good goes, what may pass stops the rest', async () => {
  const storage = shelf()
  const queue = createProgressOutbox(
    () => storage,
    7,
    () => day,
  )
  for (const id of [1, 2, 3, 4]) queue.add(at(id, id * 10))
  const fates = new Map<number, SendResult>([
    [1, 'saved'],
    [2, 'not_found'],
    [3, 'unreachable'],
  ])
  const posted: number[] = []
  await flushOutbox(queue, async ({ episode_id }) => {
    posted.push(episode_id)
    return fates.get(episode_id)!
  })
  expect(posted).toEqual([1, 2, 3])
  expect(said(queue.list())).toEqual([
    [3, 30],
    [4, 40],
  ])
})
