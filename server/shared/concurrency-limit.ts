import { throwProblem } from './problem-error.ts'

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
  let running = 0
  const waiting: (() => void)[] = []
  return async function runLimited<T>(work: () => Promise<T>): Promise<T> {
    if (running < at_once) running++
    else {
      if (waiting.length >= may_wait) throwProblem('service_unavailable', { retry_after: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The slot passes to the longest waiting caller.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
