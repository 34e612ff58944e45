import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import type { ProgressUpdate } from './progress-update.ts'
import { countViews } from './view-counts.ts'

/** The payload of NOTIFY holds 8,000 bytes; one entry takes at most 50. */
const entriesPerNotice = 150

/** Changed progress, as published to all processes. `screen` is the id of the source. */
export type ProgressNotice = {
  source_id: number
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
        notice.source_id,
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
    const [member_id = 0, source_id = 0, episode_id = 0, progress = 0, completed] = text
      .split(',')
      .map(Number)
    result.push({ member_id, source_id, episode_id, progress, is_completed: completed === 1 })
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
  const moves = sql`(accepts_progress(h.source_id, h.progress, h.challenger_source_id, h.challenger_since,
    excluded.source_id, excluded.progress, excluded.updated_at) is true)`
  const { rows } = await sql<Row>`
    with written as (insert into watch_histories as h
      (member_id, episode_id, series_id, progress, is_completed, source_id, watched_at, updated_at, counted_on)
    select g.*, ${at}::timestamptz, ${at}::timestamptz, (${at}::timestamptz at time zone 'Asia/Seoul')::date
    from unnest(
      ${toArrayLiteral(updates.map((update) => update.member_id))}::int[], ${toArrayLiteral(updates.map((update) => update.episode_id))}::int[],
      ${toArrayLiteral(columns.map((row) => row.series_id))}::int[], ${toArrayLiteral(columns.map((row) => row.progress))}::int[],
      ${toArrayLiteral(columns.map((row) => row.is_completed))}::boolean[], ${toArrayLiteral(updates.map((update) => update.source.id))}::bigint[]
    ) as g (member_id, episode_id, series_id, progress, is_completed, source_id)
    -- A fixed lock order prevents deadlocks between processes.
    order by g.member_id, g.episode_id
    on conflict (member_id, episode_id) do update set
      progress = case when ${moves} then excluded.progress else h.progress end,
      is_completed = h.is_completed or excluded.is_completed,
      in_continue_watching = h.in_continue_watching or ${moves},
      watched_at = case when ${moves} and excluded.watched_at > h.watched_at + ${watchedAtInterval}
        then excluded.watched_at else h.watched_at end,
      updated_at = excluded.updated_at,
      counted_on = greatest(h.counted_on, excluded.counted_on),
      source_id = case when ${moves} then excluded.source_id else h.source_id end,
      challenger_source_id = case when ${moves} then null else excluded.source_id end,
      challenger_since = case when ${moves} then null when h.challenger_source_id = excluded.source_id then h.challenger_since
        else excluded.updated_at end
    returning h.member_id, h.episode_id, new.progress, new.is_completed, new.challenger_source_id is not null as is_late,
      old.counted_on is distinct from new.counted_on as is_view,
      (new.in_continue_watching and old.in_continue_watching is not true) as is_back,
      -- Only forward progress that playback can explain counts; a seek does not.
      case when new.progress > old.progress and new.progress - old.progress <= ${maxSeconds} and new.progress - old.progress
        <= ${maxDelay} + ${maxSpeed} * date_part('epoch', new.updated_at - old.updated_at)
        then new.progress - old.progress end as seconds),
    watched as (insert into stat_deltas (day, metric, episode_id, amount)
      select (${at}::timestamptz at time zone 'Asia/Seoul')::date, 'seconds', episode_id, sum(seconds)
      from written where seconds > 0 group by episode_id)
    select member_id, episode_id, progress, is_completed, is_late, is_view, is_back from written where is_completed or is_late or is_view or is_back`.execute(
    tx,
  )

  const byKey = new Map(rows.map((row) => [`${row.member_id}:${row.episode_id}`, row]))
  const notices: ProgressNotice[] = []
  const views: { viewer_key: number; series_id: number; episode_id: number }[] = []
  const newCards = new Map<string, { member_id: number; series_id: number; episode_id: number }>()
  const storedProgress = updates.map((update, index) => {
    const { member_id, episode_id, source } = update
    const { series_id = 0, progress: requested = 0 } = columns[index] ?? {}
    const row = byKey.get(`${member_id}:${episode_id}`)
    const { progress = requested, is_completed = false } = row ?? {}
    if (!row?.is_late)
      notices.push({ member_id, episode_id, source_id: source.id, progress, is_completed })
    if (row?.is_view) views.push({ viewer_key: member_id, series_id, episode_id })
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
  await sql`select pg_notify('watch_progress', payload) from unnest(${payloads}::text[]) as payload`.execute(
    tx,
  )
}

/** Keeps one continue-watching card for each series, that of the last started episode (D-45). */
async function removeOtherCards(
  tx: Tx,
  cards: readonly { member_id: number; series_id: number; episode_id: number }[],
) {
  await sql`
    update watch_histories h set in_continue_watching = false
    from unnest(
      ${toArrayLiteral(cards.map((card) => card.member_id))}::int[], ${toArrayLiteral(cards.map((card) => card.series_id))}::int[],
      ${toArrayLiteral(cards.map((card) => card.episode_id))}::int[]
    ) as k (member_id, series_id, episode_id)
    where h.member_id = k.member_id and h.series_id = k.series_id and h.in_continue_watching
      and h.episode_id <> k.episode_id`.execute(tx)
}
