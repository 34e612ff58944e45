import type { BenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { childrenCpuMs, readPostgresPid, startNode, stopProcess } from '../lib/processes.ts'
import { milliseconds, type Row } from '../report.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Number of profiles to notify. */
const recipients = Number(process.env['BENCH_RECIPIENTS'] ?? 1_000_000)
const firstId = 10_000_000
/** Maximum CPU time for all recipients. */
const maxCpuSeconds = 60
const maxLatencyMs = 100

/** Measures how a worker notifies all viewers of a series of a new episode, and how fast personal lists load meanwhile. */
export async function benchNotifications(app: BenchApp): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const { cookies } = await createMembers(owner, 'notifications', 1)
  const origin = await app.serve()
  const series = await insertSeries(owner)
  await insertViewers(owner, series)
  const { child } = await startNode(join(import.meta.dirname, '../../server/worker.ts'), {
    env: app.env,
    as: 'server',
  })
  // Opens connections and prepares plans.
  await readLists(origin, cookies[0] ?? '', AbortSignal.timeout(3_000))
  const stop = new AbortController()
  const latencies = readLists(origin, cookies[0] ?? '', stop.signal)
  try {
    const postgres = readPostgresPid(app.folder)
    // Sums the worker, PostgreSQL and the server that answers requests meanwhile.
    const cpuMs = () => childrenCpuMs(process.pid) + childrenCpuMs(postgres)
    const [startedAt, cpuBefore] = [performance.now(), cpuMs()]
    await owner.query(`update episodes set video_state = 'ready' where id = $1`, [series.opening])
    await waitUntilAdded(owner)
    const seconds = (performance.now() - startedAt) / 1_000
    const cpuSeconds = (cpuMs() - cpuBefore) / 1_000
    stop.abort()
    const times = (await latencies).toSorted((a, b) => a - b)
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::int as count from notifications',
    )
    if (rows[0]?.count !== recipients) throw new Error(`${rows[0]?.count} notifications`)
    return [
      {
        name: `new episode to ${recipients.toLocaleString('en')} profiles`,
        ours: `${cpuSeconds.toFixed(0)} s of CPU; ${seconds.toFixed(0)} s, up to 15 s of it until the task runs`,
        baseline: '',
        bar: `<= ${maxCpuSeconds} s of CPU`,
        ok: cpuSeconds <= maxCpuSeconds,
      },
      {
        name: 'watch history of a profile meanwhile, p99',
        ours: `${milliseconds(p99)} (${times.length} requests)`,
        baseline: '',
        bar: `<= ${maxLatencyMs} ms`,
        ok: p99 <= maxLatencyMs,
      },
    ]
  } finally {
    stop.abort()
    await stopProcess(child)
    await owner.end()
  }
}

type Series = { id: number; watched: number; opening: number }

/** Inserts a series with an episode to watch and one that is not open yet. */
async function insertSeries(owner: pg.Client): Promise<Series> {
  const { rows } = await owner.query<{ id: number; series_id: number }>(
    `with work as (insert into series (title, age_rating, is_series) values ('많이 보는 이야기', 'ALL', true) returning id),
       season as (insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id)
     insert into episodes (series_id, season_id, number, title, is_free, video_state)
     select series_id, id, at, at || '화', true, case at when 1 then 'ready' else 'none' end
     from season, generate_series(1, 2) as at returning id, series_id`,
  )
  const [watched, opening] = rows
  return { id: watched!.series_id, watched: watched!.id, opening: opening!.id }
}

/** Inserts members whose only profile has watched the first episode, without triggers. */
async function insertViewers(owner: pg.Client, { id, watched }: Series) {
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `insert into members (id, email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
     select at, at || '@example.com', '이한편', '', decode(md5(at::text), 'hex'), '', now(), now()
     from generate_series($1::int, $1::int + $2::int - 1) as at`,
    [firstId, recipients],
  )
  await owner.query(
    `insert into profiles (id, member_id, position, name, created_at) overriding system value
     select at, at, 1, '이한편', now() from generate_series($1::int, $1::int + $2::int - 1) as at`,
    [firstId, recipients],
  )
  await owner.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select at, $3, $4, 60, false, now(), now(), current_date, 1
     from generate_series($1::int, $1::int + $2::int - 1) as at`,
    [firstId, recipients, watched, id],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('delete from opened_episodes')
  await owner.query('vacuum analyze members, profiles, watch_histories')
}

async function waitUntilAdded(owner: pg.Client) {
  for (let isStarted = false; ;) {
    const { rows } = await owner.query<{ is_pending: boolean }>(
      `select last_profile_id is not null as is_pending from notification_events`,
    )
    isStarted ||= rows.length > 0
    if (isStarted && rows.every(({ is_pending }) => !is_pending)) return
    await pause(100)
  }
}

/** Requests a personal list again and again. @returns the times in ms. */
async function readLists(origin: string, cookie: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const response = await fetch(origin + watch_history.listWatchHistory.path, {
      headers: { cookie },
    })
    await response.text()
    times.push(performance.now() - startedAt)
    await pause(10)
  }
  return times
}
