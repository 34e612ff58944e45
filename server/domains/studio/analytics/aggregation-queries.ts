import type { Database, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Maximum rows aggregated in one transaction. */
export const statsBatchSize = 20_000

/**
 * Moves a batch of `stat_deltas` into the totals of the day, the work and the work's month.
 * @returns the number of rows moved. Concurrent workers skip locked rows and lock the totals in the same order.
 */
export async function aggregateStats(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from stat_deltas where ctid = any(array(
        select ctid from stat_deltas limit ${statsBatchSize} for update skip locked))
      returning day, metric, episode_id, amount
    ), of_works as materialized (
      select g.day, e.series_id,
        coalesce(sum(amount) filter (where metric = 'plays'), 0)::bigint as plays,
        coalesce(sum(amount) filter (where metric = 'seconds'), 0)::bigint as seconds,
        coalesce(sum(amount) filter (where metric = 'sales'), 0)::bigint as sales
      from gone g join episodes e on e.id = g.episode_id group by 1, 2
    ), days as (
      insert into daily_stats as f (day, metric, amount)
      select day, metric, sum(amount) from gone group by 1, 2 order by 1, 2
      on conflict (day, metric) do update set amount = f.amount + excluded.amount
    ), works as (
      insert into series_daily_stats as w (day, series_id, plays, seconds, sales)
      select * from of_works order by 1, 2
      on conflict (day, series_id) do update set plays = w.plays + excluded.plays,
        seconds = w.seconds + excluded.seconds, sales = w.sales + excluded.sales
    ), months as (
      insert into series_monthly_stats as w (month, series_id, plays, seconds, sales)
      select date_trunc('month', day)::date, series_id, sum(plays), sum(seconds), sum(sales)
      from of_works group by 1, 2 order by 1, 2
      on conflict (month, series_id) do update set plays = w.plays + excluded.plays,
        seconds = w.seconds + excluded.seconds, sales = w.sales + excluded.sales
    )
    select count(*)::int as count from gone`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Does the same for player errors. Rows of a deleted episode are discarded. */
async function aggregatePlayerErrors(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from player_error_events where ctid = any(array(
        select ctid from player_error_events limit ${statsBatchSize} for update skip locked))
      returning (at at time zone 'Asia/Seoul')::date as day, at, episode_id, code, detail, browser
    ), days as (
      insert into stat_deltas (day, metric, amount) select day, 'player_errors', count(*) from gone group by 1
    ), errors as (
      insert into player_errors as p (day, code, episode_id, browser, count, last_seen_at, detail)
      select day, g.code, g.episode_id, g.browser, count(*), max(at), (array_agg(g.detail order by at desc))[1]
      from gone g join episodes e on e.id = g.episode_id group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, code, episode_id, browser) do update set count = p.count + excluded.count,
        last_seen_at = greatest(p.last_seen_at, excluded.last_seen_at),
        detail = case when excluded.last_seen_at >= p.last_seen_at then excluded.detail else p.detail end
    )
    select count(*)::int as count from gone`.execute(tx)
  return rows[0]?.count ?? 0
}

type PlayerErrorEvent = {
  episode_id: number
  code: string
  detail: string
  browser: string
  now: Date
}

/** @returns false if the episode does not exist. */
export async function insertPlayerErrorEvent(tx: Tx, event: PlayerErrorEvent): Promise<boolean> {
  const { episode_id, code, detail, browser, now } = event
  const { numAffectedRows } = await sql`
    insert into player_error_events (at, episode_id, code, detail, browser)
    select ${now.toISOString()}, id, ${code}, ${detail}, ${browser}
    from episodes where id = ${episode_id}`.execute(tx)
  return Boolean(numAffectedRows)
}

/** Aggregates all pending rows. */
export async function runAnalyticsMaintenance(
  { transact }: Pick<Database, 'transact'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await transact(aggregatePlayerErrors)) === statsBatchSize);
  while (!signal?.aborted && (await transact(aggregateStats)) === statsBatchSize);
}
