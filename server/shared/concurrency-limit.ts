import { throwProblem } from './problem-error.ts'
import pLimit from 'p-limit'

/**
 * Limits concurrent work that needs a core or much memory: `at_once` run, `may_wait` queue in order.
 * @returns a function that runs `work` in a slot and throws ProblemError `service_unavailable` if the queue is full
 */
export function createConcurrencyLimit({
  at_once,
  may_wait,
}: {
  at_once: number
  may_wait: number
}) {
  const limit = pLimit(at_once)
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount === at_once && limit.pendingCount >= may_wait)
      throwProblem('service_unavailable', { retry_after: 2 })
    return limit(work)
  }
}
