import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Somebody who watched an episode. `viewer` is a member's id, or below 0 what stands for a visitor. */
export type View = { viewer: number; series_id: number; episode_id: number }

const list = (values: readonly number[]) => `{${values.join()}}`

/**
 * D-47. Counts views: each viewer once a day in Seoul for an episode, and once for its series. What is new is put beside
 * the counters, to be folded in by `foldViews`: a popular work's row is never waited for.
 */
export async function countViews(tx: Tx, views: readonly View[], now: Date) {
  const column = (name: keyof View) => list(views.map((view) => view[name]))
  await sql`
    with seen as (
      insert into viewings (day, content_type, object_id, viewer)
      select distinct (${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date, o.content_type, o.id, v.viewer
      from unnest(${column('viewer')}::bigint[], ${column('series_id')}::int[], ${column('episode_id')}::int[])
        as v (viewer, series_id, episode_id)
      cross join lateral (values ('series', v.series_id), ('episode', v.episode_id)) as o (content_type, id)
      order by 2, 3, 4
      on conflict do nothing
      returning day, content_type, object_id
    ), plays as (
      insert into figure_tallies (day, measure, episode_id, amount)
      select day, 'plays', object_id, count(*) from seen where content_type = 'episode' group by 1, 3
    )
    insert into view_tallies (content_type, object_id, count)
    select content_type, object_id, count(*) from seen group by 1, 2`.execute(tx)
}

/** Tallies taken in one transaction. */
export const talliesAtOnce = 10_000

/**
 * Adds what was tallied to the counters of the catalogue.
 * @returns how many tallies were there; workers beside each other pass over what another is folding.
 */
export async function foldViews(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from view_tallies where ctid = any(array(
        select ctid from view_tallies limit ${talliesAtOnce} for update skip locked))
      returning content_type, object_id, count
    ), sums as (
      select content_type, object_id, sum(count)::int as count from gone group by 1, 2
    ), episodes_moved as (
      update episodes e set viewer_count = e.viewer_count + n.count from sums n
      where n.content_type = 'episode' and e.id = n.object_id
    ), series_moved as (
      update series s set viewer_count = s.viewer_count + n.count from sums n
      where n.content_type = 'series' and s.id = n.object_id
    )
    select count(*) as count from gone`.execute(tx)
  return rows[0]?.count ?? 0
}

const forgottenAtOnce = 10_000

/** Takes out who watched on days that are over in Seoul: nobody can be counted for them any more. */
export async function forgetViewings(tx: Tx, now: Date) {
  await sql`
    delete from viewings where ctid = any(array(
      select ctid from viewings
      where day < (${now.toISOString()}::timestamptz at time zone 'Asia/Seoul')::date
      limit ${forgottenAtOnce} for update skip locked))`.execute(tx)
}
