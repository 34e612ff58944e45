import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import type { ProgressUpdate } from './progress-update.ts'
import { countViews } from './view-counts.ts'

/** The payload of NOTIFY holds 8,000 bytes; one entry takes at most 50. */
const entriesPerNotice = 150

/** Changed progress, as published to all processes. `screen` is the id of the source. */
export type ProgressNotice = {
  screen: number
  member_id: number
  episode_id: number
  progress: number
  is_completed: boolean
}

const serializeNotices = (notices: readonly ProgressNotice[]) =>
  notices
    .map((notice) =>
      [
        notice.member_id,
        notice.screen,
        notice.episode_id,
        notice.progress,
        Number(notice.is_completed),
      ].join(),
    )
    .join(' ')

/**
 * Parses a payload of the channel `progress`.
 * @param hasSocket selects the members to return; most have no socket in this process
 */
export function parseProgressNotices(
  payload: string,
  hasSocket: (member_id: number) => boolean,
): ProgressNotice[] {
  const result: ProgressNotice[] = []
  for (const text of payload.split(' ')) {
    // `parseInt` stops at the first comma, so it reads the member id.
    if (!hasSocket(Number.parseInt(text, 10))) continue
    const [member_id = 0, screen = 0, episode_id = 0, progress = 0, completed] = text
      .split(',')
      .map(Number)
    result.push({ member_id, screen, episode_id, progress, is_completed: completed === 1 })
  }
  return result
}

/** A written row with a notable result. Rows not returned store the given progress and are not completed. */
type Row = {
  member_id: number
  episode_id: number
  progress: number
  is_completed: boolean
  /** The update was late: the stored progress of another source stays. */
  is_late: boolean
  /** First view of the day. */
  is_view: boolean
  /** The entry now has a continue-watching card. */
  is_back: boolean
}

/** PostgreSQL array literal; several times faster than the driver's array serialization. */
const toArrayLiteral = (values: readonly (number | boolean)[]) => `{${values.join()}}`

/** Minimum interval between updates of `watched_at`: moving the row in its index costs more than the rest of the write. */
const watchedAtInterval = sql`interval '20 seconds'`

/** Limits for counting watched seconds between two updates: double speed, writes up to 2 s late, at most 120 s. */
const [maxSpeed, maxDelay, maxSeconds] = [2, 2, 120].map((value) => sql.lit(value))

/**
 * Writes a batch of updates in one statement, and in the same transaction the daily views, the continue-watching cards and
 * the notification to all processes.
 * @returns the stored progress, in the order of `updates`.
 */
export async function writeProgress(
  tx: Tx,
  updates: readonly ProgressUpdate[],
  now: Date,
): Promise<number[]> {
  const at = now.toISOString()
  const columns = updates.map((update) => {
    const { runtime = 0, done_at = 1, series_id = 0 } = update.admission ?? {}
    return {
      series_id,
      progress: runtime > 0 ? Math.min(update.progress, runtime) : update.progress,
      is_completed: update.progress >= done_at,
    }
  })
  // The function returns null if the row has no source yet; `is true` maps that to false.
  const moves = sql`(progress_moves(h.screen, h.progress, h.rival, h.rival_at,
    excluded.screen, excluded.progress, excluded.updated_at) is true)`
  const { rows } = await sql<Row>`
    with written as (insert into histories as h
      (member_id, episode_id, series_id, progress, is_completed, screen, watched_at, updated_at, viewed_on)
    select g.*, ${at}::timestamptz, ${at}::timestamptz, (${at}::timestamptz at time zone 'Asia/Seoul')::date
    from unnest(
      ${toArrayLiteral(updates.map((update) => update.member_id))}::int[], ${toArrayLiteral(updates.map((update) => update.episode_id))}::int[],
      ${toArrayLiteral(columns.map((row) => row.series_id))}::int[], ${toArrayLiteral(columns.map((row) => row.progress))}::int[],
      ${toArrayLiteral(columns.map((row) => row.is_completed))}::boolean[], ${toArrayLiteral(updates.map((update) => update.screen.id))}::bigint[]
    ) as g (member_id, episode_id, series_id, progress, is_completed, screen)
    -- A fixed lock order prevents deadlocks between processes.
    order by g.member_id, g.episode_id
    on conflict (member_id, episode_id) do update set
      progress = case when ${moves} then excluded.progress else h.progress end,
      is_completed = h.is_completed or excluded.is_completed,
      is_on_row = h.is_on_row or ${moves},
      watched_at = case when ${moves} and excluded.watched_at > h.watched_at + ${watchedAtInterval}
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
      -- Only forward progress that playback can explain counts; a seek does not.
      case when new.progress > old.progress and new.progress - old.progress <= ${maxSeconds} and new.progress - old.progress
        <= ${maxDelay} + ${maxSpeed} * date_part('epoch', new.updated_at - old.updated_at)
        then new.progress - old.progress end as seconds),
    watched as (insert into figure_tallies (day, measure, episode_id, amount)
      select (${at}::timestamptz at time zone 'Asia/Seoul')::date, 'seconds', episode_id, sum(seconds)
      from written where seconds > 0 group by episode_id)
    select member_id, episode_id, progress, is_completed, is_late, is_view, is_back from written where is_completed or is_late or is_view or is_back`.execute(
    tx,
  )

  const byKey = new Map(rows.map((row) => [`${row.member_id}:${row.episode_id}`, row]))
  const notices: ProgressNotice[] = []
  const views: { viewer: number; series_id: number; episode_id: number }[] = []
  const newCards = new Map<string, { member_id: number; series_id: number; episode_id: number }>()
  const storedProgress = updates.map((update, index) => {
    const { member_id, episode_id, screen } = update
    const { series_id = 0, progress: requested = 0 } = columns[index] ?? {}
    const row = byKey.get(`${member_id}:${episode_id}`)
    const { progress = requested, is_completed = false } = row ?? {}
    if (!row?.is_late)
      notices.push({ member_id, episode_id, screen: screen.id, progress, is_completed })
    if (row?.is_view) views.push({ viewer: member_id, series_id, episode_id })
    if (row?.is_back)
      newCards.set(`${member_id}:${series_id}`, { member_id, series_id, episode_id })
    return progress
  })
  if (views.length > 0) await countViews(tx, views, now)
  if (newCards.size > 0) await removeOtherCards(tx, [...newCards.values()])
  if (notices.length > 0) await publishNotices(tx, notices)
  return storedProgress
}

async function publishNotices(tx: Tx, notices: readonly ProgressNotice[]) {
  const payloads: string[] = []
  for (let start = 0; start < notices.length; start += entriesPerNotice)
    payloads.push(serializeNotices(notices.slice(start, start + entriesPerNotice)))
  await sql`select pg_notify('progress', payload) from unnest(${payloads}::text[]) as payload`.execute(
    tx,
  )
}

/** Keeps one continue-watching card for each series, that of the last started episode (D-45). */
async function removeOtherCards(
  tx: Tx,
  cards: readonly { member_id: number; series_id: number; episode_id: number }[],
) {
  await sql`
    update histories h set is_on_row = false
    from unnest(
      ${toArrayLiteral(cards.map((card) => card.member_id))}::int[], ${toArrayLiteral(cards.map((card) => card.series_id))}::int[],
      ${toArrayLiteral(cards.map((card) => card.episode_id))}::int[]
    ) as k (member_id, series_id, episode_id)
    where h.member_id = k.member_id and h.series_id = k.series_id and h.is_on_row
      and h.episode_id <> k.episode_id`.execute(tx)
}
