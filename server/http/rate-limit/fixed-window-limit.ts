import { memoryLimits, type MinuteLimit } from '#server/api/limits.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import type { FindSession } from '../auth/authenticate-request.ts'

/** Window length in ms. */
const windowMs = 60_000
/** Maximum number of keys, about 20 MB. */
const defaultMaxKeys = 100_000

export type FixedWindowLimit = {
  /** Counts `cost` for `key`. @returns 0, or the seconds to wait; rejected spending is not counted. */
  spend(key: string, cost?: number): number | Promise<number>
  /** @returns the seconds until `key` may spend again, or 0 while it may spend at least 1. */
  wait(key: string): number
  /** Number of keys in the current window. */
  readonly size: number
}

/**
 * Limits each key in fixed windows of a minute, in `shared` counts of all servers or in the memory of this process. Limits that
 * protect members are stored in the database by their use cases (`server/api/rate-limit.ts`).
 * @param now monotonic clock in ms.
 */
export function createFixedWindowLimit(
  name: MinuteLimit,
  now: () => number,
  {
    maxKeys = defaultMaxKeys,
    shared,
  }: { maxKeys?: number; shared?: SharedCounts | undefined } = {},
): FixedWindowLimit {
  const limit = memoryLimits[name]
  const { times: perMinute } = limit
  let counts = new Map<string, number>()
  let windowStart = now()

  /** Starts the next window if the current one has ended. @returns the seconds left in the window. */
  function secondsLeft(): number {
    const at = now()
    if (at - windowStart >= windowMs) {
      counts = new Map()
      windowStart = at
    }
    return Math.ceil((windowMs - (at - windowStart)) / 1_000)
  }

  /**
   * Frees space for new keys. Keys below half of the limit are evicted first, so that a flood from many addresses does
   * not reset the keys that are already limited. If that is not enough, the oldest tenth is evicted, so that one pass
   * pays for the next `maxKeys / 10` keys.
   */
  function evictKeys() {
    for (const [key, count] of counts) if (count < perMinute / 2) counts.delete(key)
    let surplus = counts.size - Math.floor(maxKeys * 0.9)
    for (const key of counts.keys()) {
      if (surplus-- <= 0) return
      counts.delete(key)
    }
  }

  function spendHere(key: string, cost: number): number {
    const seconds = secondsLeft()
    const spent = counts.get(key)
    if ((spent ?? 0) + cost > perMinute) return seconds
    if (spent === undefined && counts.size >= maxKeys) evictKeys()
    counts.set(key, (spent ?? 0) + cost)
    return 0
  }

  return {
    spend: (key, cost = 1) =>
      shared?.spend(`${name}:${key}`, cost, limit).catch(() => spendHere(key, cost)) ??
      spendHere(key, cost),
    wait(key) {
      const seconds = secondsLeft()
      return (counts.get(key) ?? 0) < perMinute ? 0 : seconds
    },
    get size() {
      return counts.size
    },
  }
}

/**
 * Finds sessions and rejects members beyond a limit, across browsers. A rejected session is not looked up again before the
 * window ends, so that a flood costs no queries.
 */
export function limitMemberRequests(
  find: FindSession,
  limit: Pick<FixedWindowLimit, 'spend'>,
  now: () => number,
): FindSession {
  /** By session token: the time until which it is rejected, in ms of `now`. */
  let rejectedUntil = new Map<string, number>()
  const rateLimited = (seconds: number) =>
    new ProblemError('rate_limited', { retry_after: seconds })
  return async (token) => {
    const until = rejectedUntil.get(token)
    const at = now()
    if (until !== undefined) {
      if (until > at) throw rateLimited(Math.ceil((until - at) / 1_000))
      // All entries belong to the same, ended window.
      rejectedUntil = new Map()
    }
    const session = await find(token)
    const wait = session?.member ? await limit.spend(String(session.member.id)) : 0
    if (wait === 0) return session
    if (rejectedUntil.size >= defaultMaxKeys) rejectedUntil = new Map()
    rejectedUntil.set(token, at + wait * 1_000)
    throw rateLimited(wait)
  }
}
