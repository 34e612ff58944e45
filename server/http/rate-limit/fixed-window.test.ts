import { describe, expect, it, test } from 'vitest'
import type { Session } from '#server/api/request-context.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import {
  callsOfMemberPerMinute,
  createFixedWindowLimit,
  limitMemberRequests,
} from './fixed-window-limit.ts'

/** A limit of 10 a minute on a clock of its own, which starts at 0. */
function limitOf(mostKeys?: number) {
  const clock = { now: 0 }
  return { clock, limit: createFixedWindowLimit(10, () => clock.now, mostKeys) }
}

test('refuses what exceeds the limit, and says for how many seconds', () => {
  const { clock, limit } = limitOf()
  clock.now = 15_500
  expect(limit.spend('a', 8)).toBe(0)
  expect(limit.spend('a', 3)).toBe(45)
  // What was refused is not counted: something cheaper still fits.
  expect(limit.spend('a', 2)).toBe(0)
  expect([limit.spend('a'), limit.wait('a'), limit.wait('b')]).toEqual([45, 45, 0])
  clock.now = 60_000
  expect([limit.wait('a'), limit.spend('a')]).toEqual([0, 0])
})

test('keeps no more keys than it may, and forgets those that spent little first', () => {
  const { limit } = limitOf(100)
  for (let at = 0; at < 10; at++) limit.spend(`loud-${at}`, 10)
  for (let at = 0; at < 10_000; at++) {
    limit.spend(`quiet-${at}`)
    expect(limit.size).toBeLessThanOrEqual(100)
  }
  for (let at = 0; at < 10; at++) expect(limit.spend(`loud-${at}`)).toBe(60)
})

test('makes room also where every key is at its limit', () => {
  const { limit } = limitOf(100)
  for (let at = 0; at < 1_000; at++) limit.spend(`loud-${at}`, 10)
  expect(limit.size).toBeLessThanOrEqual(100)
  expect(limit.spend('loud-999')).toBe(60)
})

/** A clock that does not begin at 0, as that of a process that runs for a while. */
const began = 1_000_000

test('counts in windows of a minute, one after the other', () => {
  const clock = { now: began }
  const limit = createFixedWindowLimit(2, () => clock.now)
  for (const window of [0, 1, 2]) {
    clock.now = began + window * 60_000
    expect([limit.spend('a'), limit.spend('a'), limit.spend('a')]).toEqual([0, 0, 60])
    clock.now += 14_999
    expect([limit.spend('a'), limit.wait('a')]).toEqual([46, 46])
    clock.now += 45_000
    expect([limit.spend('a'), limit.wait('a')]).toEqual([1, 1])
  }
})

test('refuses a first request that costs more than the limit', () => {
  const { limit } = limitOf()
  expect([limit.spend('a', 11), limit.size, limit.spend('a', 10)]).toEqual([60, 0, 0])
  const once = createFixedWindowLimit(1, () => 0)
  expect([once.wait('a'), once.spend('a'), once.wait('a')]).toEqual([0, 0, 60])
})

test('forgets keys below half of the limit, and keeps those at half', () => {
  const { limit } = limitOf(10)
  limit.spend('half', 5)
  for (let at = 0; at < 9; at++) limit.spend(`quiet-${at}`, 4)
  // A key that is counted already needs no room.
  limit.spend('quiet-0', 0)
  expect(limit.size).toBe(10)
  limit.spend('new')
  expect([limit.size, limit.spend('half', 6)]).toEqual([2, 60])
})

test('forgets the oldest tenth where every key spent half or more', () => {
  const { limit } = limitOf(15)
  for (let at = 0; at < 16; at++) limit.spend(`loud-${at}`, 10)
  // Of 15 keys 13 stay, and one comes.
  expect(limit.size).toBe(14)
  expect([limit.wait('loud-0'), limit.wait('loud-1'), limit.wait('loud-2')]).toEqual([0, 0, 60])
})

test('counts 100,000 keys at once by default', () => {
  const limit = createFixedWindowLimit(10, () => 0)
  for (let at = 0; at < 100_000; at++) limit.spend(String(at))
  expect(limit.size).toBe(100_000)
  limit.spend('one more')
  expect(limit.size).toBe(1)
})

describe('limitMembers', () => {
  const sessions: Record<string, Session> = {
    phone: { member: { id: 1 } } as Session,
    laptop: { member: { id: 1 } } as Session,
    other: { member: { id: 2 } } as Session,
    guest: { member: null } as Session,
  }

  function limited() {
    const clock = { now: began }
    const found: string[] = []
    const find = limitMemberRequests(
      async (token) => {
        found.push(token)
        return sessions[token] ?? null
      },
      2,
      () => clock.now,
    )
    /** The seconds to wait; 0 where the session was answered. */
    const waitOf = (token: string) =>
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
    return { clock, found, waitOf }
  }

  it('limits a member over all browsers, and nobody else', async () => {
    const { found, waitOf } = limited()
    expect([await waitOf('phone'), await waitOf('laptop')]).toEqual([0, 0])
    for (const _ of ['looked up', 'remembered'])
      expect([await waitOf('phone'), await waitOf('laptop')]).toEqual([60, 60])
    expect(found).toHaveLength(4)
    expect(await waitOf('other')).toBe(0)
  })

  it('limits no session without a member', async () => {
    const { waitOf } = limited()
    for (const token of ['guest', 'guest', 'guest', 'ended', 'ended', 'ended'])
      expect(await waitOf(token)).toBe(0)
  })

  it('looks a refused session up again only in the next minute', async () => {
    const { clock, found, waitOf } = limited()
    for (const expected of [0, 0, 60]) expect(await waitOf('phone')).toBe(expected)
    for (const [ms, expected] of [
      [1, 60],
      [14_999, 46],
      [59_999, 1],
    ] as const) {
      clock.now = began + ms
      expect(await waitOf('phone')).toBe(expected)
    }
    expect(found).toHaveLength(3)
    clock.now = began + 60_000
    expect(await waitOf('phone')).toBe(0)
    expect(found).toHaveLength(4)
  })

  it('allows a member 300 calls a minute', () => expect(callsOfMemberPerMinute).toBe(300))
})
