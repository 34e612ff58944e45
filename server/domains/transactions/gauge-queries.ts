import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

type PaymentGauges = {
  orders_unknown: number
  orders_unknown_oldest_seconds: number
  reconciliation_differences: number
  /** Null before the first scheduled reconciliation. */
  reconciliation_age_seconds: number | null
}

export async function readPaymentGauges(db: Db, now: Date): Promise<PaymentGauges> {
  const { rows } = await sql<PaymentGauges>`
    select o.count as orders_unknown, o.oldest as orders_unknown_oldest_seconds,
      coalesce((select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id), 0)
        as reconciliation_differences,
      extract(epoch from ${now}::timestamptz - r.run_at)::float as reconciliation_age_seconds
    from
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(processing_started_at)), 0)::float as oldest
       from orders where status in ('confirming', 'unknown')) as o
      left join lateral (select id, run_at from reconciliations where is_daily order by to_at desc limit 1) as r on true`.execute(
    db,
  )
  return rows[0]!
}
