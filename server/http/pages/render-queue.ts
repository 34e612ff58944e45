import { ProblemError } from '#server/shared/problem-error.ts'

/** Renderings that one address may have waiting: about a second of them. */
const waitingAtMost = 60
/** Seconds after which a queue that was full has moved on. */
const retryAfter = 2

type Queue = { waiting: (() => void)[] }

/**
 * Renders one page at a time for each address, so that an address that asks for many does not keep the others waiting:
 * rendering takes the process's only core. Queues exist only while something runs, so memory is bounded by the requests
 * that are open.
 * @returns runs `work` in its turn; throws Refusal `rate_limited` where too many of that address wait.
 */
export function createRenderQueue() {
  const queues = new Map<string, Queue>()
  return async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(address)
    if (!queue) queues.set(address, { waiting: [] })
    else {
      if (queue.waiting.length >= waitingAtMost)
        throw new ProblemError('rate_limited', { retry_after: retryAfter })
      await new Promise<void>((go) => queue.waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = queues.get(address)?.waiting.shift()
      if (next) next()
      else queues.delete(address)
    }
  }
}
