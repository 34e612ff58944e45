import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

export async function readEncodingGauges(db: Db) {
  const { rows } = await sql<{ encodings_pending: number; encodings_failed: number }>`
    select count(*) filter (where state <> 'failed')::int as encodings_pending,
      count(*) filter (where state = 'failed')::int as encodings_failed
    from media_assets where state in ('uploaded', 'probing', 'encoding', 'failed')`.execute(db)
  return rows[0]!
}
