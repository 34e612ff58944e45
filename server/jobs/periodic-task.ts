import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { TaskLocks } from './task-locks.ts'

export type PeriodicTask = {
  /** Aborts the run under way and resolves once it has ended; no run starts afterwards. */
  stop(): Promise<void>
}

export type PeriodicTaskOptions = {
  /** Label of the metric and the log line, and the name of the lock between processes. */
  name: string
  /** From the end of a run to the start of the next one. */
  interval_ms: number
  /** Must be idempotent, and end soon after `signal` is aborted, which means a stop or a lost lock. */
  run: (signal: AbortSignal) => Promise<void>
  /**
   * With locks, at most one process runs the task at a time; the others skip the run. `each process` is for work that every
   * process must do itself, such as cleaning up local files.
   */
  exclusive: TaskLocks | 'each process'
  log: Logger
  /** Returns a number in [0, 1). */
  random?: () => number
}

/** `seconds` pass from the end of a run to the next. A shared task runs in one worker at a time. */
export type TaskDefinition = Pick<PeriodicTaskOptions, 'name' | 'run'> & {
  seconds: number
  scope?: 'shared' | 'each process'
}

export const startPeriodicTasks = (
  tasks: readonly TaskDefinition[],
  { locks, log }: { locks: TaskLocks; log: Logger },
): PeriodicTask[] =>
  tasks.map(({ name, run, seconds, scope = 'shared' }) =>
    startPeriodicTask({
      ...{ name, run, log, interval_ms: seconds * 1_000 },
      exclusive: scope === 'shared' ? locks : scope,
    }),
  )

/** Upper bound of the first delay in ms, so that processes that start together do not run at the same time. */
const maxFirstDelayMs = 5_000

/** Runs a task repeatedly, never concurrently. A failed run is logged, and the next one follows as usual. */
export function startPeriodicTask(options: PeriodicTaskOptions): PeriodicTask {
  const { interval_ms, random = Math.random } = options
  const stopping = new AbortController()
  const loop = async () => {
    await delay(random() * Math.min(interval_ms, maxFirstDelayMs), stopping.signal)
    while (!stopping.signal.aborted) {
      await runOnce(options, stopping.signal)
      await delay(interval_ms, stopping.signal)
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

/** Never rejects. */
async function runOnce({ name, run, exclusive, log }: PeriodicTaskOptions, stopping: AbortSignal) {
  const began = performance.now()
  const observe = (outcome: 'done' | 'failed') =>
    metrics.periodic_task_seconds.labels(name, outcome).observe(secondsSince(began))
  try {
    if (exclusive === 'each process') await run(stopping)
    else {
      const lock = await exclusive.tryAcquire(name)
      if (!lock) return
      try {
        await run(AbortSignal.any([stopping, lock.lost]))
      } finally {
        await lock.release()
      }
    }
    observe('done')
  } catch (error) {
    if (stopping.aborted) return
    log.warn({ task: name, error: (error as Error).message }, 'periodic task failed')
    observe('failed')
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
