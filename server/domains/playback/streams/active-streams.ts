import type { StreamSlot } from '#contract/contents/playback.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { type StreamRow, streamTtlMs } from './stream-limit.ts'
import { recordPlanUseBatch } from '#server/domains/transactions/index.ts'

const expiryOf = (now: Date) => new Date(now.getTime() + streamTtlMs).toISOString()

/** Locks the member's row (`for no key update`), which serializes requests for the member's slots. */
export async function lockStreams(tx: Tx, member_id: number) {
  await sql`select from members where id = ${member_id} for no key update`.execute(tx)
}

/** Reads all slots of a member, including expired ones. */
export async function readStreams(
  db: Db,
  member_id: number,
  session_id: number,
): Promise<StreamRow[]> {
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

/** Gives a player a slot, and notifies in every process the players whose slots were removed for it. */
export async function insertStream(
  tx: Tx,
  { member_id, session_id, player, device }: StreamClient,
  plays: { episode_id: number; started_at: string; position: number | null },
  ended: readonly number[],
  now: Date,
): Promise<StreamSlot> {
  const { id, expires_at } = await tx
    .insertInto('active_streams')
    .values({ member_id, session_id, player_id: player, ...plays, expires_at: expiryOf(now) })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (ended.length > 0) {
    const notices = ended.map((stream_id) =>
      JSON.stringify({ member_id, stream_id, by: { id, device } } satisfies StreamEndedNotice),
    )
    await sql`select pg_notify('stream_ended', notice) from unnest(${notices}::text[]) as notice`.execute(
      tx,
    )
  }
  return { id, expires_at }
}

/** The payload of the notification channel `stream_ended`. */
export type StreamEndedNotice = {
  member_id: number
  stream_id: number
  by: { id: number; device: string }
}

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
export async function yieldStream(
  tx: Tx,
  member_id: number,
  id: number,
  now: Date,
): Promise<boolean> {
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
  const list = (values: readonly number[]) => `{${values.join()}}`
  await sql`
    update active_streams t set position = due.progress,
      expires_at = case when t.is_yielded then t.expires_at else ${expiryOf(now)} end
    from (
      select s.id, w.progress from unnest(
        ${list(activities.map((one) => one.member_id))}::int[], ${list(activities.map((one) => one.session_id))}::int[],
        ${list(activities.map((one) => one.episode_id))}::int[], ${list(activities.map((one) => one.progress))}::float8[]
      ) as w (member_id, session_id, episode_id, progress)
      join active_streams s using (member_id, session_id, episode_id)
      for update of s skip locked
    ) as due
    where t.id = due.id`.execute(tx)
}

/** A quarter of `streamTtlMs`. */
const renewIntervalMs = 15_000

export type ExtendStreams = (
  tx: Tx,
  activities: readonly StreamActivity[],
  now: Date,
) => Promise<void>

/**
 * Extends stream slots by reported progress (D-46) and records the use of the plan (D-55), once in 15 s for each session
 * and episode. Other updates cause no query.
 */
export function createStreamExtender(): ExtendStreams {
  let recentKeys = new Set<string>()
  let since = 0
  return async (tx, activities, now) => {
    if (now.getTime() - since >= renewIntervalMs) {
      recentKeys = new Set()
      since = now.getTime()
    }
    const due: StreamActivity[] = []
    const keys: string[] = []
    for (const one of activities) {
      const { member_id, session_id, episode_id } = one
      const key = `${member_id}:${session_id}:${episode_id}`
      if (recentKeys.has(key)) continue
      due.push(one)
      keys.push(key)
    }
    if (due.length === 0) return
    await extendStreams(tx, due, now)
    await recordPlanUseBatch(tx, due, now)
    for (const key of keys) recentKeys.add(key)
  }
}
