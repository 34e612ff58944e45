/**
 * Training of recommendations on PostgreSQL's data at full size: `npm run bench -- training`. `MEMBERS`, `WORKS` and `HISTORY` set other
 * numbers of rows. Prints CPU seconds of the process and of PostgreSQL, which do not depend on the load of the machine, and the
 * largest memory of the process.
 */
import { openDatabase } from '#server/db/client.ts'
import { trainModel } from '#server/domains/recommendations/training/train-model.ts'
import { systemClock } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { type BenchApp, openBenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { childrenCpuMs, readPostgresPid } from '../lib/processes.ts'
import { type Row, seconds } from '../report.ts'
import { insertWorks } from './insert-works.ts'
import pg from 'pg'

const sizes = {
  members: Number(process.env['MEMBERS'] ?? 100_000),
  works: Number(process.env['WORKS'] ?? 10_000),
  history: Number(process.env['HISTORY'] ?? 10_000_000),
}
const bars = { cpu_ms: 600_000, bytes: 1e9 }

export async function benchTraining(): Promise<Row[]> {
  const app = await openBenchApp()
  const database = openDatabase(app.url, { connections: 2, name: 'bench' })
  try {
    await insertRows(app)
    const postgresPid = readPostgresPid(app.folder)
    const postgresBefore = childrenCpuMs(postgresPid)
    const before = process.cpuUsage()
    const began = performance.now()
    await trainModel({ ...database, clock: systemClock, log: createLogger('silent', 'bench') })
    const took = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    const own = (user + system) / 1_000
    const postgres = childrenCpuMs(postgresPid) - postgresBefore
    const { maxRSS } = process.resourceUsage()
    const bytes = maxRSS * 1_024
    return [
      {
        name: `training: ${sizes.members} members, ${sizes.history} history rows, ${sizes.works} works`,
        ours: `${seconds(own + postgres)} of CPU: process ${seconds(own)}, PostgreSQL ${seconds(postgres)}; ${seconds(took)} by the clock`,
        baseline: '',
        bar: `<= ${seconds(bars.cpu_ms)}`,
        ok: own + postgres <= bars.cpu_ms,
      },
      {
        name: 'largest memory of the process',
        ours: `${Math.round(bytes / 1e6)} MB`,
        baseline: '',
        bar: `<= ${bars.bytes / 1e6} MB`,
        ok: bytes <= bars.bytes,
      },
    ]
  } finally {
    await database.close()
    await app.close()
  }
}

/**
 * Each member has watched an equal number of works, popular ones more often: the k-th of n is drawn between the shares (k/n)² and
 * ((k+1)/n)² of all works, so that none is drawn twice. A quarter they left early. They like ten.
 */
async function insertRows({ owner_url }: BenchApp): Promise<void> {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    await insertWorks(owner, sizes.works)
    await createMembers(owner, 'training', sizes.members)
    // Without triggers, and with indexes built at the end: how rows are written has no part in the measurement.
    await owner.query('set session_replication_role = replica')
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'watch_histories' and indexdef not like 'CREATE UNIQUE %'`,
    )
    for (const { name } of indexes) await owner.query(`drop index ${name}`)
    await owner.query(
      `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
       select p.id, e.id, e.series_id, case when drawn.is_dropped then 50 else 950 end, not drawn.is_dropped,
         now() - drawn.age * interval '300 days', now(), current_date, 1
       from profiles p
         cross join (select array_agg(e.id order by e.id) as ids, $1::int as per_member
           from episodes e join series s on s.id = e.series_id where s.title like '잰 작품 %') as works
         cross join generate_series(0, $1::int - 1) as k
         cross join lateral (select floor(power((k + random()) / per_member, 2) * cardinality(works.ids))::int as place,
           random() as age, random() < 0.25 as is_dropped, p.id) as drawn
         join episodes e on e.id = works.ids[1 + drawn.place]
       on conflict do nothing`,
      [Math.round(sizes.history / sizes.members)],
    )
    await owner.query(`
      insert into likes (profile_id, series_id, created_at)
      select profile_id, series_id, watched_at from watch_histories where id % 10 = 0 and is_completed on conflict do nothing`)
    for (const { definition } of indexes) await owner.query(definition)
    await owner.query('vacuum analyze')
    const { rows } = await owner.query<{ count: string }>('select count(*) from watch_histories')
    console.log(`${rows[0]?.count} rows of history`)
  } finally {
    await owner.end()
  }
}
