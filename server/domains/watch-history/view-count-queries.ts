import type { Tx } from '#server/db/client.ts'
import { toArrayLiteral } from '#server/db/sql-values.ts'
import { type RawBuilder, sql } from 'kysely'

/** A view of an episode. `viewer_key` is a member id, or a negative hash of a guest. */
export type View = { viewer_key: number; series_id: number; episode_id: number }

/** `network` is a keyed hash of the guest's network. */
export type VisitorView = View & { network: number }

/**
 * Maximum number of guest views counted for one network, episode and day: enough for a home network, and of little use
 * to a script that opens sessions. Members are not limited.
 */
export const visitorViewsOfNetwork = 5

/**
 * Counts views: each viewer once a day in Seoul for an episode, and once for its series (decisions/0020-counted-figures).
 * New views are inserted as deltas for `aggregateViews`, so that writers do not contend for the row of a popular title.
 */
export async function countViews(tx: Tx, views: readonly View[], now: Date) {
  const column = (name: keyof View) => toArrayLiteral(views.map((view) => view[name]))
  await insertViews(
    tx,
    sql`
      insert into daily_viewers (day, content_type, object_id, viewer_key)
      select distinct ${dayInSeoul(now)}, o.content_type, o.id, v.viewer_key
      from unnest(${column('viewer_key')}::bigint[], ${column('series_id')}::int[], ${column('episode_id')}::int[])
        as v (viewer_key, series_id, episode_id)
      cross join lateral (values ('series', v.series_id), ('episode', v.episode_id)) as o (content_type, id)
      order by 2, 3, 4
      on conflict do nothing
      returning day, content_type, object_id`,
  )
}

/**
 * Counts guest views like those of members, up to `visitorViewsOfNetwork` for each network, object and day. Takes
 * one advisory lock for all guests, so that concurrent processes count each other's rows.
 */
export async function countVisitorViews(tx: Tx, views: readonly VisitorView[], now: Date) {
  const column = (name: keyof VisitorView) => toArrayLiteral(views.map((view) => view[name]))
  // A separate statement, so that the snapshot of the next one includes rows committed before the lock was granted.
  await sql`select pg_advisory_xact_lock(hashtextextended('visitor views', 0))`.execute(tx)
  await insertViews(
    tx,
    sql`
      insert into daily_viewers (day, content_type, object_id, viewer_key, network)
      select day, content_type, object_id, viewer_key, network from (
        select v.*, row_number() over (partition by content_type, object_id, network order by viewer_key) as place
        from (
          select distinct on (o.content_type, o.id, a.viewer_key)
            ${dayInSeoul(now)} as day, o.content_type, o.id as object_id, a.viewer_key, a.network
          from unnest(${column('viewer_key')}::bigint[], ${column('series_id')}::int[], ${column('episode_id')}::int[],
            ${column('network')}::bigint[]) as a (viewer_key, series_id, episode_id, network)
          cross join lateral (values ('series', a.series_id), ('episode', a.episode_id)) as o (content_type, id)
          order by o.content_type, o.id, a.viewer_key
        ) v
        where not exists (
          select from daily_viewers c
          where c.day = v.day and c.content_type = v.content_type and c.object_id = v.object_id and c.viewer_key = v.viewer_key)
      ) uncounted
      where place + (
        select count(*) from daily_viewers c
        where c.day = uncounted.day and c.content_type = uncounted.content_type
          and c.object_id = uncounted.object_id and c.network = uncounted.network
      ) <= ${visitorViewsOfNetwork}
      order by 2, 3, 4
      on conflict do nothing
      returning day, content_type, object_id`,
  )
}

/** New views of a series or an episode. */
export type ViewCount = { is_episode: boolean; object_id: number; count: number }

/** Records views that were counted elsewhere. */
export async function insertViewCounts(tx: Tx, counts: readonly ViewCount[], now: Date) {
  const column = (name: keyof ViewCount) => toArrayLiteral(counts.map((count) => count[name]))
  await insertViews(
    tx,
    sql`
      select ${dayInSeoul(now)} as day, case when is_episode then 'episode' else 'series' end as content_type, object_id
      from unnest(${column('is_episode')}::boolean[], ${column('object_id')}::int[], ${column('count')}::int[])
        as c (is_episode, object_id, count)
      cross join generate_series(1, count)`,
  )
}

const dayInSeoul = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date`

/** Runs `insertion`, which returns a row for each new view, and records them as deltas. */
async function insertViews(tx: Tx, insertion: RawBuilder<unknown>) {
  await sql`
    with inserted as (${insertion}
    ), plays as (
      insert into stat_deltas (day, metric, episode_id, amount)
      select day, 'plays', object_id, count(*) from inserted where content_type = 'episode' group by 1, 3
    )
    insert into view_count_deltas (content_type, object_id, count)
    select content_type, object_id, count(*) from inserted group by 1, 2`.execute(tx)
}

/** Deltas aggregated in one transaction. */
export const viewBatchSize = 10_000

/**
 * Adds a batch of deltas to the counters of the catalogue and to the views of the hour of `now`. Concurrent workers skip each
 * other's locked rows.
 * @returns the number of aggregated deltas.
 */
export async function aggregateViews(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deltas as (
      delete from view_count_deltas where ctid = any(array(
        select ctid from view_count_deltas limit ${viewBatchSize} for update skip locked))
      returning content_type, object_id, count
    ), sums as (
      select content_type, object_id, sum(count)::int as count from deltas group by 1, 2
    ), episodes_updated as (
      update episodes e set viewer_count = e.viewer_count + n.count from sums n
      where n.content_type = 'episode' and e.id = n.object_id
    ), series_updated as (
      update series s set viewer_count = s.viewer_count + n.count from sums n
      where n.content_type = 'series' and s.id = n.object_id
    ), hours as (
      insert into hourly_views as h (hour, series_id, count)
      select date_trunc('hour', ${now.toISOString()}::timestamptz), n.object_id, n.count
      from sums n join series s on s.id = n.object_id where n.content_type = 'series' order by 2
      on conflict (hour, series_id) do update set count = h.count + excluded.count
    )
    select count(*) as count from deltas`.execute(tx)
  return rows[0]?.count ?? 0
}

const deleteBatchSize = 10_000

/** Deletes the daily viewers of past days in Seoul, which are no longer needed for deduplication. */
export async function deletePastDailyViewers(tx: Tx, now: Date) {
  await sql`
    delete from daily_viewers where ctid = any(array(
      select ctid from daily_viewers
      where day < (${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date
      limit ${deleteBatchSize} for update skip locked))`.execute(tx)
}

/** Works that `listTrending` can return. */
const trendingCount = 100
const trendingHours = 24
/** After this many hours a view counts half. */
const trendingHalfLifeHours = 6

/** Replaces `trending_series` by the works that were viewed most in the last 24 hours, and deletes older hours. */
export async function refreshTrending(tx: Tx, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await sql`
    delete from hourly_views where hour <= ${at} - make_interval(hours => ${trendingHours})`.execute(
    tx,
  )
  await sql`
    with scores as materialized (
      select series_id, sum(count * power(0.5, extract(epoch from ${at} - hour) / 3600 / ${trendingHalfLifeHours}::float8)) as score
      from hourly_views where hour <= ${at} group by 1 order by 2 desc, 1 limit ${trendingCount}
    ), others as (
      delete from trending_series t where not exists (select from scores where scores.series_id = t.series_id)
    )
    insert into trending_series (series_id, score) select series_id, score from scores order by 1
    on conflict (series_id) do update set score = excluded.score`.execute(tx)
}
