import type { StreamSlot } from '#contract/contents/playback.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { type StreamRow, streamTtlMs } from './stream-limit.ts'
import { recordPlanUseBatch } from '#server/domains/transactions/index.ts'

const endOf = (now: Date) => new Date(now.getTime() + streamTtlMs).toISOString()

/** Locks the member's row, so that requests for their slots are decided one after the other. */
export async function lockStreams(tx: Tx, member_id: number) {
  await sql`select from members where id = ${member_id} for no key update`.execute(tx)
}

/** Reads all slots of a member that have a row, including those whose time is over. */
export async function readStreams(
  db: Db,
  member_id: number,
  session_id: number,
): Promise<StreamRow[]> {
  const { rows } = await sql<StreamRow>`
    select t.id, t.player, t.began_at, t.ends_at, t.episode_id, t.is_yielded, t.position, c.device,
      t.session_id = ${session_id} as is_this_browser, s.title as series_title,
      case when s.is_series then e.number end as episode_number, e.title as episode_title
    from streams t
    join sessions c on c.id = t.session_id
    join episodes e on e.id = t.episode_id
    join series s on s.id = e.series_id
    where t.member_id = ${member_id}`.execute(db)
  return rows
}

/** A tab of a browser of a member's. */
export type StreamClient = { member_id: number; session_id: number; device: string; player: string }

/** Removes slots. */
export async function deleteStreams(tx: Tx, ids: readonly number[]) {
  if (ids.length > 0) await tx.deleteFrom('streams').where('id', 'in', ids).execute()
}

/** Gives a player a slot, and notifies the screens whose slots were removed for it, in every process. */
export async function insertStream(
  tx: Tx,
  { member_id, session_id, player, device }: StreamClient,
  plays: { episode_id: number; began_at: string; position: number | null },
  ended: readonly number[],
  now: Date,
): Promise<StreamSlot> {
  const { id, ends_at } = await tx
    .insertInto('streams')
    .values({ member_id, session_id, player, ...plays, ends_at: endOf(now) })
    .returning(['id', 'ends_at'])
    .executeTakeFirstOrThrow()
  if (ended.length > 0) {
    const notices = ended.map((stream_id) =>
      JSON.stringify({ member_id, stream_id, by: { id, device } } satisfies StreamEndedNotice),
    )
    await sql`select pg_notify('stream_ended', notice) from unnest(${notices}::text[]) as notice`.execute(
      tx,
    )
  }
  return { id, ends_at }
}

/** What a notice on the channel `stream_ended` says. */
export type StreamEndedNotice = {
  member_id: number
  stream_id: number
  by: { id: number; device: string }
}

/** Extends a player's slot for the episode it plays, keeping its id. A yielded one keeps its end, too. */
export async function extendStream(tx: Tx, id: number, position: number | null, now: Date) {
  await sql`
    update streams set position = ${position},
      ends_at = case when is_yielded then ends_at else ${endOf(now)} end
    where id = ${id}`.execute(tx)
}

/**
 * Yields a slot: it stays until another player needs it, and no progress extends it.
 * @returns whether it was that member's.
 */
export async function yieldStream(
  tx: Tx,
  member_id: number,
  id: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update streams set is_yielded = true, ends_at = least(ends_at, ${now})
    where id = ${id} and member_id = ${member_id} returning id`.execute(tx)
  return rows.length > 0
}

/** Reported progress, in seconds, of an episode that plays in a browser session. */
export type StreamActivity = {
  member_id: number
  session_id: number
  episode_id: number
  progress: number
}

/**
 * Extends the slots in which these episodes play and stores the positions. A slot that timed out is extended again,
 * because nobody needed it; a yielded one is not, because its player paused. Rows that a take-over holds are skipped.
 */
export async function extendStreams(tx: Tx, watched: readonly StreamActivity[], now: Date) {
  const list = (values: readonly number[]) => `{${values.join()}}`
  await sql`
    update streams t set position = due.progress,
      ends_at = case when t.is_yielded then t.ends_at else ${endOf(now)} end
    from (
      select s.id, w.progress from unnest(
        ${list(watched.map((one) => one.member_id))}::int[], ${list(watched.map((one) => one.session_id))}::int[],
        ${list(watched.map((one) => one.episode_id))}::int[], ${list(watched.map((one) => one.progress))}::float8[]
      ) as w (member_id, session_id, episode_id, progress)
      join streams s using (member_id, session_id, episode_id)
      for update of s skip locked
    ) as due
    where t.id = due.id`.execute(tx)
}

/** How often progress extends a slot, in ms: a quarter of how long it lasts. */
const renewEvery = 15_000

export type ExtendStreams = (tx: Tx, watched: readonly StreamActivity[], now: Date) => Promise<void>

/**
 * Extends stream slots by reported progress (D-46) and notes that the plan is used (D-55), for each session and episode
 * once in 15 s: the rest of a batch costs nothing.
 */
export function createStreamExtender(): ExtendStreams {
  let lately = new Set<string>()
  let since = 0
  return async (tx, watched, now) => {
    if (now.getTime() - since >= renewEvery) {
      lately = new Set()
      since = now.getTime()
    }
    const due: StreamActivity[] = []
    const keys: string[] = []
    for (const one of watched) {
      const { member_id, session_id, episode_id } = one
      const key = `${member_id}:${session_id}:${episode_id}`
      if (lately.has(key)) continue
      due.push(one)
      keys.push(key)
    }
    if (due.length === 0) return
    await extendStreams(tx, due, now)
    await recordPlanUseBatch(tx, due, now)
    for (const key of keys) lately.add(key)
  }
}
