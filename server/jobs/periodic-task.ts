import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { TaskDefinition } from './task-types.ts'

/** Runs a task once. Never rejects: a failure is logged, and the next run follows as usual. */
export async function runTask(
  { name, run }: Pick<TaskDefinition, 'name' | 'run'>,
  { stopping, log }: { stopping: AbortSignal; log: Logger },
): Promise<void> {
  if (stopping.aborted) return
  const began = performance.now()
  const observe = (outcome: 'done' | 'failed') =>
    metrics.periodic_task_seconds.labels(name, outcome).observe(secondsSince(began))
  try {
    await run(stopping)
    observe('done')
  } catch (error) {
    if (stopping.aborted) return
    log.warn({ task: name, error: (error as Error).message }, 'periodic task failed')
    observe('failed')
  }
}

export type LocalTask = {
  /** Aborts the run under way and resolves once it has ended; no run starts afterwards. */
  stop(): Promise<void>
}

/** Upper bound of the first delay in ms, so that processes that start together do not run at the same time. */
const maxFirstDelayMs = 5_000

/** Runs a task of the scope `each process` repeatedly, never concurrently. */
export function startLocalTask(
  task: Pick<TaskDefinition, 'name' | 'run' | 'seconds'>,
  { log, random = Math.random }: { log: Logger; random?: () => number },
): LocalTask {
  const intervalMs = task.seconds * 1_000
  const stopping = new AbortController()
  const loop = async () => {
    await delay(random() * Math.min(intervalMs, maxFirstDelayMs), stopping.signal)
    while (!stopping.signal.aborted) {
      await runTask(task, { stopping: stopping.signal, log })
      await delay(intervalMs, stopping.signal)
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Resolves after `ms`, or at once when `signal` is aborted. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
