import { throwProblem } from './problem-error.ts'

/**
 * Lets so many run at once and so many more wait, in order: for work that takes a core or much memory each.
 * @returns runs `work` in its turn; throws Refusal `service_unavailable` when too many are waiting.
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
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < at_once) running++
    else {
      if (waiting.length >= may_wait) throwProblem('service_unavailable', { retry_after: 2 })
      await new Promise<void>((go) => waiting.push(go))
    }
    try {
      return await work()
    } finally {
      // The place goes to whoever waited longest.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
