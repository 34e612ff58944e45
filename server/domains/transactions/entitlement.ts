import type { EpisodeAccess } from '#contract/playback.ts'
import type { Database, Db } from '#server/db/client.ts'
import { sql } from 'kysely'

/** What a viewer without a plan has: D-46, D-50. */
export const withoutPlan = { streams: 1, max_height: 1080 } as const

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
export const entitlement = sql<Entitlement>`
  case when e.is_ended or s.is_ended then case when held.id is not null then 'owned' else 'ended' end
    when e.is_free then 'free' when held.ownership_type_id = 3 then 'owned'
    when e.in_subscription and plan.id is not null then 'subscribed' when held.id is not null then 'owned'
    else 'locked' end as access,
  case when e.is_ended or s.is_ended or not e.is_free and (held.ownership_type_id = 3 or not e.in_subscription or plan.id is null)
    then held.id end as purchase_id,
  case when not (e.is_ended or s.is_ended) and not e.is_free and held.ownership_type_id is distinct from 3 and e.in_subscription and plan.id is not null
    then plan.max_height else ${sql.lit(withoutPlan.max_height)} end as max_height,
  coalesce(plan.streams, ${sql.lit(withoutPlan.streams)}) as streams`

/**
 * The joins that `entitlement` stands on.
 * @param member SQL for the member's id, which may be null: of a visitor.
 */
export const entitlementFrom = (member: ReturnType<typeof sql>, now: Date) => sql`
  left join wallets wallet on wallet.member_id = ${member}
  left join subscription_plans plan on plan.id = wallet.plan_id and wallet.plan_until > ${now}
  left join purchases held on held.wallet_id = wallet.id and held.episode_id = e.id and held.state = 'active'
    and (held.ends_at is null or held.ends_at > ${now})`

const question = (member_id: number, episode_id: number, now: Date) => sql<Entitlement>`
  select ${entitlement} from episodes e join series s on s.id = e.series_id ${entitlementFrom(sql`${member_id}::int`, now)}
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
  return rows[0]?.streams ?? withoutPlan.streams
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
