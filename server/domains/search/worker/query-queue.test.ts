import { expect, test } from 'vitest'
import { QueryQueue } from './query-queue.ts'

function order(...queries: string[]): string {
  const queue = new QueryQueue<string>()
  for (const query of queries) queue.add(query, query.startsWith('s'))
  const taken: string[] = []
  while (queue.size > 0) taken.push(queue.next()!)
  expect(queue.next()).toBeUndefined()
  return taken.join(' ')
}

test('takes suggestions before searches, each kind in the order of arrival', () => {
  expect(order('a', 'b', 's1', 'c', 's2')).toBe('s1 s2 a b c')
})

test('takes a waiting search after four suggestions, however many wait', () => {
  const suggestions = Array.from({ length: 9 }, (_, at) => `s${at + 1}`)
  expect(order('a', 'b', ...suggestions)).toBe('s1 s2 s3 s4 a s5 s6 s7 s8 b s9')
})
