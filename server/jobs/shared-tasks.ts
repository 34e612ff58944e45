import type { Logger } from '#server/shared/logger.ts'
import { runTask } from './periodic-task.ts'
import type { TaskDefinition } from './task-types.ts'
import { type JobHelpers, parseCronItems, type Task, type TaskSpec } from 'graphile-worker'

/** The job that runs a shared task. */
export const periodicJob = 'run_periodic_task'

/** A killed worker's run is repeated at once; a task that kills workers then waits for its next interval. */
const maxAttempts = 3

/**
 * The queue keeps one waiting job of a task, by its key, and starts none while another one runs, by the name of its queue.
 * When a job of the key is running, `preserve_run_at` adds the next.
 */
const specOf = (name: string): TaskSpec & { jobKeyMode: 'preserve_run_at' } => ({
  queueName: `${periodicJob}:${name}`,
  jobKey: `${periodicJob}:${name}`,
  jobKeyMode: 'preserve_run_at',
  maxAttempts,
})

/** Minutes since midnight (UTC). */
type Minute = { hour: number; min: number }

/**
 * Schedules the shared tasks of all workers. The queue's own cron enqueues a job of each task at its minutes, exactly once
 * for any number of workers. The job of a task with an interval below a minute enqueues its next run itself; cron enqueues
 * it as well, in case that run was lost.
 */
export function scheduleSharedTasks(
  tasks: readonly TaskDefinition[],
  context: { stopping: AbortSignal; log: Logger },
) {
  const byName = new Map(tasks.map((task) => [task.name, task]))
  const run: Task = async (payload, { addJob }: JobHelpers) => {
    const task = byName.get((payload as { task: string }).task)
    // Of another version.
    if (!task) return
    await runTask(task, context)
    if (task.seconds >= 60) return
    const runAt = new Date(Date.now() + task.seconds * 1_000)
    const payloadOfNext = { task: task.name }
    await addJob(periodicJob, payloadOfNext, { ...specOf(task.name), jobKeyMode: 'replace', runAt })
  }
  return {
    taskList: { [periodicJob]: run },
    parsedCronItems: parseCronItems(
      tasks.map(({ name, seconds }) => ({
        task: periodicJob,
        identifier: name,
        payload: { task: name },
        match: ({ hour, min }: Minute) => (hour * 60 + min) % Math.ceil(seconds / 60) === 0,
        options: { ...specOf(name), backfillPeriod: 0 },
      })),
    ),
    /** Begins the runs of frequent tasks. If the database is unavailable they begin at the next minute. */
    async startFrequent(addJob: JobHelpers['addJob']) {
      for (const { name, seconds } of tasks)
        if (seconds < 60)
          await addJob(periodicJob, { task: name }, specOf(name)).catch((error: Error) =>
            context.log.warn({ task: name, error: error.message }, 'periodic task not started'),
          )
    },
  }
}
