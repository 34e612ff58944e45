import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { sql } from 'kysely'

const seedName = 'demo numbers'
const days = 28

/**
 * Seeds four weeks of plays and minutes before today for the demo dashboard (D-91). The figures are invented; revenue is
 * not seeded, because it comes from actual test payments.
 * @returns whether they were inserted now.
 */
export async function seedAnalytics({
  transact,
  clock,
}: Pick<Database, 'transact'> & { clock: Clock }): Promise<boolean> {
  const now = clock.now().toISOString()
  return transact(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      with shown as (
        select e.id, row_number() over (order by e.series_id) as place
        from episodes e join series s on s.id = e.series_id
        where e.number = 1 and not e.is_hidden and not s.is_hidden order by e.series_id limit 30
      ), once as (
        insert into seed_runs (name) select ${seedName} where exists (select from shown)
        on conflict do nothing returning name
      ), days as (
        select at, (${now}::timestamptz at time zone 'Asia/Seoul')::date - at as day from generate_series(1, ${days}::int) as at
      ), told as (
        -- More on weekends, a little more each week, less the further down the list.
        select d.day, s.id, (160 * (1.4 - d.at * 0.02) * (1 + 0.35 * (extract(isodow from d.day) > 5)::int)
          * (0.8 + 0.4 * ((d.at * 7 + s.place * 13) % 10) / 10.0) / (s.place + 1))::int as plays
        from days d, shown s, once
      )
      insert into stat_deltas (day, metric, episode_id, amount)
      select day, 'plays', id, plays from told where plays > 0
      union all
      select day, 'seconds', id, plays * (900 + 30 * (id % 20)) from told where plays > 0
      returning 1 as count`.execute(tx)
    return rows.length > 0
  })
}
