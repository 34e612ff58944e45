import type { HeldStream } from '#contract/playback.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { type Standing, streamLasts } from './streams.ts'

const endOf = (now: Date) => new Date(now.getTime() + streamLasts).toISOString()

/** Has whoever asks for a place of this member wait for who asked before. */
export async function lockStreams(tx: Tx, member_id: number) {
  await sql`select from members where id = ${member_id} for no key update`.execute(tx)
}

/** The places of a member that stand, those whose time is over with them. */
export async function readStreams(
  db: Db,
  member_id: number,
  session_id: number,
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select t.id, t.player, t.began_at, t.ends_at, t.episode_id, c.device,
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
export type Seat = { member_id: number; session_id: number; device: string; player: string }

/** Takes these places away. */
export async function deleteStreams(tx: Tx, ids: readonly number[]) {
  if (ids.length > 0) await tx.deleteFrom('streams').where('id', 'in', ids).execute()
}

/** Puts a player in a place of its own, and tells those that gave way for it, in every process. */
export async function insertStream(
  tx: Tx,
  { member_id, session_id, player, device }: Seat,
  plays: { episode_id: number; began_at: string },
  ended: readonly number[],
  now: Date,
): Promise<HeldStream> {
  const { id, ends_at } = await tx
    .insertInto('streams')
    .values({ member_id, session_id, player, ...plays, ends_at: endOf(now) })
    .returning(['id', 'ends_at'])
    .executeTakeFirstOrThrow()
  if (ended.length > 0) {
    const notices = ended.map((stream_id) =>
      JSON.stringify({ member_id, stream_id, by: { id, device } } satisfies StreamNotice),
    )
    await sql`select pg_notify('stream_ended', notice) from unnest(${notices}::text[]) as notice`.execute(
      tx,
    )
  }
  return { id, ends_at }
}

/** What a notice on the channel `stream_ended` says. */
export type StreamNotice = {
  member_id: number
  stream_id: number
  by: { id: number; device: string }
}

/** Gives a place back. @returns whether it was that member's. */
export async function deleteStream(tx: Tx, member_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('streams')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Somebody watches this in this browser. */
export type Watching = { member_id: number; session_id: number; episode_id: number }

/**
 * Lengthens the places in which these are watched. A place whose time was over is there because nobody wanted it: it
 * goes on. What is being taken over at this moment is left to who takes it.
 */
export async function renewStreams(tx: Tx, watched: readonly Watching[], now: Date) {
  const list = (values: readonly number[]) => `{${values.join()}}`
  await sql`
    update streams t set ends_at = ${endOf(now)}
    from (
      select s.id from unnest(
        ${list(watched.map((one) => one.member_id))}::int[], ${list(watched.map((one) => one.session_id))}::int[],
        ${list(watched.map((one) => one.episode_id))}::int[]
      ) as w (member_id, session_id, episode_id)
      join streams s using (member_id, session_id, episode_id)
      for update of s skip locked
    ) as due
    where t.id = due.id`.execute(tx)
}
