import type { EpisodeAccess } from '#contract/playback/playback.ts'
import type { Database, Db, Tx } from '#server/db/client.ts'
import { playableScope } from '#server/domains/contents/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { noPlanMaxHeight } from '#server/shared/media-token.ts'

/** Limits of viewers without a subscription. */
export const noPlanLimits = { streams: 1, max_height: noPlanMaxHeight } as const

/** Whether and how one member may play one episode. */
export type Entitlement = {
  /** `ended`: the licence has ended, and the member has not bought the episode. */
  access: EpisodeAccess | 'ended'
  /** The purchase that grants access, to be recorded as used once more than the preview is delivered; else null. */
  purchase_id: number | null
  /** Maximum resolution: the shorter side in pixels. The plan's limit if access is by the plan. */
  max_height: number
  /** Maximum concurrent streams of the account. */
  streams: number
}

/**
 * Columns of `Entitlement`, the only definition of playback access, from `e` (episodes), `s` (its series) and the joins below.
 *
 * Precedence: an owned episode before the plan, because its resolution limit may be higher; a rental after the plan, so that
 * its 48 hours do not start needlessly.
 */
const entitlementColumns = sql<Entitlement>`
  case when e.is_expired or s.is_expired then case when held.id is not null then 'owned' else 'ended' end
    when e.is_free then 'free' when held.ownership_type_id = 3 then 'owned'
    when e.in_subscription and plan.plan_id is not null then 'subscribed' when held.id is not null then 'owned'
    else 'locked' end as access,
  case when e.is_expired or s.is_expired or not e.is_free and (held.ownership_type_id = 3 or not e.in_subscription or plan.plan_id is null)
    then held.id end as purchase_id,
  case when not (e.is_expired or s.is_expired) and not e.is_free and held.ownership_type_id is distinct from 3 and e.in_subscription and plan.plan_id is not null
    then plan.max_height else ${sql.lit(noPlanLimits.max_height)} end as max_height,
  coalesce(plan.streams, ${sql.lit(noPlanLimits.streams)}) as streams`

/**
 * The entitlement of a member to each episode of a query: its columns, and the joins that they read. The member's wallet is
 * `wallet`.
 * @param member SQL for the member's id; null for a guest.
 */
export const entitlementTo = (
  _scope: typeof playableScope,
  member: RawBuilder<unknown>,
  now: Date,
) => ({
  columns: entitlementColumns,
  joins: sql`
  left join wallets wallet on wallet.member_id = ${member}
  left join plan_versions plan on plan.plan_id = wallet.plan_id and plan.version = wallet.plan_version
    and wallet.plan_expires_at > ${now}
  left join purchases held on held.wallet_id = wallet.id and held.episode_id = e.id and held.state = 'active'
    and (held.expires_at is null or held.expires_at > ${now})`,
})

/** Reads the maximum concurrent streams of a member. */
export async function readStreamLimit(db: Db, member_id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ streams: number }>`
    select plan.streams from wallets wallet
    join plan_versions plan on plan.plan_id = wallet.plan_id and plan.version = wallet.plan_version
    where wallet.plan_expires_at > ${now} and wallet.member_id = ${member_id}`.execute(db)
  return rows[0]?.streams ?? noPlanLimits.streams
}

export type FindEntitlement = ReturnType<typeof createEntitlementFinder>

/**
 * Creates the function that reads the entitlement of a member to an episode; undefined if the episode does not exist. It is
 * a named prepared statement, because every playback start runs it.
 */
export function createEntitlementFinder({ db, pool }: Pick<Database, 'db' | 'pool'>) {
  return async (member_id: number, episode_id: number, now: Date) => {
    const entitlement = entitlementTo(playableScope, sql`${member_id}::int`, now)
    const { sql: text, parameters } = sql`/* find_entitlement */
      select ${entitlement.columns} from episodes e join series s on s.id = e.series_id ${entitlement.joins}
      where e.id = ${episode_id}::int`.compile(db)
    return (await pool.query<Entitlement>(text, [...parameters])).rows.at(0)
  }
}

/**
 * Records the first use of a purchase before more than the preview is delivered (decisions/0028-free-preview). From then
 * on it is not refundable, and a rental ends after the hours of its terms, even if it was started in its last minute. A
 * refund locks the same row; the first commit wins.
 * @returns whether delivery is allowed: false if the purchase was refunded or ended concurrently.
 */
export async function recordPurchaseUse(tx: Tx, purchase_id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update purchases set
      first_used_at = coalesce(first_used_at, ${now}),
      expires_at = case when first_used_at is null and expires_at is not null
        then ${now}::timestamptz + make_interval(hours => (select playback_hours from rental_terms where id = rental_terms_id))
        else expires_at end
    where id = ${purchase_id} and state = 'active' and (expires_at is null or expires_at > ${now})
    returning id`.execute(tx)
  return rows.length > 0
}

/** Reads the period of a rental; null for a purchase that does not end. */
export async function readRentalPeriod(db: Db, purchase_id: number) {
  const row = await db
    .selectFrom('purchases')
    .innerJoin('rental_terms', 'rental_terms.id', 'purchases.rental_terms_id')
    .select(['expires_at', 'first_used_at', 'playback_hours'])
    .where('purchases.id', '=', purchase_id)
    .executeTakeFirst()
  if (!row?.expires_at) return null
  const { expires_at, first_used_at, playback_hours } = row
  return { expires_at, is_started: first_used_at !== null, playback_hours }
}

/**
 * Records playback by the plan before delivery. From then on the charge is not refundable. A refund locks the same
 * row, and the first commit wins, so read the entitlement after this call in the same transaction. Playback after the
 * period's end, while its charge is pending or past due, counts for the next period.
 */
export async function recordPlanUse(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  await sql`
    update subscriptions set first_used_at = ${now}
    where wallet_id = ${wallet_id} and status in ('active', 'past_due')
      and (first_used_at is null or first_used_at < period_end and period_end <= ${now})`.execute(
    tx,
  )
}

/** Playback position of a member in an episode; `progress` in seconds. */
export type PlanPlayback = { member_id: number; episode_id: number; progress: number }

/**
 * Records playback by the plan from progress updates, because a player that got its key before a renewal requests nothing
 * after it. Free, bought and rented episodes and previews do not count. Locked subscriptions are skipped; the next
 * update records them.
 */
export async function recordPlanUseBatch(tx: Tx, playing: readonly PlanPlayback[], now: Date) {
  const list = (values: readonly number[]) => `{${values.join()}}`
  const entitlement = entitlementTo(playableScope, sql`q.member_id`, now)
  await sql`
    /* record_plan_use */
    update subscriptions set first_used_at = ${now} where id in (
      select running.id
      from unnest(
        ${list(playing.map((play) => play.member_id))}::int[], ${list(playing.map((play) => play.episode_id))}::int[],
        ${list(playing.map((play) => play.progress))}::float8[]
      ) as q (member_id, episode_id, progress)
      join wallets w on w.member_id = q.member_id
      join subscriptions running on running.wallet_id = w.id and running.status in ('active', 'past_due')
        and (running.first_used_at is null or running.first_used_at < running.period_end and running.period_end <= ${now})
      join episodes e on e.id = q.episode_id and e.in_subscription and not e.is_free
      join series s on s.id = e.series_id
      left join content_keys k on k.asset_id = e.asset_id
      cross join lateral (
        select ${entitlement.columns} from (select) as single ${entitlement.joins}
      ) as entitled
      where q.progress > coalesce(k.preview_duration, 0) and entitled.access = 'subscribed'
      order by running.id for update of running skip locked)`.execute(tx)
}
