import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { createMetricsRegistry, type MetricsRegistry } from './registry.ts'
import { addPoolGauges } from './server-metrics.ts'

/** Figures of the whole site are read at most this often by a process, in ms, whoever asks. */
const youngEnough = 5_000

type Figures = {
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
type TaskFigures = { task: string; due: number; waits: number; failing: number; dead: number }

/**
 * What a worker shows beside what it counts: figures of the whole site, the same from every worker, so that dashboards
 * take the greatest of them.
 * @param sources.jobs the queue's own pool: its tables are the owner's.
 */
export function createWorkerMetrics(sources: {
  db: Db
  pool: pg.Pool
  jobs: Pick<pg.Pool, 'query'>
  clock: { now(): Date }
}): MetricsRegistry {
  const site = once(() => readFigures(sources.db, sources.clock.now()))
  const tasks = once(() => readTasks(sources.jobs))
  return createMetricsRegistry((show, showEach) => {
    addPoolGauges(show, sources.pool)
    const figure = (name: string, help: string, key: keyof Figures) =>
      show(name, help, async () => (await site())[key] ?? Number.NaN)
    const perTask = (name: string, help: string, key: Exclude<keyof TaskFigures, 'task'>) =>
      showEach(name, help, 'task', async () => (await tasks()).map((row) => [row.task, row[key]]))

    figure('hanpyeon_active_streams', 'Players that hold a place to play now', 'viewers')
    figure(
      'hanpyeon_orders_unknown',
      'Orders the gateway has not told the end of',
      'unknown_orders',
    )
    figure(
      'hanpyeon_orders_unknown_oldest_seconds',
      'Age of the oldest order the gateway has not told the end of',
      'oldest_unknown',
    )
    figure('hanpyeon_messages_waiting', 'Mails and SMS that are to be sent', 'waiting_messages')
    figure(
      'hanpyeon_messages_oldest_seconds',
      'Age of the oldest mail or SMS that is to be sent',
      'oldest_message',
    )
    figure(
      'hanpyeon_reconciliation_differences',
      'What did not agree with the gateway’s books when they were last compared by themselves',
      'differences',
    )
    figure(
      'hanpyeon_reconciliation_age_seconds',
      'Time since the books were compared with the gateway’s by themselves',
      'last_reconciled',
    )
    figure('hanpyeon_encodings_pending', 'Films that are not encoded yet', 'encoding')
    figure('hanpyeon_encodings_failed', 'Films whose encoding failed for good', 'failed_assets')
    perTask('hanpyeon_jobs_due', 'Jobs that wait to be worked now', 'due')
    perTask('hanpyeon_jobs_oldest_seconds', 'For how long the oldest job has been due', 'waits')
    perTask('hanpyeon_jobs_failing', 'Jobs that failed and are tried again later', 'failing')
    perTask('hanpyeon_jobs_dead', 'Jobs that used all their attempts up', 'dead')
  })
}

/** What `read` answers, shared by all that ask within a moment. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > youngEnough)
      last = { at: performance.now(), answer: read() }
    return last.answer
  }
}

async function readFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select count(*)::int from streams where ends_at > ${now}) as viewers,
      o.count as unknown_orders, o.oldest as oldest_unknown,
      m.count as waiting_messages, m.oldest as oldest_message,
      coalesce((select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id), 0) as differences,
      extract(epoch from ${now}::timestamptz - r.run_at)::float as last_reconciled,
      (select count(*)::int from media_assets where state in ('uploaded', 'probing', 'encoding')) as encoding,
      (select count(*)::int from media_assets where state = 'failed') as failed_assets
    from
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(confirming_at)), 0)::float as oldest
       from orders where status in ('confirming', 'unknown')) as o,
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float as oldest
       from messages where sent_at is null) as m
      left join lateral (select id, run_at from reconciliations where is_daily order by to_at desc limit 1) as r on true`.execute(
    db,
  )
  const [figures] = rows
  if (!figures) throw new Error('One row of figures comes back')
  return figures
}

/** Of every task that has a job. What is being worked is not due. */
async function readTasks(jobs: Pick<pg.Pool, 'query'>): Promise<TaskFigures[]> {
  const { rows } = await jobs.query<TaskFigures>(
    `select t.identifier as task,
      count(*) filter (where is_due)::int as due,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as waits,
      count(*) filter (where attempts > 0 and attempts < max_attempts and last_error is not null)::int as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
     from (
       select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
       from graphile_worker._private_jobs) j
     join graphile_worker._private_tasks t on t.id = j.task_id
     group by t.identifier`,
  )
  return rows
}
