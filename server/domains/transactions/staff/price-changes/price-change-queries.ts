import type { PriceChange } from '#contract/transactions/staff/price-changes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

const termsOf = (alias: 'f' | 'n') => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`json_build_object('version', ${column('version')}, 'price', ${column('price')},
    'max_height', ${column('max_height')}, 'streams', ${column('streams')})`
}

/** Reads price changes with the answers of members, newest first. @param id only this one */
export async function readPriceChanges(db: Db, id?: number): Promise<PriceChange[]> {
  const { rows } = await sql<PriceChange>`
    select c.id, json_build_object('id', p.id, 'name', p.name) as plan, ${termsOf('f')} as "from", ${termsOf('n')} as "to",
      c.starts_on, c.without_consent, c.created_at, c.stopped_at, o.announced, o.agreed, o.applied, o.kept, o.ended,
      (select count(*)::int from subscriptions s where (s.plan_id, s.plan_version) = (c.plan_id, c.from_version)
        and s.status in ('active', 'past_due')) as subscribers
    from price_changes c
    join subscription_plans p on p.id = c.plan_id
    join plan_versions f on (f.plan_id, f.version) = (c.plan_id, c.from_version)
    join plan_versions n on (n.plan_id, n.version) = (c.plan_id, c.to_version)
    cross join lateral (
      select count(*)::int as announced, count(a.id)::int as agreed,
        (count(*) filter (where o.outcome = 'applied'))::int as applied,
        (count(*) filter (where o.outcome = 'kept'))::int as kept, (count(*) filter (where o.outcome = 'ended'))::int as ended
      from price_offers o left join price_consents a on a.offer_id = o.id and a.withdrawn_at is null
      where o.price_change_id = c.id) o
    where ${id ?? null}::int is null or c.id = ${id ?? null}
    order by c.id desc`.execute(db)
  return rows
}

export type VersionTerms = { price: number; max_height: number; streams: number }

/** Reads the terms of a version of a plan. */
export const findVersion = (db: Db, plan_id: number, version: number) =>
  db
    .selectFrom('plan_versions')
    .select(['price', 'max_height', 'streams'])
    .where('plan_id', '=', plan_id)
    .where('version', '=', version)
    .executeTakeFirst()

/** Inserts a price change. @returns its id; undefined if one of the version is running */
export const insertPriceChange = (tx: Tx, change: Insertable<DB['price_changes']>) =>
  tx
    .insertInto('price_changes')
    .values(change)
    .onConflict((conflict) =>
      conflict.columns(['plan_id', 'from_version']).where('stopped_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()

/** Stops a price change. Waits for the renewals that apply its offers. @returns whether it was running */
export const markStopped = async (tx: Tx, id: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('price_changes')
    .set({ stopped_at: now.toISOString() })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
