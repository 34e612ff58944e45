import type { Episode, SeriesCard } from '#contract/contents/contents.ts'
import type { CatalogueLimit } from '#contract/core/age-limits.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { EpisodeAccess } from '#contract/playback/playback.ts'
import { secondFactorLifetimeSeconds } from '#contract/accounts/second-factor.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isPublicEpisode,
  isReachableSql,
  isShownSeriesSql,
  isWithinLimit,
  seriesCardColumns,
  playableScope,
  seriesScope,
} from '#server/domains/contents/index.ts'
import { type Entitlement, entitlementTo } from '#server/domains/transactions/index.ts'
import { toArrayLiteral } from '#server/db/sql-values.ts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type StreamRow, streamTtlMs } from './streams/stream-limit.ts'

/** The data that `decideAccess` decides by. */
type AccessRow = Pick<Episode, 'age_rating' | 'video_state' | 'released_at'> &
  Pick<Entitlement, 'access'> & { adult_verified_until: string | null }

type EligibilityRow = AccessRow & {
  /** Null if the episode does not exist or has no page. */
  id: number | null
  series_id: number
  runtime: number
  ending_start: number | null
  /** Null if the profile is deleted. */
  member_id: number | null
}

/**
 * Reads for each pair of profile and episode the access of its member, in one statement and in the same order. An episode
 * above the limit of the profile does not exist for it.
 */
export async function readEligibility(
  db: Db,
  queries: readonly { profile_id: number; episode_id: number }[],
  now: Date,
): Promise<EligibilityRow[]> {
  const entitlement = entitlementTo(playableScope, sql`m.id`, now)
  const { rows } = await sql<EligibilityRow>`
    select e.id, e.series_id, e.runtime, a.ending_start, s.age_rating, e.video_state, e.released_at,
      m.adult_verified_until, m.id as member_id, ${entitlement.columns}
    from unnest(
      ${toArrayLiteral(queries.map((query) => query.profile_id))}::int[], ${toArrayLiteral(queries.map((query) => query.episode_id))}::int[]
    ) with ordinality as q (profile_id, episode_id, ordinal)
    left join profiles p on p.id = q.profile_id
    left join members m on m.id = p.member_id
    left join (episodes e join series s on s.id = e.series_id)
      on e.id = q.episode_id and ${isReachableSql(playableScope)} and s.age_rating = any (ratings_within(p.age_limit))
    left join media_assets a on a.id = e.asset_id
    ${entitlement.joins}
    order by q.ordinal`.execute(db)
  return rows
}

export type RightsRow = Entitlement &
  AccessRow & {
    episode_id: number
    series_id: number
    is_free: boolean
    /** Seconds of the preview; null while the film is not encrypted. */
    preview_duration: number | null
    member_id: number | null
    wallet_id: number | null
    has_stream: boolean
    /** False if the profile of the session may not see the work. */
    is_within_limit: boolean
  }

/** Reads the episode that shows an asset, and the access of a session to it; a null session is a guest's. */
export async function readRightsRow(
  db: QueryExecutorProvider,
  { asset_id, session_id }: { asset_id: number; session_id: number | null },
  now: Date,
): Promise<RightsRow | undefined> {
  const entitlement = entitlementTo(playableScope, sql`m.id`, now)
  const { rows } = await sql<RightsRow>`
    select e.id as episode_id, e.series_id, e.is_free, s.age_rating, e.video_state, e.released_at,
      k.preview_duration, m.id as member_id, m.adult_verified_until, wallet.id as wallet_id, ${entitlement.columns},
      exists (select from active_streams t where t.session_id = sessions.id and t.episode_id = e.id) as has_stream,
      p.id is null or s.age_rating = any (ratings_within(p.age_limit)) as is_within_limit
    from episodes e
    join series s on s.id = e.series_id
    left join content_keys k on k.asset_id = e.asset_id
    left join sessions on sessions.id = ${session_id}::bigint and sessions.expires_at > ${now}
    left join members m on m.id = sessions.member_id
    left join profiles p on p.id = sessions.profile_id
    ${entitlement.joins}
    where e.asset_id = ${asset_id} and ${isReachableSql(playableScope)}`.execute(db)
  return rows[0]
}

/**
 * Reads the work whose trailer an asset is, and whether a session may see the work; a null session is a guest's. Undefined
 * if the work is not shown.
 */
