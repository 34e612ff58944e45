import { type PersonalRow, personalRowKinds } from '#contract/recommendations/recommendations.ts'
import { type RowStats, rowStatsDays } from '#contract/recommendations/staff.ts'
import type { Database, Db } from '#server/db/client.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import { isPublicSeriesSql, seriesScope } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'

type RowReport = {
  impressions: readonly PersonalRow['kind'][]
  clicks: readonly PersonalRow['kind'][]
  now: Date
}

/** Creates the counter of seen and clicked rows. All members share five database rows a day, so concurrent reports are merged into one update. */
export function createRowCounter({ transact }: Pick<Database, 'transact'>) {
  return createBatcher<RowReport, void>(
    async (reports) => {
      const impressions = reports.flatMap((report) => [...new Set(report.impressions)])
      const clicks = reports.flatMap((report) => [...new Set(report.clicks)])
      const at = reports[0]!.now.toISOString()
      await transact((tx) =>
        sql`
          insert into recommendation_row_stats as r (day, kind, impressions, clicks)
          select (${at}::timestamptz at time zone 'Asia/Seoul')::date, kind, count(*) filter (where not is_click),
            count(*) filter (where is_click)
          from (
            select unnest(${impressions}::text[]) as kind, false as is_click
            union all select unnest(${clicks}::text[]), true) as seen
          group by kind
          -- A fixed lock order prevents deadlocks between processes.
          order by kind
          on conflict (day, kind) do update set impressions = r.impressions + excluded.impressions,
            clicks = r.clicks + excluded.clicks`.execute(tx),
      )
      return reports.map(() => ({ answer: undefined }))
    },
    { concurrency: 1, max_batch_size: 500 },
  )
}

/** Neighbours of a work that may be in a row: the candidates of `buildRows`. */
const candidates = 30

/** The figures of rows, and the public works that are a neighbour or share people: those that the model can show. */
export async function readRowStats(db: Db, now: Date) {
  const { rows } = await sql<RowStats & { public_works: number }>`
    with public_works as materialized (select s.id from series s where ${isPublicSeriesSql(seriesScope)}),
    neighbours as materialized (
      select n.neighbour_ids, n.credit_ids from recommendation_models m
        join work_neighbours n on n.model_id = m.id join public_works p on p.id = n.series_id where m.is_current),
    reachable (kind, works) as (
      select 'taste', (select count(*) from public_works where id in (select unnest(neighbour_ids) from neighbours))
      union all select 'because', (select count(*) from public_works
        where id in (select unnest(neighbour_ids[:${sql.lit(candidates)}]) from neighbours))
      union all select 'people', (select count(*) from public_works where id in (select unnest(credit_ids) from neighbours))
      union all select 'age_group', (select count(*) from public_works
        where id in (select unnest(g.series_ids) from recommendation_models m join age_group_works g on g.model_id = m.id where m.is_current))
      union all select 'again', null)
    select k.kind, k.works, (select count(*) from public_works) as public_works,
      coalesce(sum(r.impressions), 0)::bigint as impressions, coalesce(sum(r.clicks), 0)::bigint as clicks
    from reachable k left join recommendation_row_stats r on r.kind = k.kind
      and r.day > (${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date - ${sql.lit(rowStatsDays)}
    group by k.kind, k.works order by array_position(${[...personalRowKinds]}::text[], k.kind)`.execute(
    db,
  )
  return {
    public_works: rows[0]?.public_works ?? 0,
    rows: rows.map(({ public_works: _, ...row }) => row),
  }
}
