import { throwProblem } from '../problem-error.ts'
import pLimit from 'p-limit'

/**
 * Limits concurrent work that needs a core or much memory: `concurrency` run, `max_queued` queue in order.
 * @returns a function that runs `work` in a slot and throws ProblemError `service_unavailable` if the queue is full
 */
export function createConcurrencyLimit({
  concurrency,
  max_queued,
}: {
  concurrency: number
  max_queued: number
}) {
  const limit = pLimit(concurrency)
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount === concurrency && limit.pendingCount >= max_queued)
      throwProblem('service_unavailable', { retry_after: 2 })
    return limit(work)
  }
}
