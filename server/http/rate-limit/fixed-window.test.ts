import { describe, expect, it, test } from 'vitest'
import type { Session } from '#server/api/request-context.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { memoryLimits } from '#server/api/limits.ts'
import {
  createFixedWindowLimit,
  type FixedWindowLimit,
  limitMemberRequests,
} from './fixed-window-limit.ts'

/** A limit of so many per minute: a limit of the table, of which each use costs a part. */
function limitOf(times: number, now: () => number, maxKeys?: number): FixedWindowLimit {
  const limit = createFixedWindowLimit(
    'absent_files',
    now,
    maxKeys === undefined ? {} : { maxKeys },
  )
  const share = memoryLimits.absent_files.times / times
  return {
    spend: (key, cost = 1) => limit.spend(key, cost * share),
    wait: (key) => limit.wait(key),
    get size() {
      return limit.size
    },
  }
}

/** Creates a limit of 10 per minute with its own clock, starting at 0. */
function createLimit(maxKeys?: number) {
  const clock = { now: 0 }
  return { clock, limit: limitOf(10, () => clock.now, maxKeys) }
}

test('rejects spending beyond the limit and returns the seconds to wait', () => {
  const { clock, limit } = createLimit()
  clock.now = 15_500
  expect(limit.spend('a', 8)).toBe(0)
  expect(limit.spend('a', 3)).toBe(45)
  // Rejected spending is not counted: a cheaper request still fits.
  expect(limit.spend('a', 2)).toBe(0)
  expect([limit.spend('a'), limit.wait('a'), limit.wait('b')]).toEqual([45, 45, 0])
  clock.now = 60_000
  expect([limit.wait('a'), limit.spend('a')]).toEqual([0, 0])
})

test('evicts keys with little spending first and stays within the maximum', () => {
  const { limit } = createLimit(100)
  for (let at = 0; at < 10; at++) void limit.spend(`loud-${at}`, 10)
  for (let at = 0; at < 10_000; at++) {
    void limit.spend(`quiet-${at}`)
    expect(limit.size).toBeLessThanOrEqual(100)
  }
  for (let at = 0; at < 10; at++) expect(limit.spend(`loud-${at}`)).toBe(60)
})

test('evicts keys even if every key is at its limit', () => {
  const { limit } = createLimit(100)
  for (let at = 0; at < 1_000; at++) void limit.spend(`loud-${at}`, 10)
  expect(limit.size).toBeLessThanOrEqual(100)
  expect(limit.spend('loud-999')).toBe(60)
})

/** A clock that does not start at 0, like that of a running process. */
const clockStart = 1_000_000

test('counts in consecutive windows of a minute', () => {
  const clock = { now: clockStart }
  const limit = limitOf(2, () => clock.now)
  for (const window of [0, 1, 2]) {
    clock.now = clockStart + window * 60_000
    expect([limit.spend('a'), limit.spend('a'), limit.spend('a')]).toEqual([0, 0, 60])
    clock.now += 14_999
    expect([limit.spend('a'), limit.wait('a')]).toEqual([46, 46])
    clock.now += 45_000
    expect([limit.spend('a'), limit.wait('a')]).toEqual([1, 1])
  }
})

test('rejects a first request that costs more than the limit', () => {
  const { limit } = createLimit()
  expect([limit.spend('a', 11), limit.size, limit.spend('a', 10)]).toEqual([60, 0, 0])
  const once = limitOf(1, () => 0)
  expect([once.wait('a'), once.spend('a'), once.wait('a')]).toEqual([0, 0, 60])
})

test('evicts keys below half of the limit and keeps those at half', () => {
  const { limit } = createLimit(10)
  void limit.spend('half', 5)
  for (let at = 0; at < 9; at++) void limit.spend(`quiet-${at}`, 4)
  // A key that is already counted needs no space.
  void limit.spend('quiet-0', 0)
  expect(limit.size).toBe(10)
  void limit.spend('new')
  expect([limit.size, limit.spend('half', 6)]).toEqual([2, 60])
})

test('evicts the oldest tenth if every key spent half or more', () => {
  const { limit } = createLimit(15)
  for (let at = 0; at < 16; at++) void limit.spend(`loud-${at}`, 10)
  // 13 of 15 keys remain, plus the new one.
  expect(limit.size).toBe(14)
  expect([limit.wait('loud-0'), limit.wait('loud-1'), limit.wait('loud-2')]).toEqual([0, 0, 60])
})

test('counts up to 100,000 keys by default', () => {
  const limit = createFixedWindowLimit('work', () => 0)
  for (let at = 0; at < 100_000; at++) void limit.spend(String(at))
  expect(limit.size).toBe(100_000)
  void limit.spend('one more')
  expect(limit.size).toBe(1)
})

describe('limitMemberRequests', () => {
  const sessions: Record<string, Session> = {
    phone: { member: { id: 1 } } as Session,
    laptop: { member: { id: 1 } } as Session,
    other: { member: { id: 2 } } as Session,
    guest: { member: null } as Session,
  }

  function createFinder() {
    const clock = { now: clockStart }
    const lookups: string[] = []
    const find = limitMemberRequests(
      async (token) => {
        lookups.push(token)
        return sessions[token] ?? null
      },
      limitOf(2, () => clock.now),
      () => clock.now,
    )
    /** Returns the seconds to wait; 0 if the session was returned. */
    const secondsToWait = (token: string) =>
      find(token).then(
        (session) => {
          expect(session).toBe(sessions[token] ?? null)
          return 0
        },
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'rate_limited' } satisfies Partial<ProblemError>)
          return (error as ProblemError).retry_after || Number.NaN
        },
      )
    return { clock, lookups, secondsToWait }
  }

  it('limits a member across browsers and no other member', async () => {
    const { lookups, secondsToWait } = createFinder()
    expect([await secondsToWait('phone'), await secondsToWait('laptop')]).toEqual([0, 0])
    for (const _ of ['looked up', 'cached'])
      expect([await secondsToWait('phone'), await secondsToWait('laptop')]).toEqual([60, 60])
    expect(lookups).toHaveLength(4)
    expect(await secondsToWait('other')).toBe(0)
  })

  it('does not limit sessions without a member', async () => {
    const { secondsToWait } = createFinder()
    for (const token of ['guest', 'guest', 'guest', 'ended', 'ended', 'ended'])
      expect(await secondsToWait(token)).toBe(0)
  })

  it('looks up a rejected session again only in the next window', async () => {
    const { clock, lookups, secondsToWait } = createFinder()
    for (const expected of [0, 0, 60]) expect(await secondsToWait('phone')).toBe(expected)
    for (const [ms, expected] of [
      [1, 60],
      [14_999, 46],
      [59_999, 1],
    ] as const) {
      clock.now = clockStart + ms
      expect(await secondsToWait('phone')).toBe(expected)
    }
    expect(lookups).toHaveLength(3)
    clock.now = clockStart + 60_000
    expect(await secondsToWait('phone')).toBe(0)
    expect(lookups).toHaveLength(4)
  })
})
