import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import type { ProgressUpdate } from './progress-update.ts'
import { countViews } from './view-counts.ts'

/** A notice of PostgreSQL holds 8,000 bytes; one move is written in at most 50. */
const movesInNotice = 150

/** Progress that moved, as every process hears of it. */
export type ProgressNotice = {
  screen: number
  member_id: number
  episode_id: number
  progress: number
  is_completed: boolean
}

const writeMoves = (moves: readonly ProgressNotice[]) =>
  moves
    .map((move) =>
      [
        move.member_id,
        move.screen,
        move.episode_id,
        move.progress,
        Number(move.is_completed),
      ].join(),
    )
    .join(' ')

/** What a notice on the channel `progress` says of the members that are asked for: most have no socket here. */
export function parseProgressNotices(
  notice: string,
  isHere: (member_id: number) => boolean,
): ProgressNotice[] {
  const moves: ProgressNotice[] = []
  for (const text of notice.split(' ')) {
    // Reads the digits before the first comma.
    if (!isHere(Number.parseInt(text, 10))) continue
    const [member_id = 0, screen = 0, episode_id = 0, progress = 0, completed] = text
      .split(',')
      .map(Number)
    moves.push({ member_id, screen, episode_id, progress, is_completed: completed === 1 })
  }
  return moves
}

/** What of a round is worth mentioning. All others stand as they were given, and are not finished. */
type Row = {
  member_id: number
  episode_id: number
  progress: number
  is_completed: boolean
  /** What is there was written by another screen, and stays. */
  is_late: boolean
  is_view: boolean
  is_back: boolean
}

/** An array as PostgreSQL reads it: written out at once, which is several times quicker than the driver's way. */
const list = (values: readonly (number | boolean)[]) => `{${values.join()}}`

/** The order of the history follows what is watched at intervals: moving a row in its index costs more than the rest. */
const orderEvery = sql`interval '20 seconds'`

/** Seconds of film that count as watched between two words: at double speed, written up to 2 s late, and not for ever. */
const [fastest, slack, most] = [2, 2, 120].map((value) => sql.lit(value))

/**
 * Writes the last words of one round: rows in one statement, and with them what every process is told, the views of
 * the day and the cards of 이어보기.
 * @returns what stands in the history now, in the order of `words`.
 */
export async function writeProgress(
  tx: Tx,
  words: readonly ProgressUpdate[],
  now: Date,
): Promise<number[]> {
  const at = now.toISOString()
  const facts = words.map((word) => {
    const { runtime = 0, done_at = 1, series_id = 0 } = word.admission ?? {}
    return {
      series_id,
      progress: runtime > 0 ? Math.min(word.progress, runtime) : word.progress,
      is_completed: word.progress >= done_at,
    }
  })
  // Where no screen has shown itself yet, the rule compares with nothing and says neither yes nor no.
  const moves = sql`(progress_moves(h.screen, h.progress, h.rival, h.rival_at,
    excluded.screen, excluded.progress, excluded.updated_at) is true)`
  const { rows } = await sql<Row>`
    with written as (insert into histories as h
      (member_id, episode_id, series_id, progress, is_completed, screen, watched_at, updated_at, viewed_on)
    select g.*, ${at}::timestamptz, ${at}::timestamptz, (${at}::timestamptz at time zone 'Asia/Seoul')::date
    from unnest(
      ${list(words.map((word) => word.member_id))}::int[], ${list(words.map((word) => word.episode_id))}::int[],
      ${list(facts.map((fact) => fact.series_id))}::int[], ${list(facts.map((fact) => fact.progress))}::int[],
      ${list(facts.map((fact) => fact.is_completed))}::boolean[], ${list(words.map((word) => word.screen.id))}::bigint[]
    ) as g (member_id, episode_id, series_id, progress, is_completed, screen)
    -- Two processes that write the same rows lock them in the same order.
    order by g.member_id, g.episode_id
    on conflict (member_id, episode_id) do update set
      progress = case when ${moves} then excluded.progress else h.progress end,
      is_completed = h.is_completed or excluded.is_completed,
      is_on_row = h.is_on_row or ${moves},
      watched_at = case when ${moves} and excluded.watched_at > h.watched_at + ${orderEvery}
        then excluded.watched_at else h.watched_at end,
      updated_at = excluded.updated_at,
      viewed_on = greatest(h.viewed_on, excluded.viewed_on),
      screen = case when ${moves} then excluded.screen else h.screen end,
      rival = case when ${moves} then null else excluded.screen end,
      rival_at = case when ${moves} then null when h.rival = excluded.screen then h.rival_at
        else excluded.updated_at end
    returning h.member_id, h.episode_id, new.progress, new.is_completed, new.rival is not null as is_late,
      old.viewed_on is distinct from new.viewed_on as is_view,
      (new.is_on_row and old.is_on_row is not true) as is_back,
      -- Of film: forward by what can be played meanwhile. A jump is none.
      case when new.progress > old.progress and new.progress - old.progress <= ${most} and new.progress - old.progress
        <= ${slack} + ${fastest} * date_part('epoch', new.updated_at - old.updated_at)
        then new.progress - old.progress end as seconds),
    watched as (insert into figure_tallies (day, measure, episode_id, amount)
      select (${at}::timestamptz at time zone 'Asia/Seoul')::date, 'seconds', episode_id, sum(seconds)
      from written where seconds > 0 group by episode_id)
    select member_id, episode_id, progress, is_completed, is_late, is_view, is_back from written where is_completed or is_late or is_view or is_back`.execute(
    tx,
  )

  const byKey = new Map(rows.map((row) => [`${row.member_id}:${row.episode_id}`, row]))
  const told: ProgressNotice[] = []
  const views: { viewer: number; series_id: number; episode_id: number }[] = []
  const back = new Map<string, { member_id: number; series_id: number; episode_id: number }>()
  const standing = words.map((word, index) => {
    const { member_id, episode_id, screen } = word
    const { series_id = 0, progress: given = 0 } = facts[index] ?? {}
    const row = byKey.get(`${member_id}:${episode_id}`)
    const { progress = given, is_completed = false } = row ?? {}
    if (!row?.is_late)
      told.push({ member_id, episode_id, screen: screen.id, progress, is_completed })
    if (row?.is_view) views.push({ viewer: member_id, series_id, episode_id })
    if (row?.is_back) back.set(`${member_id}:${series_id}`, { member_id, series_id, episode_id })
    return progress
  })
  if (views.length > 0) await countViews(tx, views, now)
  if (back.size > 0) await leaveOneOnRow(tx, [...back.values()])
  if (told.length > 0) await tell(tx, told)
  return standing
}

async function tell(tx: Tx, moves: readonly ProgressNotice[]) {
  const notices: string[] = []
  for (let start = 0; start < moves.length; start += movesInNotice)
    notices.push(writeMoves(moves.slice(start, start + movesInNotice)))
  await sql`select pg_notify('progress', notice) from unnest(${notices}::text[]) as notice`.execute(
    tx,
  )
}

/** D-45: one card a series, by the episode that was begun last. */
async function leaveOneOnRow(
  tx: Tx,
  kept: readonly { member_id: number; series_id: number; episode_id: number }[],
) {
  await sql`
    update histories h set is_on_row = false
    from unnest(
      ${list(kept.map((one) => one.member_id))}::int[], ${list(kept.map((one) => one.series_id))}::int[],
      ${list(kept.map((one) => one.episode_id))}::int[]
    ) as k (member_id, series_id, episode_id)
    where h.member_id = k.member_id and h.series_id = k.series_id and h.is_on_row
      and h.episode_id <> k.episode_id`.execute(tx)
}
