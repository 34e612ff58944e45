import type { ReleaseAlert } from '#contract/contents/watch-history.ts'
import type { SeriesCard } from '#contract/contents/contents.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
} from '#server/domains/contents/index.ts'
import type { ProfileScope } from './history-queries.ts'
import { sql } from 'kysely'

const maxAlerts = 100
/** Days for which an opened series is listed. */
const openedDays = 14

/** Reads the alerts of a profile for upcoming series, and for those that opened within two weeks, newest first. */
export async function readReleaseAlerts(
  db: Db,
  profile: ProfileScope,
  now: Date,
): Promise<ReleaseAlert[]> {
  type Row = SeriesCard & { alert_created_at: string; notified_at: string | null }
  const { rows } = await sql<Row>`
    select ${seriesCardColumns}, a.created_at as alert_created_at, a.notified_at
    from release_alerts a join series s on s.id = a.series_id
    where a.profile_id = ${profile.id} and ${isShownSeriesSql} and ${isWithinLimit(profile.age_limit)}
      and (a.notified_at is null or a.notified_at > ${now.toISOString()}::timestamptz - make_interval(days => ${openedDays}))
    order by coalesce(a.notified_at, a.created_at) desc, a.series_id limit ${maxAlerts}`.execute(db)
  return rows.map(({ alert_created_at: created_at, notified_at, ...series }) => ({
    ...{ series, created_at, notified_at },
  }))
}

/**
 * Inserts an alert for an upcoming series. An alert of an earlier opening starts again.
 * @returns when it was created; undefined if the series is not upcoming, or above the limit.
 */
export async function insertReleaseAlert(
  tx: Tx,
  profile: ProfileScope,
  series_id: number,
  now: Date,
): Promise<string | undefined> {
  await sql`
    insert into release_alerts as a (member_id, series_id, created_at) -- of the profile, until the next version
    select ${profile.id}, series_id, ${now.toISOString()} from upcoming_series
      join series s on s.id = series_id where series_id = ${series_id} and ${isWithinLimit(profile.age_limit)}
    on conflict (member_id, series_id) do update set created_at = excluded.created_at, notified_at = null
      where a.notified_at is not null`.execute(tx)
  const row = await tx
    .selectFrom('release_alerts')
    .select('created_at')
    .where('profile_id', '=', profile.id)
    .where('series_id', '=', series_id)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  return row?.created_at
}

/** @returns whether the profile had this alert. */
export async function deleteReleaseAlert(
  tx: Tx,
  profile_id: number,
  series_id: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('release_alerts')
    .where('profile_id', '=', profile_id)
    .where('series_id', '=', series_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type OpenedAlert = { email: string; series_id: number; title: string }

/**
 * Marks up to `limit` alerts of opened series as notified. Concurrent workers skip each other's rows, so each alert is
 * returned once. The recursive query visits each series with pending alerts, not each alert.
 */
export async function takeOpenedAlerts(tx: Tx, now: Date, limit: number): Promise<OpenedAlert[]> {
  const { rows } = await sql<OpenedAlert>`
    with recursive pending (series_id) as (
      (select series_id from release_alerts where notified_at is null order by series_id limit 1)
      union all
      select (select a.series_id from release_alerts a where a.notified_at is null and a.series_id > pending.series_id
        order by a.series_id limit 1)
      from pending where pending.series_id is not null
    ), opened as materialized (
      select pending.series_id from pending
      join series_listings l on l.series_id = pending.series_id and l.category_id = 0
    ), due as materialized (
      select a.profile_id, a.series_id from release_alerts a
      where a.notified_at is null and a.series_id in (select series_id from opened)
        and not exists (select from account_deletions d join profiles o on o.member_id = d.member_id where o.id = a.profile_id)
      order by a.series_id, a.member_id limit ${limit} for update skip locked
    )
    update release_alerts a set notified_at = ${now.toISOString()}
    from due join profiles p on p.id = due.profile_id join members m on m.id = p.member_id
      join series s on s.id = due.series_id
    where a.profile_id = due.profile_id and a.series_id = due.series_id
    returning m.email, s.id as series_id, s.title`.execute(tx)
  return rows
}
