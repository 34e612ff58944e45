import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const open = () => new FairQueue<string>({ slots: 3, heavy_slots: 2 })
const takeAll = (queue: FairQueue<string>) => {
  const jobs: string[] = []
  for (let next = queue.take(); next; next = queue.take()) jobs.push(next.job)
  return jobs
}

describe('FairQueue', () => {
  it('runs one job per owner at a time, however many are queued', () => {
    const queue = open()
    for (let at = 0; at < 50; at++) queue.add('a', 'light', `a${at}`)
    queue.add('b', 'light', 'b0')
    expect(takeAll(queue)).toEqual(['a0', 'b0'])
    queue.finish('a')
    expect(takeAll(queue)).toEqual(['a1'])
  })

  it('serves owners in turn and the jobs of an owner in order', () => {
    const queue = new FairQueue<string>({ slots: 1, heavy_slots: 1 })
    for (const job of ['a0', 'a1', 'a2', 'b0', 'b1', 'c0']) queue.add(job.charAt(0), 'light', job)
    const order: string[] = []
    for (let next = queue.take(); next; next = queue.take()) {
      order.push(next.job)
      queue.finish(next.owner)
    }
    expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2'])
  })

  it('leaves a slot for light jobs when heavy ones wait', () => {
    const queue = open()
    for (const owner of ['a', 'b', 'c']) queue.add(owner, 'heavy', owner)
    queue.add('d', 'light', 'd')
    expect(takeAll(queue)).toEqual(['a', 'b', 'd'])
    queue.finish('a')
    expect(takeAll(queue)).toEqual(['c'])
  })

  it('rejects jobs above the limit per owner', () => {
    const queue = open()
    expect([1, 2, 3].map(() => queue.add('a', 'light', 'a', 2))).toEqual([true, true, false])
    expect(queue.add('b', 'light', 'b', 2)).toBe(true)
  })

  it('returns every job that has not started when it is drained', () => {
    const queue = open()
    for (const job of ['a0', 'a1', 'b0']) queue.add(job.charAt(0), 'light', job)
    queue.take()
    expect(queue.drain().toSorted()).toEqual(['a1', 'b0'])
    expect(queue.take()).toBeUndefined()
  })
})
