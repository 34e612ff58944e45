import type { ProgressNotice } from '#server/api/progress-port.ts'
import type { Tx } from '#server/db/client.ts'
import { toArrayLiteral } from '#server/db/sql-values.ts'
import { sql } from 'kysely'

/** A row to write. */
export type ProgressRow = ProgressNotice & { series_id: number }

/** A written row with a notable result. Rows not returned store the given progress and are not completed. */
export type ChangedRow = Pick<
  ProgressRow,
  'profile_id' | 'episode_id' | 'progress' | 'is_completed'
> & {
  /** The update was late: the stored progress of another source stays. */
  is_late: boolean
  /** First view of the day. */
  is_view: boolean
  /** The entry now has a continue-watching card. */
  is_back: boolean
  /** The profile is deleted, so nothing was written. */
  is_gone: boolean
  /** The history of the profile is paused, so nothing was written. */
  is_paused: boolean
}

/** Minimum interval between updates of `watched_at`: moving the row in its index costs more than the rest of the write. */
const watchedAtInterval = sql`interval '20 seconds'`

/** Limits for counting watched seconds between two updates: double speed, writes up to 2 s late, at most 120 s. */
const [maxSpeed, maxDelay, maxSeconds] = [2, 2, 120].map((value) => sql.lit(value))

/**
 * Writes a batch of progress and its watched seconds in one statement. Leaves out the rows of deleted profiles, which would
 * fail those of all others, and of profiles whose history is paused.
 */
export async function upsertProgress(tx: Tx, rows: readonly ProgressRow[], now: Date) {
  const at = now.toISOString()
  // The function returns null if the row has no source yet; `is true` maps that to false.
  const moves = sql`(accepts_progress(h.source_id, h.progress, h.challenger_source_id, h.challenger_since,
    excluded.source_id, excluded.progress, excluded.updated_at) is true)`
  const { rows: changed } = await sql<ChangedRow>`
    with given as (select g.*, p.id is null as is_gone, p.is_history_paused is true as is_paused from unnest(
      ${toArrayLiteral(rows.map((row) => row.profile_id))}::int[], ${toArrayLiteral(rows.map((row) => row.episode_id))}::int[],
      ${toArrayLiteral(rows.map((row) => row.series_id))}::int[], ${toArrayLiteral(rows.map((row) => row.progress))}::int[],
      ${toArrayLiteral(rows.map((row) => row.is_completed))}::boolean[], ${toArrayLiteral(rows.map((row) => row.source_id))}::bigint[]
    ) as g (profile_id, episode_id, series_id, progress, is_completed, source_id) left join profiles p on p.id = g.profile_id),
    written as (insert into watch_histories as h
      (profile_id, episode_id, series_id, progress, is_completed, source_id, watched_at, updated_at, counted_on)
    select profile_id, episode_id, series_id, progress, is_completed, source_id,
      ${at}::timestamptz, ${at}::timestamptz, (${at}::timestamptz at time zone 'Asia/Seoul')::date
    from given where not is_gone and not is_paused
    -- A fixed lock order prevents deadlocks between processes.
    order by profile_id, episode_id
    on conflict (profile_id, episode_id) do update set
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
    returning h.profile_id, h.episode_id, new.progress, new.is_completed, new.challenger_source_id is not null as is_late,
      old.counted_on is distinct from new.counted_on as is_view,
      (new.in_continue_watching and old.in_continue_watching is not true) as is_back,
      -- Only forward progress that playback can explain counts; a seek does not.
      case when new.progress > old.progress and new.progress - old.progress <= ${maxSeconds} and new.progress - old.progress
        <= ${maxDelay} + ${maxSpeed} * date_part('epoch', new.updated_at - old.updated_at)
        then new.progress - old.progress end as seconds),
    watched as (insert into stat_deltas (day, metric, episode_id, amount)
      select (${at}::timestamptz at time zone 'Asia/Seoul')::date, 'seconds', episode_id, sum(seconds)
      from written where seconds > 0 group by episode_id),
    -- While an experiment runs.
    measured as (insert into experiment_watch_seconds as m (experiment_id, profile_id, seconds)
      select x.id, w.profile_id, sum(w.seconds) from recommendation_experiments x cross join written w
      where x.ended_at is null and w.seconds > 0 group by x.id, w.profile_id order by w.profile_id
      on conflict (experiment_id, profile_id) do update set seconds = m.seconds + excluded.seconds)
    select profile_id, episode_id, progress, is_completed, is_late, is_view, is_back, false as is_gone, false as is_paused
    from written where is_completed or is_late or is_view or is_back
    union all select profile_id, episode_id, progress, is_completed, false, false, false, is_gone, is_paused
    from given where is_gone or is_paused`.execute(tx)
  return changed
}

/** Keeps one continue-watching card for each series, that of the last started episode. */
export async function removeOtherCards(
  tx: Tx,
  cards: readonly Pick<ProgressRow, 'profile_id' | 'series_id' | 'episode_id'>[],
) {
  const column = (name: keyof (typeof cards)[number]) =>
    toArrayLiteral(cards.map((card) => card[name]))
  await sql`
    update watch_histories h set in_continue_watching = false
    from unnest(
      ${column('profile_id')}::int[], ${column('series_id')}::int[], ${column('episode_id')}::int[]
    ) as k (profile_id, series_id, episode_id)
    where h.profile_id = k.profile_id and h.series_id = k.series_id and h.in_continue_watching
      and h.episode_id <> k.episode_id`.execute(tx)
}
