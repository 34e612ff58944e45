/**
 * Training and serving of recommendations on PostgreSQL: `npm run bench -- personal`. `MEMBERS`, `WORKS` and `HISTORY` set other
 * numbers of rows.
 */
import { endpoints } from '#contract/index.ts'
import { openDatabase } from '#server/db/client.ts'
import { trainModel } from '#server/domains/recommendations/training/train-model.ts'
import { systemClock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { openBenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { childrenCpuMs, readPostgresPid } from '../lib/processes.ts'
import { percentile, sendRequests } from '../lib/send-requests.ts'
import { median, milliseconds, type Row, seconds } from '../report.ts'
import { insertWorks } from './insert-works.ts'
import pg from 'pg'

const sizes = {
  members: Number(process.env['MEMBERS'] ?? 10_000),
  works: Number(process.env['WORKS'] ?? 2_000),
  history: Number(process.env['HISTORY'] ?? 500_000),
}
const connections = 16
const warmUpSeconds = 3
const loadSeconds = 10
const bars = { training_ms: 600_000, p99_ms: 20, fresh_ms: 2_000 }

export async function benchServing(): Promise<Row[]> {
  const app = await openBenchApp()
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const database = openDatabase(app.url, { connections: 2, name: 'bench', limits: 'none' })
  try {
    await insertWorks(owner, sizes.works)
    const { cookies } = await createMembers(owner, 'recommend', sizes.members)
    await insertHistory(owner)
    const began = performance.now()
    const cpu = process.cpuUsage()
    const log = createLogger('silent', 'bench')
    await trainModel({ ...database, clock: systemClock, log })
    const { user, system } = process.cpuUsage(cpu)
    const took = performance.now() - began
    const origin = await app.serve()
    return [
      {
        name: `training, ${sizes.history} history rows, ${sizes.works} works`,
        ours: `${seconds(took)}, ${seconds((user + system) / 1_000)} of CPU`,
        baseline: `memory of the process ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
        bar: seconds(bars.training_ms),
        ok: took <= bars.training_ms,
      },
      ...(await benchRows(origin, cookies, readPostgresPid(app.folder))),
    ]
  } finally {
    await database.close()
    await owner.end()
    await app.close()
  }
}

/**
 * Each member mostly watches popular works of one of twenty groups. A quarter of what they watch they left
 * early, a tenth they like, and each has refused up to three works.
 */
async function insertHistory(owner: pg.Client) {
  // Without triggers: counts of lists and notifications have no part in the measurement.
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    // The laterals mention `at`, so that they are evaluated for each row.
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select viewer.id, e.id, e.series_id, case when drawn.is_dropped then 50 else 950 end, not drawn.is_dropped,
       now() - random() * interval '300 days', now(), current_date, 1
     from (select array_agg(id order by id) as ids from profiles) as profiles
       cross join (select array_agg(e.id order by e.id) as ids from episodes e join series s on s.id = e.series_id where s.title like '잰 작품 %') as works
       cross join generate_series(1, $1::int) as at
       cross join lateral (select at % cardinality(profiles.ids) as place) as p
       cross join lateral (select profiles.ids[p.place + 1] as id) as viewer
       cross join lateral (select floor(power(random(), 2) * cardinality(works.ids) / 20)::int * 20 as base,
         case when random() < 0.8 then p.place % 20 else floor(random() * 20)::int end as own,
         random() < 0.25 as is_dropped, at) as drawn
       join episodes e on e.id = works.ids[1 + least(drawn.base + drawn.own, cardinality(works.ids) - 1)]
     on conflict do nothing`,
    [sizes.history],
  )
  await owner.query(`
    insert into likes (profile_id, series_id, created_at)
    select profile_id, series_id, watched_at from watch_histories h where id % 10 = 0 on conflict do nothing`)
  await owner.query(`
    insert into refused_works (profile_id, series_id, created_at)
    select p.id, s.id, now() from profiles p cross join generate_series(1, 3) as at
      join series s on s.id = 1 + (p.id * 7 + at * 13) % 500 on conflict do nothing`)
  await owner.query(`reset session_replication_role`)
  await owner.query('vacuum analyze')
}

/** The server is the only child process of the benchmark; the client is a thread of it. */
async function benchRows(
  origin: string,
  cookies: readonly string[],
  postgresPid: number,
): Promise<Row[]> {
  const { path } = endpoints.recommendations.listPersonalRows
  const read = async (cookie: string) => {
    const response = await fetch(origin + path, { headers: { cookie } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as { rows: { works: { id: number }[] }[] }
  }
  // The model and the cards are read by the first requests.
  const all: Awaited<ReturnType<typeof read>>[] = []
  for (const cookie of cookies.slice(0, 300)) all.push(await read(cookie))
  const rowCount = all.reduce((sum, { rows }) => sum + rows.length, 0) / all.length
  const send = async (duration: number) => {
    const question = {
      name: 'rows',
      method: 'GET',
      url: origin + path,
      cookies,
      connections,
    } as const
    const { rows: byStatus = {} } = await sendRequests([question], duration)
    const { 200: times = [], ...failed } = byStatus
    if (Object.keys(failed).length > 0)
      throw new Error(`Answered with ${Object.keys(failed).join()}`)
    return times
  }
  await send(warmUpSeconds)
  const readCpu = () => ({
    server: childrenCpuMs(process.pid),
    postgres: childrenCpuMs(postgresPid),
    client: process.cpuUsage(),
  })
  const before = readCpu()
  const times = await send(loadSeconds)
  const after = readCpu()
  const perRequest = (ms: number) => `${(ms / times.length).toFixed(2)} ms`
  const { user, system } = process.cpuUsage(before.client)
  const worst = percentile(times, 0.99)
  return [
    {
      name: `personal rows, ${connections} clients, ${rowCount.toFixed(1)} rows each: median, p99`,
      ours: `${milliseconds(median(times))}, ${milliseconds(worst)}`,
      baseline:
        `CPU of a request: server ${perRequest(after.server - before.server)}, ` +
        `PostgreSQL ${perRequest(after.postgres - before.postgres)}, client ${perRequest((user + system) / 1_000)}`,
      bar: `p99 <= ${bars.p99_ms} ms`,
      ok: worst <= bars.p99_ms,
    },
    await benchFreshness(origin, cookies[0]!, read),
  ]
}

/** The time from a like until it changes the rows. */
async function benchFreshness(
  origin: string,
  cookie: string,
  read: (cookie: string) => Promise<{ rows: { works: { id: number }[] }[] }>,
): Promise<Row> {
  const liked = (await read(cookie)).rows[0]!.works[0]!.id
  const began = performance.now()
  await fetch(origin + endpoints.watch_history.like.path, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ content_type: 'series', object_id: liked }),
  })
  while ((await read(cookie)).rows[0]?.works[0]?.id === liked) continue
  const took = performance.now() - began
  return {
    name: 'a like shows in them',
    ours: milliseconds(took),
    baseline: '',
    bar: `<= ${seconds(bars.fresh_ms)}`,
    ok: took <= bars.fresh_ms,
  }
}