export async function readTrailerRow(
  db: QueryExecutorProvider,
  { asset_id, session_id }: { asset_id: number; session_id: number | null },
  now: Date,
) {
  const { rows } = await sql<
    Pick<RightsRow, 'series_id' | 'age_rating' | 'adult_verified_until' | 'is_within_limit'>
  >`
    select s.id as series_id, s.age_rating, m.adult_verified_until,
      p.id is null or s.age_rating = any (ratings_within(p.age_limit)) as is_within_limit
    from series s
    left join sessions on sessions.id = ${session_id}::bigint and sessions.expires_at > ${now}
    left join members m on m.id = sessions.member_id
    left join profiles p on p.id = sessions.profile_id
    where s.trailer_asset_id = ${asset_id} and ${isShownSeriesSql(seriesScope)}`.execute(db)
  return rows[0]
}

/** Whether a session is one in which staff work on films: with a valid second factor, and in no children's profile. */
export async function isStudioSession(db: QueryExecutorProvider, session_id: number, now: Date) {
  const since = new Date(now.getTime() - secondFactorLifetimeSeconds * 1_000)
  const { rows } = await sql`
    select from sessions
    join members m on m.id = sessions.member_id and m.staff_role = any(${studioAccess.catalogue.staff})
    left join profiles p on p.id = sessions.profile_id
    where sessions.id = ${session_id}::bigint and sessions.expires_at > ${now}
      and sessions.second_factor_at > ${since} and p.is_child is not true`.execute(db)
  return rows.length > 0
}

/** The asset of an episode in any state; null if it has none. */
export async function readAssetId(db: Db, episodeId: number): Promise<number | null> {
  const row = await db
    .selectFrom('episodes')
    .select('asset_id')
    .where('id', '=', episodeId)
    .executeTakeFirst()
  return row?.asset_id ?? null
}

/** How far an episode's video is encoded until it plays, 0..1; 0 while it is queued. */
export async function readEncodeProgress(db: Db, episodeId: number): Promise<number> {
  const row = await db
    .selectFrom('episodes')
    .leftJoin('media_assets', 'media_assets.id', 'episodes.asset_id')
    .select(['media_assets.progress as whole', 'first_rendition_progress as first'])
    .where('episodes.id', '=', episodeId)
    .executeTakeFirst()
  return Math.max(row?.whole ?? 0, row?.first ?? 0)
}

export type MemberEpisodeRow = {
  /** Null in the only row of a series without episodes. */
  id: number | null
  access: EpisodeAccess
  /** The purchase by which the member plays. */
  purchase_id: number | null
  /** Null if that purchase does not end. */
  rental_expires_at: string | null
  playback_hours: number | null
  is_rental_started: boolean
  season_number: number
  number: number
  runtime: number
  released_at: string | null
  watched_at: string | null
  progress: number | null
  is_completed: boolean | null
  like_id: number | null
  series_like_id: number | null
}

/**
 * Reads the access and progress of a profile and its member for each public episode of a public or upcoming series, in
 * order. Returns at least one row if the profile may see the series.
 */
export async function readMemberEpisodes(
  db: Db,
  { member_id, profile }: { member_id: number; profile: Pick<SessionProfile, 'id' | 'age_limit'> },
  series_id: number,
  now: Date,
): Promise<MemberEpisodeRow[]> {
  const entitlement = entitlementTo(playableScope, sql`${member_id}::int`, now)
  const { rows } = await sql<MemberEpisodeRow>`
    select e.id, se.number as season_number, e.number, e.runtime, e.released_at, ${entitlement.columns},
      held.expires_at as rental_expires_at, held.first_used_at is not null as is_rental_started,
      (select t.playback_hours from rental_terms t where t.id = held.rental_terms_id) as playback_hours, h.progress, h.is_completed, h.watched_at, l.id as like_id,
      (select sl.id from likes sl where sl.profile_id = ${profile.id} and sl.series_id = s.id
        and sl.episode_id is null) as series_like_id
    from series s
    left join (episodes e join seasons se on se.id = e.season_id) on e.series_id = s.id
      and ${isPublicEpisode('e')} and not s.is_hidden
    left join watch_histories h on h.profile_id = ${profile.id} and h.episode_id = e.id
    left join likes l on l.profile_id = ${profile.id} and l.series_id = s.id and l.episode_id = e.id
    ${entitlement.joins}
    where s.id = ${series_id} and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, profile.age_limit)}
    order by se.number, e.number`.execute(db)
  return rows
}

