import { Refusal } from '../kernel/refusals.ts'
import type { FindSession } from './who.ts'

/**
 * How many calls somebody may make in a minute. Windows are fixed and kept by each process: this guards one process
 * from one reader; limits that protect members are kept in the database, by the use cases they guard.
 */
export function createRateLimit(perMinute: number) {
  let counts = new Map<string, number>()
  let began = performance.now()
  return {
    /** @returns 0 when the call may go on, else the seconds to wait. */
    take(key: string): number {
      const now = performance.now()
      if (now - began >= 60_000) {
        counts = new Map()
        began = now
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > perMinute ? Math.ceil((60_000 - (now - began)) / 1_000) : 0
    },
  }
}

/**
 * Finds sessions, and refuses a member who calls more often than so many times a minute, in however many browsers. One
 * whose session was refused is not even looked up until his minute is over: a flood costs the database nothing.
 */
export function limitMembers(find: FindSession, perMinute: number): FindSession {
  const limit = createRateLimit(perMinute)
  /** Until when a session's token is refused, in ms of the process. */
  let refused = new Map<string, number>()
  const refuse = (seconds: number) => new Refusal('rate_limited', { retry_after: seconds })
  return async (token) => {
    const until = refused.get(token)
    const now = performance.now()
    if (until !== undefined) {
      if (until > now) throw refuse(Math.ceil((until - now) / 1_000))
      // All of them are of one minute, which is over.
      refused = new Map()
    }
    const session = await find(token)
    const wait = session?.member ? limit.take(String(session.member.id)) : 0
    if (wait === 0) return session
    refused.set(token, now + wait * 1_000)
    throw refuse(wait)
  }
}
