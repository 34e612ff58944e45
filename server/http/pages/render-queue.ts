import { ProblemError } from '#server/shared/problem-error.ts'
import pLimit, { type LimitFunction } from 'p-limit'

/** Maximum number of waiting renderings per address, about one second of work. */
const maxWaiting = 60
/** Retry-After of a full queue, in seconds. */
const retryAfterSeconds = 2

/**
 * Creates the render queue: one page at a time per client address, so that one client cannot starve the others;
 * rendering occupies the process's only core. Queues exist only while a rendering runs, so open requests bound memory.
 * @returns a function that queues `render`; it throws ProblemError `rate_limited` if too many renderings of the address
 * are waiting.
 */
export function createRenderQueue() {
  const limits = new Map<string, LimitFunction>()
  return async function runQueued<T>(address: string, render: () => Promise<T>): Promise<T> {
    const limit = limits.get(address) ?? pLimit(1)
    if (limit.pendingCount >= maxWaiting)
      throw new ProblemError('rate_limited', { retry_after: retryAfterSeconds })
    limits.set(address, limit)
    try {
      return await limit(render)
    } finally {
      if (limit.activeCount === 0 && limits.get(address) === limit) limits.delete(address)
    }
  }
}