const expiryOf = (now: Date) => new Date(now.getTime() + streamTtlMs).toISOString()

/** Locks the member's row (`for no key update`), which serializes requests for the member's slots. */
export async function lockStreams(tx: Tx, member_id: number) {
  await sql`select from members where id = ${member_id} for no key update`.execute(tx)
}

/** Reads all slots of a member, including expired ones. */
export async function readStreams(db: Db, member_id: number, session_id: number) {
  const { rows } = await sql<StreamRow>`
    select t.id, t.player_id as player, t.started_at, t.expires_at, t.episode_id, t.is_yielded, t.position, c.device,
      t.session_id = ${session_id} as is_this_browser, s.title as series_title,
      case when s.is_series then e.number end as episode_number, e.title as episode_title
    from active_streams t
    join sessions c on c.id = t.session_id
    join episodes e on e.id = t.episode_id
    join series s on s.id = e.series_id
    where t.member_id = ${member_id}`.execute(db)
  return rows
}

/** A browser tab of a member. */
export type StreamClient = { member_id: number; session_id: number; device: string; player: string }

export async function deleteStreams(tx: Tx, ids: readonly number[]) {
  if (ids.length > 0) await tx.deleteFrom('active_streams').where('id', 'in', ids).execute()
}

/** Gives a player a slot. */
export const insertStream = (
  tx: Tx,
  {
    player,
    ...stream
  }: Omit<StreamClient, 'device'> & {
    episode_id: number
    started_at: string
    position: number | null
  },
  now: Date,
) =>
  tx
    .insertInto('active_streams')
    .values({ ...stream, player_id: player, expires_at: expiryOf(now) })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()

/** Extends a player's slot for the same episode and keeps its id. A yielded slot keeps its `expires_at`, too. */
export async function extendStream(tx: Tx, id: number, position: number | null, now: Date) {
  await sql`
    update active_streams set position = ${position},
      expires_at = case when is_yielded then expires_at else ${expiryOf(now)} end
    where id = ${id}`.execute(tx)
}

/**
 * Yields a slot: the row stays until another player needs it, and progress does not extend it.
 * @returns whether the slot belonged to the member.
 */
export async function yieldStream(tx: Tx, member_id: number, id: number, now: Date) {
  const { rows } = await sql`
    update active_streams set is_yielded = true, expires_at = least(expires_at, ${now})
    where id = ${id} and member_id = ${member_id} returning id`.execute(tx)
  return rows.length > 0
}

/** Reported progress of an episode that plays in a browser session, in seconds. */
export type StreamActivity = {
  member_id: number
  session_id: number
  episode_id: number
  progress: number
}

/**
 * Extends the slots in which these episodes play and stores the positions. An expired slot is extended again, because no
 * other player needed it; a yielded one is not, because its player paused. Rows locked by a take-over are skipped.
 */
export async function extendStreams(tx: Tx, activities: readonly StreamActivity[], now: Date) {
  const column = (name: keyof StreamActivity) =>
    toArrayLiteral(activities.map((activity) => activity[name]))
  await sql`
    update active_streams t set position = due.progress,
      expires_at = case when t.is_yielded then t.expires_at else ${expiryOf(now)} end
    from (
      select s.id, w.progress from unnest(
        ${column('member_id')}::int[], ${column('session_id')}::bigint[],
        ${column('episode_id')}::int[], ${column('progress')}::float8[]
      ) as w (member_id, session_id, episode_id, progress)
      join active_streams s using (member_id, session_id, episode_id)
      for update of s skip locked
    ) as due
    where t.id = due.id`.execute(tx)
}

/** Reads the card of a public or upcoming series within the limit. */
export async function readSeriesCard(db: Db, id: number, limit: CatalogueLimit) {
  const { rows } = await sql<SeriesCard>`
    select ${seriesCardColumns(seriesScope)} from series s
    where s.id = ${id}::int and ${isShownSeriesSql(seriesScope)} and ${isWithinLimit(seriesScope, limit)}`.execute(
    db,
  )
  return rows[0]
}

export async function readPlaybackGauges(db: Db, now: Date) {
  const { rows } = await sql<{ active_streams: number }>`
    select count(*)::int as active_streams from active_streams where expires_at > ${now}`.execute(
    db,
  )
  return rows[0]!
}
