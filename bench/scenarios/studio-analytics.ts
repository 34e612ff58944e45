/**
 * The studio dashboard over a busy year: `npm run bench -- numbers`. Ten million plays (`PLAYS` sets another number) of
 * thousands of works with minutes and revenue; latency of the endpoints and rate of aggregation.
 */
import { dayMs, hourMs } from '#contract/core/seoul-time.ts'
import { endpoints } from '#contract/index.ts'
import { buildPath, type EndpointInput, type Endpoint } from '#contract/core/endpoint.ts'
import {
  aggregateStats,
  statsBatchSize,
} from '#server/domains/studio/analytics/aggregation-queries.ts'
import { openDatabase } from '#server/db/client.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { median, milliseconds, perSecond, type Row } from '../report.ts'
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

const plays = Number(process.env['PLAYS'] ?? 10_000_000)
const works = 5_000
const episodesOfEach = 2
const days = 400
const viewers = 20_000
/** Tallies of the last day, not aggregated yet. */
const waiting = 20 * statsBatchSize
const turns = 40
const bar = 300

const { studio_analytics } = endpoints

export async function benchStudioAnalytics(app: BenchApp): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const database = openDatabase(app.url, { connections: 2, name: 'bench', limits: 'none' })
  try {
    await insertWorks(owner)
    await insertYear(owner)
    await insertStreams(owner)
    const cookie = await enter(owner)
    const origin = await app.serve()
    const rows = await benchCalls(origin, cookie)
    return [...rows, await benchFolding(owner, database)]
  } finally {
    await database.close()
    await owner.end()
  }
}

async function insertWorks(owner: pg.Client) {
  await owner.query(
    `with work as (
       insert into series (title, age_rating, is_series)
       select '잰 작품 ' || at, 'ALL', true from generate_series(1, $1::int) as at returning id
     ), season as (
       insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id
     )
     insert into episodes (series_id, season_id, number, title, is_free)
     select series_id, id, at, at || '화', true from season, generate_series(1, $2::int) as at`,
    [works, episodesOfEach],
  )
}

/**
 * Inserts the totals as after aggregating every play: plays are distributed by the rank of the works, with few popular and
 * many unpopular ones, and summed by day and work.
 */
async function insertYear(owner: pg.Client) {
  await owner.query(
    `create temporary table drawn as
     select (now() at time zone 'Asia/Seoul')::date - (at % $2)::int as day,
       e.ids[1 + floor(power(random(), 3) * $3)::int] as series_id
     from generate_series(1, $1::bigint) as at, (select array_agg(id) as ids from (
       select id from series where title like '잰 작품 %' limit $3) s) e`,
    [plays, days, works],
  )
  await owner.query(
    `insert into series_daily_stats (day, series_id, plays, seconds, sales)
     select day, series_id, count(*), count(*) * 1500, count(*) * 40 from drawn group by 1, 2 order by 1, 2`,
  )
  await owner.query(
    `insert into series_monthly_stats (month, series_id, plays, seconds, sales)
     select date_trunc('month', day)::date, series_id, sum(plays), sum(seconds), sum(sales)
     from series_daily_stats group by 1, 2 order by 1, 2`,
  )
  await owner.query(
    `insert into daily_stats (day, metric, amount)
     select day, m, sum(case m when 'plays' then plays when 'seconds' then seconds else sales / 5 end)
     from series_daily_stats, unnest(array['plays', 'seconds', 'purchases', 'top_ups', 'subscriptions', 'refunds', 'joined', 'renewed',
       'past_due', 'left', 'members', 'player_errors', 'sales']) as m group by 1, 2`,
  )
  await owner.query(
    `insert into player_errors (day, code, episode_id, browser, count, last_seen_at, detail)
     select d::date, 'network', e.id, b, 3, d, 'fragLoadError 503'
     from generate_series(now() - $1 * interval '1 day', now(), interval '1 day') as d,
       (select id from episodes order by id limit 50) as e, unnest(array['Chrome · Windows', 'Safari · iOS']) as b
     on conflict do nothing`,
    [days],
  )
  await owner.query('drop table drawn')
  await owner.query(
    'vacuum analyze series_daily_stats, series_monthly_stats, daily_stats, player_errors, series',
  )
}

