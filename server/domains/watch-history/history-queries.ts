import type {
  ContentRef,
  ContinueWatchingCard,
  WatchHistoryEntry,
  Like,
  LikeCard,
} from '#contract/watch-history/watch-history.ts'
import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  episodeCardColumns,
  isPublicEpisode,
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
  episodeScope,
  seriesScope,
} from '#server/domains/contents/index.ts'
import { type RawBuilder, sql } from 'kysely'

type Page = { limit: number; offset: number }
type PageOf<T> = { count: number; results: T[] }
/** The profile that a list is read for: it contains nothing above the limit. */
type ProfileScope = Pick<SessionProfile, 'id' | 'age_limit'>

/**
 * SQL for the number of rows that a list shows in all its pages. A page that is not full is the last one and gives it without
 * counting; otherwise the rows are counted by the conditions of the list.
 * @param page the rows of the page
 * @param list all rows, `from … where …`
 */
const countOf = (page: RawBuilder<unknown>, list: RawBuilder<unknown>, { limit, offset }: Page) =>
  sql`(select case when size < ${limit} and (size > 0 or ${offset} = 0) then size + ${offset}
    else (select count(*) ${list}) end from (select count(*) as size ${page}) as sized)`

/** A page of the watch history of a profile, last watched first. */
export async function readWatchHistory(db: Db, profile: ProfileScope, { limit, offset }: Page) {
  const visible = sql`
    from watch_histories h join episodes e on e.id = h.episode_id join series s on s.id = e.series_id
    where h.profile_id = ${profile.id} and ${isPublicEpisode('e')} and not s.is_hidden
      and ${isWithinLimit(seriesScope, profile.age_limit)}`
  type Row = Episode &
    Omit<WatchHistoryEntry, 'id' | 'episode'> & { count: number; watch_id: number | null }
  const { rows } = await sql<Row>`
    with page as materialized (
      select h.id as watch_id, h.episode_id, h.progress, h.is_completed, h.watched_at ${visible}
      order by h.watched_at desc, h.id limit ${limit} offset ${offset}
    )
    select total.count, cards.*
    from (select ${countOf(sql`from page`, visible, { limit, offset })} as count) as total
    left join (
      select page.watch_id, page.progress, page.is_completed, page.watched_at, ${episodeCardColumns(episodeScope)}
      from page join episodes e on e.id = page.episode_id
      join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    ) as cards on true
    order by cards.watched_at desc, cards.watch_id`.execute(db)
  const results = rows.flatMap(
    ({ count: _, watch_id, progress, is_completed, watched_at, ...episode }) =>
      watch_id === null ? [] : [{ id: watch_id, progress, is_completed, watched_at, episode }],
  )
  return { count: rows[0]?.count ?? 0, results }
}

