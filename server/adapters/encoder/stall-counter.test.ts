import { describe, expect, it } from 'vitest'
import { createStallCounter, type ProcessUsage } from './stall-counter.ts'

/** Seconds until a process of this usage per second is stalled, or `Infinity`. */
function secondsToStall(usageAt: (second: number) => ProcessUsage | undefined): number {
  let second = 0
  const counter = createStallCounter(60, 2, () => usageAt(second))
  while (++second < 100_000) if (counter.countSecond()) return second
  return Infinity
}
const running = (cpu_seconds: number): ProcessUsage => ({ cpu_seconds, isHeldUp: true })
const idle: ProcessUsage = { cpu_seconds: 0, isHeldUp: false }

describe('createStallCounter', () => {
  it('stalls a process that waits for nothing, and one on a system without figures', () => {
    expect(secondsToStall(() => idle)).toBe(60)
    expect(secondsToStall(() => undefined)).toBe(60)
  })
  it('stalls a process that computes without progress after as much time on all cores', () => {
    expect(secondsToStall((second) => running(second * 2))).toBe(60)
  })
  it('counts a busy machine by the CPU time that it gave', () => {
    expect(secondsToStall((second) => running(second / 10))).toBeCloseTo(1_200, -1)
  })
  it('never stalls a process that is stopped, or gets no CPU time at all', () => {
    expect(secondsToStall(() => running(5))).toBe(Infinity)
  })
  it('counts a suspended machine as one second', () => {
    // The timer fires once after the machine wakes, however long it slept.
    const counter = createStallCounter(2, 2, () => idle)
    expect(counter.countSecond()).toBe(false)
    counter.onProgress()
    expect(counter.countSecond()).toBe(false)
    expect(counter.countSecond()).toBe(true)
  })
})
