import type { StudioPlan } from '#contract/transactions/staff/pricing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { sql, type Updateable } from 'kysely'

/** The editable columns of a plan. */
export type PlanRow = Awaited<ReturnType<typeof lockPlanRow>> & {}

/** Reads plans with their versions, those on sale first. @param id only this one */
export async function readStudioPlans(db: Db, id?: number): Promise<StudioPlan[]> {
  const { rows } = await sql<StudioPlan>`
    with held as (
      select plan_id, plan_version as version, count(*)::int as subscribers from subscriptions
      where status in ('active', 'past_due') group by 1, 2
    )
    select p.id, p.name, p.version, p.price, p.max_height, p.streams, p.retired_at,
      coalesce((select sum(subscribers) from held where held.plan_id = p.id), 0)::int as subscribers,
      (select json_agg(json_build_object('version', v.version, 'price', v.price, 'max_height', v.max_height, 'streams', v.streams,
          'created_at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'subscribers', coalesce(held.subscribers, 0)) order by v.version desc)
        from plan_versions v left join held using (plan_id, version) where v.plan_id = p.id) as versions
    from subscription_plans p
    where ${id ?? null}::int is null or p.id = ${id ?? null}
    order by p.retired_at is not null, p.price, p.id`.execute(db)
  return rows
}

/** Locks a plan against charges and other edits of it. */
export const lockPlanRow = (tx: Tx, id: number) =>
  tx
    .selectFrom('subscription_plans')
    .select(['id', 'name', 'version', 'price', 'max_height', 'streams', 'retired_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Inserts a plan. @returns its id; undefined if another has its name */
export const insertPlan = (
  tx: Tx,
  plan: Pick<StudioPlan, 'name' | 'price' | 'max_height' | 'streams'>,
) =>
  tx
    .insertInto('subscription_plans')
    .values(plan)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()

export const isPlanNameUsed = async (tx: Tx, name: string, except_id: number): Promise<boolean> =>
  (await tx
    .selectFrom('subscription_plans')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', except_id)
    .executeTakeFirst()) !== undefined

export const updatePlanRow = (tx: Tx, id: number, values: Updateable<DB['subscription_plans']>) =>
  tx.updateTable('subscription_plans').set(values).where('id', '=', id).execute()