/** @returns the number of deleted entries; entries of others are ignored. */
export async function deleteWatchHistory(tx: Tx, profile_id: number, ids: readonly number[]) {
  const { numAffectedRows = 0n } = await sql`
    delete from watch_histories where profile_id = ${profile_id} and id = any (${ids}::bigint[])`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Deletes all entries of a profile. Locks them in the order of `upsertProgress`. */
export const clearWatchHistory = (tx: Tx, profile_id: number) =>
  sql`
    with locked as materialized (
      select id from watch_histories where profile_id = ${profile_id} order by episode_id for update
    )
    delete from watch_histories h using locked where h.id = locked.id`.execute(tx)

/** Maximum number of series examined for 이어보기. Fully watched series count but give no card. */
const maxSeries = 100

/**
 * Continue-watching cards, last watched first. Each series gives the last started episode if it is not completed,
 * otherwise the first uncompleted, released episode after it. Only public episodes give cards.
 */
export async function readContinueWatching(db: Db, profile: ProfileScope, now: Date) {
  type Row = Episode & Omit<ContinueWatchingCard, 'episode'>
  const { rows } = await sql<Row>`
    with started as materialized (
      select h.series_id, h.episode_id, h.watched_at from watch_histories h
      where h.profile_id = ${profile.id} and h.in_continue_watching
      order by h.watched_at desc limit ${maxSeries}
    ), cards as materialized (
      select distinct on (started.series_id) started.series_id, started.watched_at, next.id, next.progress
      from started
      join episodes started_episode on started_episode.id = started.episode_id
      join seasons started_season on started_season.id = started_episode.season_id
      cross join lateral (
        select e.id, h.progress from seasons se join episodes e on e.season_id = se.id
        left join watch_histories h on h.profile_id = ${profile.id} and h.episode_id = e.id
        where se.series_id = started.series_id
          and (se.number, e.number) >= (started_season.number, started_episode.number)
          and ${isPublicEpisode('e')} and (e.released_at is null or e.released_at <= ${now.toISOString()}::timestamptz)
          and h.is_completed is not true
        order by se.number, e.number limit 1
      ) as next
      order by started.series_id, started.watched_at desc
    )
    select cards.series_id, cards.watched_at, coalesce(cards.progress, 0) as progress, ${episodeCardColumns(episodeScope)}
    from cards join episodes e on e.id = cards.id
    join seasons se on se.id = e.season_id join series s on s.id = e.series_id
    where not s.is_hidden and ${isWithinLimit(seriesScope, profile.age_limit)}
    order by cards.watched_at desc, cards.series_id`.execute(db)
  return rows.map(({ series_id, watched_at, progress, ...episode }) => ({
    series_id,
    watched_at,
    progress,
    episode,
  }))
}

/** Removes the card of a series; the history stays. @returns whether there was a card. */
export async function dismissContinueWatching(tx: Tx, profile_id: number, series_id: number) {
  const { numAffectedRows = 0n } = await sql`
    update watch_histories set in_continue_watching = false
    where profile_id = ${profile_id} and series_id = ${series_id} and in_continue_watching`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Removes the cards that lead to an episode which the account has just returned; the history stays. */
export const dismissReturnedEpisode = (
  tx: Tx,
  { member_id, episode_id }: { member_id: number; episode_id: number },
) =>
  sql`
    update watch_histories h set in_continue_watching = false
    from profiles p, episodes e
    where p.member_id = ${member_id} and e.id = ${episode_id} and h.profile_id = p.id and h.series_id = e.series_id
      and h.in_continue_watching and ${episode_id} = (
        select last.episode_id from watch_histories last
        where last.profile_id = p.id and last.series_id = e.series_id and last.in_continue_watching
        order by last.watched_at desc limit 1)`.execute(tx)

/** Reads the saved position of a profile in an episode, in seconds, and when it was saved. */
export const readResumePosition = (db: Db, profile_id: number, episode_id: number) =>
  db
    .selectFrom('watch_histories')
    .select(['progress', 'updated_at'])
    .where('profile_id', '=', profile_id)
    .where('episode_id', '=', episode_id)
    .executeTakeFirst()

/** API columns of a like, from `l` (likes). */
const likeColumns = sql`
  l.id as like_id, case when l.episode_id is null then 'series' else 'episode' end as content_type,
  coalesce(l.episode_id, l.series_id) as object_id, l.created_at as liked_at`

type LikeRow = Omit<Like, 'id' | 'created_at'> & { like_id: number; liked_at: string }

const toLike = ({ like_id, content_type, object_id, liked_at }: LikeRow): Like => ({
  id: like_id,
  content_type,
  object_id,
  created_at: liked_at,
})

/**
 * A page of the likes of a profile with cards, newest first. Hidden content is left out before pages are counted, so that
 * only the last page is short.
 * @param page.before_id reads the likes older than this one.
 */
export async function readLikes(
  db: Db,
  profile: ProfileScope,
  { limit, offset, before_id }: Page & { before_id?: number | undefined },
): Promise<PageOf<LikeCard>> {
  const visible = sql`
    from likes l join series s on s.id = l.series_id left join episodes e on e.id = l.episode_id
    where l.profile_id = ${profile.id}
      and case when l.episode_id is null then ${isShownSeriesSql(seriesScope)} else ${isPublicEpisode('e')} and not s.is_hidden end
      and ${isWithinLimit(seriesScope, profile.age_limit)}`
  const page = sql`(
    select l.* ${visible}
      ${before_id === undefined ? sql`` : sql`and l.id < ${before_id}`}
    order by l.id desc limit ${limit} offset ${offset}) as l`
  // The first query also returns the count, even without a card.
  const [series, episodes] = await Promise.all([
    sql<{ count: number; id: number | null } & LikeRow & SeriesCard>`
      select total.count, cards.*
      from (select ${
        before_id === undefined
          ? countOf(sql`from ${page}`, visible, { limit, offset })
          : sql`(select count(*) ${visible})`
      } as count) as total
      left join (
        select ${likeColumns}, ${seriesCardColumns(seriesScope)} from ${page} join series s on s.id = l.series_id
        where l.episode_id is null and ${isShownSeriesSql(seriesScope)}
      ) as cards on true`.execute(db),
    sql<LikeRow & Episode>`
      select ${likeColumns}, ${episodeCardColumns(episodeScope)} from ${page} join episodes e on e.id = l.episode_id
      join seasons se on se.id = e.season_id join series s on s.id = e.series_id
      where ${isPublicEpisode('e')} and not s.is_hidden`.execute(db),
  ])
  const results: LikeCard[] = [
    ...series.rows
      .filter(({ id }) => id !== null)
      .map((row) => ({ ...toLike(row), series: row, episode: null })),
    ...episodes.rows.map((row) => ({ ...toLike(row), series: null, episode: row })),
  ]
  results.sort((first, second) => second.id - first.id)
  return { count: series.rows[0]?.count ?? 0, results }
}

/** Finds the public or upcoming series, or the public episode, of a reference that the profile may see. */
export async function findContent(
  db: Db,
  { content_type, object_id }: ContentRef,
  { age_limit }: Pick<ProfileScope, 'age_limit'>,
): Promise<{ series_id: number; episode_id: number | null } | undefined> {
  const { rows } = await sql<{ series_id: number; episode_id: number | null }>`
    ${
      content_type === 'series'
        ? sql`select s.id as series_id, null::int as episode_id from series s
            where s.id = ${object_id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, age_limit)}`
        : sql`select e.series_id, e.id as episode_id from episodes e join series s on s.id = e.series_id
            where e.id = ${object_id} and ${isPublicEpisode('e')} and not s.is_hidden
              and ${isWithinLimit(seriesScope, age_limit)}`
    }`.execute(db)
  return rows[0]
}

/** Finds the like of a profile for a visible series or episode. */
export async function findLike(
  db: Db,
  profile_id: number,
  { content_type, object_id }: ContentRef,
): Promise<Like | undefined> {
  const condition =
    content_type === 'series'
      ? sql`l.series_id = ${object_id} and l.episode_id is null`
      : sql`l.episode_id = ${object_id}`
  const { rows } = await sql<LikeRow>`
    select ${likeColumns} from likes l where l.profile_id = ${profile_id} and ${condition}`.execute(
    db,
  )
  return rows[0] && toLike(rows[0])
}

/** Inserts a like; does nothing if it exists. */
export const insertLike = (
  tx: Tx,
  { now, ...like }: { profile_id: number; series_id: number; episode_id: number | null; now: Date },
) =>
  tx
    .insertInto('likes')
    .values({ ...like, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** @returns whether the profile had this like. */
export async function deleteLike(tx: Tx, profile_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('likes')
    .where('id', '=', id)
    .where('profile_id', '=', profile_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const maxAlerts = 100
/** Days for which an opened series is listed. */
const openedDays = 14

/** Reads the alerts of a profile for upcoming series, and for those that opened within two weeks, newest first. */
export async function readReleaseAlerts(db: Db, profile: ProfileScope, now: Date) {
  type Row = SeriesCard & { alert_created_at: string; notified_at: string | null }
  const { rows } = await sql<Row>`
    select ${seriesCardColumns(seriesScope)}, a.created_at as alert_created_at, a.notified_at
    from release_alerts a join series s on s.id = a.series_id
    where a.profile_id = ${profile.id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, profile.age_limit)}
      and (a.notified_at is null or a.notified_at > ${now.toISOString()}::timestamptz - make_interval(days => ${openedDays}))
    order by coalesce(a.notified_at, a.created_at) desc, a.series_id limit ${maxAlerts}`.execute(db)
  return rows.map(({ alert_created_at: created_at, notified_at, ...series }) => ({
    series,
    created_at,
    notified_at,
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
    insert into release_alerts as a (profile_id, series_id, created_at)
    select ${profile.id}, series_id, ${now.toISOString()} from upcoming_series
      join series s on s.id = series_id where series_id = ${series_id} and ${isWithinLimit(seriesScope, profile.age_limit)}
    on conflict (profile_id, series_id) do update set created_at = excluded.created_at, notified_at = null
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
export async function deleteReleaseAlert(tx: Tx, profile_id: number, series_id: number) {
  const { numDeletedRows } = await tx
    .deleteFrom('release_alerts')
    .where('profile_id', '=', profile_id)
    .where('series_id', '=', series_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type OpenedAlert = {
  member_id: number
  profile_id: number
  series_id: number
  title: string
  created_at: string
}

/**
 * Marks alerts of opened series as notified, up to `limit` and those of the same account's other profiles, and returns
 * them by series and profile. Concurrent workers skip each other's accounts. The recursive query visits each series with pending
 * alerts, not each alert.
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
      select m.id as account_id, a.series_id
      from release_alerts a join profiles p on p.id = a.profile_id join members m on m.id = p.member_id
      where a.notified_at is null and a.series_id in (select series_id from opened)
        and not is_account_paused(m.id)
      order by a.series_id, a.profile_id limit ${limit} for no key update of m skip locked
    ), notified as (
      update release_alerts a set notified_at = ${now.toISOString()}
      from due join profiles p on p.member_id = due.account_id
      where a.profile_id = p.id and a.series_id = due.series_id and a.notified_at is null
      returning due.account_id, a.profile_id, a.series_id, a.created_at
    )
    select n.account_id as member_id, n.profile_id, s.id as series_id, s.title, n.created_at
    from notified n join series s on s.id = n.series_id order by series_id, profile_id`.execute(tx)
  return rows
}
