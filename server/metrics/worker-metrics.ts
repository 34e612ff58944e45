import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { createMetricsRegistry, type MetricsRegistry } from './registry.ts'
import { addPoolGauges } from './server-metrics.ts'

/** Site-wide gauges are queried at most once in this time per process, in ms. */
const cacheMs = 5_000

type SiteMetrics = {
  viewers: number
  unknown_orders: number
  oldest_unknown: number
  waiting_messages: number
  oldest_message: number
  differences: number
  last_reconciled: number | null
  encoding: number
  failed_assets: number
}
type TaskMetrics = { task: string; due: number; waits: number; failing: number; dead: number }

/**
 * Gauges of a worker process. They describe the whole site and are the same for every worker, so dashboards take their
 * maximum.
 * @param sources.jobs pool of the job queue, whose tables belong to the owner role.
 */
export function createWorkerMetrics(sources: {
  db: Db
  pool: pg.Pool
  jobs: Pick<pg.Pool, 'query'>
  clock: { now(): Date }
}): MetricsRegistry {
  const site = cached(() => readSiteMetrics(sources.db, sources.clock.now()))
  const tasks = cached(() => readTasks(sources.jobs))
  return createMetricsRegistry((addGauge, addLabeledGauge) => {
    addPoolGauges(addGauge, sources.pool)
    const addSiteGauge = (name: string, help: string, key: keyof SiteMetrics) =>
      addGauge(name, help, async () => (await site())[key] ?? Number.NaN)
    const addTaskGauge = (name: string, help: string, key: Exclude<keyof TaskMetrics, 'task'>) =>
      addLabeledGauge(name, help, 'task', async () =>
        (await tasks()).map((row) => [row.task, row[key]]),
      )

    addSiteGauge('hanpyeon_active_streams', 'Active streams', 'viewers')
    addSiteGauge(
      'hanpyeon_orders_unknown',
      'Orders with an unknown gateway outcome',
      'unknown_orders',
    )
    addSiteGauge(
      'hanpyeon_orders_unknown_oldest_seconds',
      'Age of the oldest order with an unknown gateway outcome',
      'oldest_unknown',
    )
    addSiteGauge(
      'hanpyeon_messages_waiting',
      'E-mails and SMS waiting to be sent',
      'waiting_messages',
    )
    addSiteGauge(
      'hanpyeon_messages_oldest_seconds',
      'Age of the oldest e-mail or SMS waiting to be sent',
      'oldest_message',
    )
    addSiteGauge(
      'hanpyeon_reconciliation_differences',
      'Differences found by the last scheduled reconciliation',
      'differences',
    )
    addSiteGauge(
      'hanpyeon_reconciliation_age_seconds',
      'Time since the last scheduled reconciliation',
      'last_reconciled',
    )
    addSiteGauge('hanpyeon_encodings_pending', 'Films that are not encoded yet', 'encoding')
    addSiteGauge(
      'hanpyeon_encodings_failed',
      'Films whose encoding failed permanently',
      'failed_assets',
    )
    addTaskGauge('hanpyeon_jobs_due', 'Jobs that are due', 'due')
    addTaskGauge(
      'hanpyeon_jobs_oldest_seconds',
      'For how long the oldest job has been due',
      'waits',
    )
    addTaskGauge('hanpyeon_jobs_failing', 'Jobs that failed and will be retried', 'failing')
    addTaskGauge('hanpyeon_jobs_dead', 'Jobs that used up all attempts', 'dead')
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

async function readSiteMetrics(db: Db, now: Date): Promise<SiteMetrics> {
  const { rows } = await sql<SiteMetrics>`
    select
      (select count(*)::int from active_streams where expires_at > ${now}) as viewers,
      o.count as unknown_orders, o.oldest as oldest_unknown,
      m.count as waiting_messages, m.oldest as oldest_message,
      coalesce((select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id), 0) as differences,
      extract(epoch from ${now}::timestamptz - r.run_at)::float as last_reconciled,
      (select count(*)::int from media_assets where state in ('uploaded', 'probing', 'encoding')) as encoding,
      (select count(*)::int from media_assets where state = 'failed') as failed_assets
    from
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(processing_started_at)), 0)::float as oldest
       from orders where status in ('confirming', 'unknown')) as o,
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float as oldest
       from messages where sent_at is null) as m
      left join lateral (select id, run_at from reconciliations where is_daily order by to_at desc limit 1) as r on true`.execute(
    db,
  )
  const [metrics] = rows
  if (!metrics) throw new Error('The metrics query returned no row')
  return metrics
}

/** Per task with at least one job. Running jobs are not due. */
async function readTasks(jobs: Pick<pg.Pool, 'query'>): Promise<TaskMetrics[]> {
  const { rows } = await jobs.query<TaskMetrics>(
    `select task_identifier as task,
      count(*) filter (where is_due)::int as due,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as waits,
      count(*) filter (where attempts > 0 and attempts < max_attempts and last_error is not null)::int as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
     from (
       select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
       from graphile_worker.jobs) j
     group by task_identifier`,
  )
  return rows
}
