import { ProblemError } from '#server/shared/problem-error.ts'
import type { FindSession } from '../auth/authenticate-request.ts'

/** Length of a window in ms. */
const window = 60_000
/** D-09. Calls a minute of a member, over all their browsers. */
export const callsOfMemberPerMinute = 300
/** Keys counted at once: about 20 MB. */
const keysAtMost = 100_000

export type RateLimit = {
  /** Counts `cost` for `key`. @returns 0, or the seconds to wait; what is refused is not counted. */
  spend(key: string, cost?: number): number
  /** @returns the seconds until `key` may spend again, or 0 while it may spend at least 1. */
  wait(key: string): number
  /** Keys that are counted now. */
  readonly size: number
}

/**
 * Limits each key to `perMinute` in fixed windows of a minute, kept by this process. Limits that protect members are
 * kept in the database by the use cases they guard (`server/api/rate-limit.ts`).
 * @param now milliseconds of a clock that does not go back.
 */
export function createFixedWindowLimit(
  perMinute: number,
  now: () => number,
  mostKeys = keysAtMost,
): RateLimit {
  let counts = new Map<string, number>()
  let began = now()

  /** Begins the next window where this one is over. @returns the seconds left of it. */
  function secondsLeft(): number {
    const at = now()
    if (at - began >= window) {
      counts = new Map()
      began = at
    }
    return Math.ceil((window - (at - began)) / 1_000)
  }

  /**
   * Frees room for new keys. A key that spent less than half is forgotten first: a flood from very many addresses then
   * costs those that are already limited nothing. Where that is not enough, the oldest tenth goes, so that a sweep
   * always pays for the next `mostKeys / 10` keys.
   */
  function makeRoom() {
    for (const [key, count] of counts) if (count < perMinute / 2) counts.delete(key)
    let surplus = counts.size - Math.floor(mostKeys * 0.9)
    for (const key of counts.keys()) {
      if (surplus-- <= 0) return
      counts.delete(key)
    }
  }

  return {
    spend(key, cost = 1) {
      const seconds = secondsLeft()
      const spent = counts.get(key)
      if ((spent ?? 0) + cost > perMinute) return seconds
      if (spent === undefined && counts.size >= mostKeys) makeRoom()
      counts.set(key, (spent ?? 0) + cost)
      return 0
    },
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
 * Finds sessions, and refuses a member with more than `perMinute` calls, over all their browsers. A session that was
 * refused is not looked up again until the window ends, so that a flood costs the database nothing.
 */
export function limitMemberRequests(
  find: FindSession,
  perMinute: number,
  now: () => number,
): FindSession {
  const limit = createFixedWindowLimit(perMinute, now)
  /** By session token: the instant until which it is refused, in ms of `now`. */
  let refused = new Map<string, number>()
  const refuse = (seconds: number) => new ProblemError('rate_limited', { retry_after: seconds })
  return async (token) => {
    const until = refused.get(token)
    const at = now()
    if (until !== undefined) {
      if (until > at) throw refuse(Math.ceil((until - at) / 1_000))
      // All entries are of one window, which is over.
      refused = new Map()
    }
    const session = await find(token)
    const wait = session?.member ? limit.spend(String(session.member.id)) : 0
    if (wait === 0) return session
    if (refused.size >= keysAtMost) refused = new Map()
    refused.set(token, at + wait * 1_000)
    throw refuse(wait)
  }
}