/** Active streams, a quarter of which last for the whole benchmark. */
async function insertStreams(owner: pg.Client) {
  await owner.query(
    `with member as (
       insert into members (email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
       select 'numbers' || at || '@example.com', '이한편', '', decode(md5(at::text), 'hex'), '', now(), now()
       from generate_series(1, $1::int) as at returning id
     ), session as (
       insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
       select sha256(id::text::bytea), id, now(), now(), now(), now() + interval '1 day', '', '' from member
       returning id, member_id
     )
     insert into active_streams (member_id, session_id, player_id, episode_id, started_at, expires_at)
     select member_id, id, 'a-tab-of-the-bench', (select min(id) from episodes), now(),
       now() + case when id % 4 = 0 then 1 else -1 end * interval '1 day' from session`,
    [viewers],
  )
  await owner.query('vacuum analyze active_streams')
}

async function enter(owner: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `with staff as (update members set is_staff = true where email = 'numbers1@example.com' returning id)
     insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, second_factor_at, expires_at, device, address)
     select decode($1, 'hex'), id, now(), now(), now(), now(), now() + interval '1 day', '', '' from staff`,
    [createHash('sha256').update(token).digest('hex')],
  )
  return `sid=${token}`
}

async function benchCalls(origin: string, cookie: string): Promise<Row[]> {
  const dayAt = (back: number) =>
    new Date(Date.now() + 9 * hourMs - back * dayMs).toISOString().slice(0, 10)
  const range = (length: number) => ({ from: dayAt(length - 1), to: dayAt(0) })
  const timeRequest = async <E extends Endpoint>(call: E, input: EndpointInput<E> | object) => {
    const startedAt = performance.now()
    const response = await fetch(origin + buildPath(call, input), { headers: { cookie } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${call.path}: ${response.status} ${text}`)
    return performance.now() - startedAt
  }
  const rows: Row[] = []
  for (const [name, length] of [
    ['the dashboard of 28 days', 28],
    ['the dashboard of 365 days', 365],
    ['the dashboard of 400 days', 400],
  ] as const) {
    const query = range(length)
    const parts = () =>
      Promise.all([
        timeRequest(studio_analytics.readOverview, {}),
        timeRequest(studio_analytics.listDays, { query }),
        timeRequest(studio_analytics.listWorks, { query }),
        timeRequest(studio_analytics.listPlayerErrors, { query }),
      ])
    await parts()
    const wholes: number[] = []
    const each: number[][] = []
    for (let turn = 0; turn < turns; turn++) {
      const startedAt = performance.now()
      each.push(await parts())
      wholes.push(performance.now() - startedAt)
    }
    const p95 = wholes.toSorted((a, b) => a - b)[Math.floor(turns * 0.95) - 1] ?? 0
    const of = (at: number) => milliseconds(median(each.map((row) => row[at] ?? 0)))
    rows.push({
      name: `${name}, ${plays.toLocaleString('en')} plays`,
      ours: `${milliseconds(median(wholes))} (19 of 20 within ${milliseconds(p95)})`,
      baseline: `overview ${of(0)}, days ${of(1)}, works ${of(2)}, errors ${of(3)}`,
      bar: `< ${bar} ms`,
      ok: p95 < bar,
    })
  }
  return rows
}

/** Tallies that a worker aggregates per second, with the plays and seconds of a busy evening. */
async function benchFolding(
  owner: pg.Client,
  database: ReturnType<typeof openDatabase>,
): Promise<Row> {
  await owner.query(
    `insert into stat_deltas (day, metric, episode_id, amount)
     select (now() at time zone 'Asia/Seoul')::date, case at % 2 when 0 then 'plays' else 'seconds' end,
       e.ids[1 + floor(power(random(), 3) * $2)::int], 5
     from generate_series(1, $1::int) as at, (select array_agg(e.id) as ids from episodes e join series s on s.id = e.series_id
       where s.title like '잰 작품 %') e`,
    [waiting, works * episodesOfEach],
  )
  const startedAt = performance.now()
  let folded = 0
  for (let some = 1; some > 0; folded += some) some = await database.transact(aggregateStats)
  const rate = folded / ((performance.now() - startedAt) / 1_000)
  return {
    name: `folding, of ${folded.toLocaleString('en')} tallies`,
    ours: perSecond(rate),
    baseline: '',
    bar: '',
  }
}
