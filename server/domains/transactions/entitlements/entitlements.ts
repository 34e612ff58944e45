import type { EpisodeAccess } from '#contract/contents/playback.ts'
import type { Database, Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { rentalPlaybackHours } from '#contract/transactions/payment-constants.ts'

/** What a viewer without a plan has: D-46, D-50. */
export const noPlanLimits = { streams: 1, max_height: 1080 } as const

/** Beside an episode, what `entitlement` answers for one member. */
export type Entitlement = {
  /** `ended`: its time is over, and this member has not bought it (D-80). */
  access: EpisodeAccess | 'ended'
  /** The purchase it is owned or rented by, to be noted when more than the preview is handed out; else null. */
  purchase_id: number | null
  /** The best picture, as its shorter side in pixels: the plan's where it is watched by the plan. */
  max_height: number
  /** How many may watch at once on this account (D-46). */
  streams: number
}

/**
 * May this member play this episode, and why: the one place that says so (P6). Columns of `Entitlement`, to be selected
 * beside `e` (episodes) and `s` (its series) with `entitlementFrom(…)` joined: two look-ups by index, whatever there is.
 *
 * What is owned goes before the plan, because it is the better picture; a rental after it, so that it is not begun
 * where it need not be.
 */
export const entitlementColumns = sql<Entitlement>`
  case when e.is_ended or s.is_ended then case when held.id is not null then 'owned' else 'ended' end
    when e.is_free then 'free' when held.ownership_type_id = 3 then 'owned'
    when e.in_subscription and plan.id is not null then 'subscribed' when held.id is not null then 'owned'
    else 'locked' end as access,
  case when e.is_ended or s.is_ended or not e.is_free and (held.ownership_type_id = 3 or not e.in_subscription or plan.id is null)
    then held.id end as purchase_id,
  case when not (e.is_ended or s.is_ended) and not e.is_free and held.ownership_type_id is distinct from 3 and e.in_subscription and plan.id is not null
    then plan.max_height else ${sql.lit(noPlanLimits.max_height)} end as max_height,
  coalesce(plan.streams, ${sql.lit(noPlanLimits.streams)}) as streams`

/**
 * The joins that `entitlement` stands on.
 * @param member SQL for the member's id, which may be null: of a visitor.
 */
export const entitlementJoins = (member: ReturnType<typeof sql>, now: Date) => sql`
  left join wallets wallet on wallet.member_id = ${member}
  left join subscription_plans plan on plan.id = wallet.plan_id and wallet.plan_until > ${now}
  left join purchases held on held.wallet_id = wallet.id and held.episode_id = e.id and held.state = 'active'
    and (held.ends_at is null or held.ends_at > ${now})`

const question = (member_id: number, episode_id: number, now: Date) => sql<Entitlement>`
  select ${entitlementColumns} from episodes e join series s on s.id = e.series_id ${entitlementJoins(sql`${member_id}::int`, now)}
  where e.id = ${episode_id}::int`

/** What one member may do with one episode; undefined where there is no such episode. */
export async function readEntitlement(
  db: Db,
  member_id: number,
  episode_id: number,
  now: Date,
): Promise<Entitlement | undefined> {
  const { rows } = await question(member_id, episode_id, now).execute(db)
  return rows[0]
}

/** In how many places at once a member may play (D-46). */
export async function readStreamLimit(db: Db, member_id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ streams: number }>`
    select plan.streams from wallets wallet
    join subscription_plans plan on plan.id = wallet.plan_id and wallet.plan_until > ${now}
    where wallet.member_id = ${member_id}`.execute(db)
  return rows[0]?.streams ?? noPlanLimits.streams
}

export type FindEntitlement = ReturnType<typeof createEntitlementFinder>

/** The same, parsed and planned once by each connection: every start of a film asks it. */
export function createEntitlementFinder({ db, pool }: Pick<Database, 'db' | 'pool'>) {
  return async (
    member_id: number,
    episode_id: number,
    now: Date,
  ): Promise<Entitlement | undefined> => {
    const { sql: text, parameters } = question(member_id, episode_id, now).compile(db)
    const asked = { name: 'find_entitlement', text, values: [...parameters] }
    return (await pool.query<Entitlement>(asked)).rows[0]
  }
}

const hour = 3_600_000

/**
 * Notes that more than the preview of a bought episode is handed out, before it is (D-42): from then on it is not paid
 * back, and a rental has its 48 hours, also where it is begun in the last minute of its 30 days (D-51). A refund locks the
 * same row; the first commit wins (R3).
 * @returns whether it may be handed out: false where it was paid back or ended meanwhile.
 */
export async function recordPurchaseUse(tx: Tx, purchase_id: number, now: Date): Promise<boolean> {
  const ends_at = new Date(now.getTime() + rentalPlaybackHours * hour).toISOString()
  const { rows } = await sql`
    update purchases set
      first_handed_at = coalesce(first_handed_at, ${now}),
      ends_at = case when first_handed_at is null and ends_at is not null then ${ends_at} else ends_at end
    where id = ${purchase_id} and state = 'active' and (ends_at is null or ends_at > ${now})
    returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Notes that something was handed out by the plan, before it is: from then on the charge is not paid back (D-55). A refund
 * locks the same row, and the first commit wins (R3): ask for the entitlement after this, in the same transaction. What
 * is played after the period's end, while its charge is under way or owed, counts for the period that is paid for it.
 */
export async function recordPlanUse(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  await sql`
    update subscriptions set played_at = ${now}
    where wallet_id = ${wallet_id} and status in ('active', 'past_due')
      and (played_at is null or played_at < period_end and period_end <= ${now})`.execute(tx)
}

/** Somebody is so far in an episode, in seconds. */
export type PlanPlayback = { member_id: number; episode_id: number; progress: number }

/**
 * Notes the same by what is being played: a film whose key was handed out before a renewal plays on after it, and asks for
 * nothing (D-55). What is free to all, owned or let, and the free beginning of the rest, is not played by the plan. A
 * subscription that is being paid back or charged at this moment is left alone: who plays on is noted next time.
 */
export async function recordPlanUseBatch(
  tx: Tx,
  playing: readonly PlanPlayback[],
  now: Date,
): Promise<void> {
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
        select ${entitlementColumns} from (select) as one ${entitlementJoins(sql`q.member_id`, now)}
      ) as entitled
      where q.progress > coalesce(k.preview_duration, 0) and entitled.access = 'subscribed'
      order by running.id for update of running skip locked)`.execute(tx)
}
