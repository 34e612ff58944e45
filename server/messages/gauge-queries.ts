import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Reads the gauges of waiting messages. Bulk mail waits on purpose and is not counted. */
export async function readMessageGauges(db: Db, now: Date) {
  const { rows } = await sql<{ messages_waiting: number; messages_oldest_seconds: number }>`
    select count(*)::int as messages_waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float as messages_oldest_seconds
    from messages where sent_at is null and not is_bulk`.execute(db)
  return rows[0]!
}
