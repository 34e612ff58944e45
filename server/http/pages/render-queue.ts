import { ProblemError } from '#server/shared/problem-error.ts'

/** Maximum number of waiting renderings per address, about one second of work. */
const maxWaiting = 60
/** Retry-After of a full queue, in seconds. */
const retryAfterSeconds = 2

type Queue = { waiting: (() => void)[] }

/**
 * Creates the render queue: one page at a time per client address, so that one client cannot starve the others;
 * rendering occupies the process's only core. Queues exist only while a rendering runs, so open requests bound memory.
 * @returns a function that queues `render`; it throws ProblemError `rate_limited` if too many renderings of the address
 * are waiting.
 */
export function createRenderQueue() {
  const queues = new Map<string, Queue>()
  return async function runQueued<T>(address: string, render: () => Promise<T>): Promise<T> {
    const queue = queues.get(address)
    if (!queue) queues.set(address, { waiting: [] })
    else {
      if (queue.waiting.length >= maxWaiting)
        throw new ProblemError('rate_limited', { retry_after: retryAfterSeconds })
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    try {
      return await render()
    } finally {
      const next = queues.get(address)?.waiting.shift()
      if (next) next()
      else queues.delete(address)
    }
  }
}
