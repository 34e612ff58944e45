import type { DailyStats, PlayerError, WorkStats } from '#contract/studio/analytics.ts'
import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import type { DateRange } from './date-range.ts'

/** Metrics as they are stored; money in won. */
const metrics = [
  ...['plays', 'seconds', 'purchases', 'top_ups', 'subscriptions', 'refunds'],
  ...['joined', 'renewed', 'past_due', 'left', 'members', 'player_errors'],
]
const sums = sql.join(
  metrics.map(
    (metric) => sql`sum(amount) filter (where metric = ${sql.lit(metric)}) as ${sql.ref(metric)}`,
  ),
)
const sumsOrZero = sql.join(
  metrics.map((metric) => sql`coalesce(${sql.ref(metric)}, 0) as ${sql.ref(metric)}`),
)

/** Reads every day of `range` in order, including days without activity. Includes rows not aggregated yet. */
export async function readDailyStats(db: Db, { from, to }: DateRange): Promise<DailyStats[]> {
  const { rows } = await sql<DailyStats & { seconds: number }>`
    with figures as (
      select day, metric, amount from daily_stats where day between ${from}::date and ${to}::date
      union all
      select day, metric, amount from stat_deltas where day between ${from}::date and ${to}::date
    ), sums as (select day, ${sums} from figures group by day)
    select d::date as day, ${sumsOrZero}, round(coalesce(seconds, 0) / 60) as minutes,
      coalesce(purchases, 0) + coalesce(top_ups, 0) + coalesce(subscriptions, 0) as revenue
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d
    left join sums on sums.day = d::date
    order by d`.execute(db)
  return rows.map(({ seconds: _, ...figures }) => figures)
}

/** Reads the number of active streams and of subscribers. */
export async function readCurrentActivity(db: Db, now: Date) {
  const { rows } = await sql<{ viewers_now: number; subscribers: number }>`
    select (select count(*) from active_streams where expires_at > ${now.toISOString()}) as viewers_now,
      (select coalesce(sum(case metric when 'joined' then amount else -amount end), 0)
        from (select metric, amount from daily_stats union all select metric, amount from stat_deltas) f
        where metric in ('joined', 'left'))::int as subscribers`.execute(db)
  return rows[0] ?? { viewers_now: 0, subscribers: 0 }
}

/**
 * Ranks works by the chosen measure. Full months of the range come from monthly totals, the other days from daily
 * totals. Rows not aggregated yet are excluded, so results lag by seconds.
 */
export async function readWorkStats(
  db: Db,
  { from, to }: DateRange,
  { by, kind }: { by: 'plays' | 'minutes' | 'sales'; kind?: WorkStats['kind'] | undefined },
  limit: number | null,
): Promise<WorkStats[]> {
  const order = { plays: sql`plays`, minutes: sql`seconds`, sales: sql`sales` }[by]
  const { rows } = await sql<WorkStats>`
    with bounds as (
      -- The first month that starts in the range, and the first day after the last month that ends in it.
      select ceil.month as first, greatest(date_trunc('month', ${to}::date + 1)::date, ceil.month) as past
      from (select (date_trunc('month', ${from}::date - 1) + interval '1 month')::date as month) as ceil
    ), sums as (
      select series_id, sum(plays) as plays, sum(seconds) as seconds, sum(sales) as sales
      from (
        select series_id, plays, seconds, sales from series_monthly_stats, bounds where month >= first and month < past
        union all
        select series_id, plays, seconds, sales from series_daily_stats, bounds
        where day >= ${from}::date and day < least(first, ${to}::date + 1)
        union all
        select series_id, plays, seconds, sales from series_daily_stats, bounds
        where day >= past and day <= ${to}::date
      ) as parts
      group by 1
    )
    select s.id as series_id, s.title, case when s.is_series then 'series' else 'film' end as kind,
      plays, round(seconds / 60) as minutes, sales
    from sums join series s on s.id = sums.series_id
    where ${order} > 0 ${kind ? sql`and s.is_series = ${kind === 'series'}` : sql``}
    order by ${order} desc, s.id ${limit === null ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}

type PlayerErrorFilters = { code?: string | undefined; episode_id?: number | undefined }

/** Reads player errors grouped by code, episode and browser, most frequent first. */
export async function readPlayerErrors(
  db: Db,
  { from, to }: DateRange,
  { code, episode_id }: PlayerErrorFilters,
  limit: number | null,
): Promise<{ count: number; results: PlayerError[] }> {
  const { rows } = await sql<PlayerError & { total: number }>`
    with kinds as (
      select code, episode_id, browser, sum(count) as count, max(last_seen_at) as last_seen_at
      from player_errors
      where day between ${from}::date and ${to}::date
        ${code ? sql`and code = ${code}` : sql``} ${episode_id ? sql`and episode_id = ${episode_id}` : sql``}
      group by 1, 2, 3
    ), listed as (
      select *, count(*) over () as total from kinds
      order by count desc, last_seen_at desc, episode_id ${limit === null ? sql`` : sql`limit ${limit}`}
    )
    select k.code, k.episode_id, s.title as series_title, case when s.is_series then e.number end as episode_number,
      k.browser, k.count, k.last_seen_at, latest.detail, k.total
    from listed k join episodes e on e.id = k.episode_id join series s on s.id = e.series_id
    cross join lateral (
      select detail from player_errors p
      where p.episode_id = k.episode_id and p.code = k.code and p.browser = k.browser and p.last_seen_at = k.last_seen_at
      limit 1
    ) as latest
    order by k.count desc, k.last_seen_at desc, k.episode_id`.execute(db)
  return {
    count: rows[0]?.total ?? 0,
    results: rows.map(({ total: _, ...error }) => error as PlayerError),
  }
}
