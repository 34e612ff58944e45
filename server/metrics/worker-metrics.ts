import type pg from 'pg'
import { addDiskGauges } from './disk-gauges.ts'
import { createMetricsRegistry, type MetricsRegistry } from './registry.ts'
import { addPoolGauges } from './server-metrics.ts'

/** Site-wide gauges are queried at most once in this time per process, in ms. */
const cacheMs = 5_000

/** Gauges of one domain that describe the whole site, without the prefix `hanpyeon_`, read by one query. */
export type SiteGauges = {
  help: Readonly<Record<string, string>>
  /** Returns a value for each name; null is exported as NaN. */
  read(): Promise<Readonly<Record<string, number | null>>>
}

const jobGauges = {
  due: ['hanpyeon_jobs_due', 'Jobs that are due'],
  waits: ['hanpyeon_jobs_oldest_seconds', 'For how long the oldest job has been due'],
  failing: ['hanpyeon_jobs_failing', 'Jobs that failed and will be retried'],
  dead: ['hanpyeon_jobs_dead', 'Jobs that used up all attempts'],
} as const
type TaskStats = { task: string } & Record<keyof typeof jobGauges, number>

/**
 * Gauges of a worker process. Except those of its pool they describe the whole site and are the same for every worker, so
 * dashboards take their maximum.
 */
export function createWorkerMetrics(sources: {
  pool: pg.Pool
  gauges: readonly SiteGauges[]
  jobs: { readTaskStats(): Promise<TaskStats[]> }
  /** Folders whose disks may fill, by name. */
  folders: Readonly<Record<string, string>>
}): MetricsRegistry {
  const readTasks = cached(() => sources.jobs.readTaskStats())
  return createMetricsRegistry((addGauge, addLabeledGauge) => {
    addPoolGauges(addGauge, sources.pool)
    addDiskGauges(addLabeledGauge, sources.folders)
    for (const { help, read } of sources.gauges) {
      const readCached = cached(read)
      for (const [name, text] of Object.entries(help))
        addGauge(`hanpyeon_${name}`, text, async () => (await readCached())[name] ?? Number.NaN)
    }
    for (const [key, [name, help]] of Object.entries(jobGauges))
      addLabeledGauge(name, help, 'task', async () =>
        (await readTasks()).map((row) => [row.task, row[key as keyof typeof jobGauges]]),
      )
  })
}

/** Caches the result of `read` for a moment, shared by concurrent callers. */
function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > cacheMs)
      last = { at: performance.now(), result: read() }
    return last.result
  }
}
