import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { entitlement, entitlementFrom } from '../entitlement.ts'

/**
 * Notes that something was handed out by the plan, before it is: from then on the charge is not paid back (D-55). A refund
 * locks the same row, and the first commit wins (R3): ask for the entitlement after this, in the same transaction. What
 * is played after the period's end, while its charge is under way or owed, counts for the period that is paid for it.
 */
export async function notePlayed(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  await sql`
    update subscriptions set played_at = ${now}
    where wallet_id = ${wallet_id} and status in ('active', 'past_due')
      and (played_at is null or played_at < period_end and period_end <= ${now})`.execute(tx)
}

/** Somebody is so far in an episode, in seconds. */
export type Playing = { member_id: number; episode_id: number; progress: number }

/**
 * Notes the same by what is being played: a film whose key was handed out before a renewal plays on after it, and asks for
 * nothing (D-55). What is free to all, owned or let, and the free beginning of the rest, is not played by the plan. A
 * subscription that is being paid back or charged at this moment is left alone: who plays on is noted next time.
 */
export async function notePlaying(tx: Tx, playing: readonly Playing[], now: Date): Promise<void> {
  const list = (values: readonly number[]) => `{${values.join()}}`
  await sql`
    /* note_playing */
    update subscriptions set played_at = ${now} where id in (
      select running.id
      from unnest(
        ${list(playing.map((one) => one.member_id))}::int[], ${list(playing.map((one) => one.episode_id))}::int[],
        ${list(playing.map((one) => one.progress))}::float8[]
      ) as q (member_id, episode_id, progress)
      join wallets w on w.member_id = q.member_id
      join subscriptions running on running.wallet_id = w.id and running.status in ('active', 'past_due')
        and (running.played_at is null or running.played_at < running.period_end and running.period_end <= ${now})
      join episodes e on e.id = q.episode_id and e.in_subscription and not e.is_free
      join series s on s.id = e.series_id
      left join media_keys k on k.asset_id = e.asset_id
      cross join lateral (
        select ${entitlement} from (select) as one ${entitlementFrom(sql`q.member_id`, now)}
      ) as entitled
      where q.progress > coalesce(k.preview_duration, 0) and entitled.access = 'subscribed'
      order by running.id for update of running skip locked)`.execute(tx)
}
