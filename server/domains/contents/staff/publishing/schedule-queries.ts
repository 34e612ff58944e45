import type { ScheduleItem } from '#contract/contents/staff/publishing.ts'
import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

type Period = { from: string; to: string; now: Date; limit: number }

/** When an episode opens by its own schedule, or by its release date. */
const opensAt = sql`greatest(e.publish_at, e.released_at)`
const isReady = sql`e.video_state = 'ready'`

/** The beginning of the day in Seoul that the announcement of `s` (series) names. */
const announcedAt = sql`s.released_on::timestamp at time zone 'Asia/Seoul'`

/**
 * Reads what opens and closes by its schedule, and the marketing mail that is sent, in [from, to). An episode that opens
 * together with its work counts as a part of the work. An announced work that nothing opens is listed at its date, also after it.
 */
export async function readSchedule(db: Db, { from, to, now, limit }: Period) {
  const isWithin = (at: ReturnType<typeof sql>) =>
    sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`
  const { rows } = await sql<ScheduleItem>`
    with works as (
      select s.*, event, at
      from series s cross join lateral (values ('opens', s.publish_at), ('closes', s.unpublish_at)) as v (event, at)
      where ${isWithin(sql`at`)}
    ), changes as (
      select e.*, 'opens' as event, ${opensAt} as at from episodes e
      where ${isWithin(opensAt)} and (e.publish_at is not null or e.next_publication_change_at = e.released_at)
      union all
      select e.*, 'closes', e.unpublish_at from episodes e where ${isWithin(sql`e.unpublish_at`)}
    ), parts as (
      select e.*, s.is_series, s.title as work_title, s.is_unpublished as is_work_unpublished,
        s.publish_at as work_publish_at, s.unpublish_at as work_unpublish_at
      from changes e join series s on s.id = e.series_id
      where e.event = 'closes' or e.at is distinct from s.publish_at
    )
    select 'work' as kind, event, w.id, w.version, at, w.title, w.id as work_id, null::json as episode,
      case when event = 'opens' then (select count(*)::int from episodes e
        where e.series_id = w.id and not e.is_unpublished and ${opensAt} = w.publish_at) else 0 end as episode_count,
      case when event = 'closes' or at <= ${now} then null when w.is_unpublished then 'hidden'
        when not exists (select from episodes e where e.series_id = w.id and ${isReady}) then 'no_video' end as issue
    from works w
    union all
    select 'episode', event, e.id, e.version, at, e.work_title, e.series_id,
      case when e.is_series then json_build_object('season_number', se.number, 'number', e.number, 'title', e.title) end, 0,
      case when event = 'closes' or at <= ${now} then null when e.is_unpublished then 'hidden'
        when e.is_work_unpublished or coalesce(e.work_publish_at > at, false) or coalesce(e.work_unpublish_at <= at, false)
          then 'work_hidden'
        when not ${isReady} then 'no_video' end
    from parts e join seasons se on se.id = e.season_id
    union all
    select 'work', 'announced', s.id, s.version, ${announcedAt}, s.title, s.id, null, 0,
      case when ${announcedAt} <= ${now} then 'overdue' when s.is_unpublished then 'hidden' else 'no_video' end
    from upcoming_series u join series s on s.id = u.series_id
    where ${isWithin(announcedAt)} and s.publish_at is null and not exists (
      select from episodes e where e.series_id = s.id and e.next_publication_change_at is not null)
    union all
    select 'campaign', 'sends', c.id, c.version, c.send_at, c.title, null, null, 0, null
    from marketing_campaigns c where ${isWithin(sql`c.send_at`)}
    order by at, kind desc, id limit ${limit}`.execute(db)
  return rows
}
