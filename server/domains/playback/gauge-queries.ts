import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'

export async function readPlaybackGauges(db: Db, now: Date) {
  const { rows } = await sql<{ active_streams: number }>`
    select count(*)::int as active_streams from active_streams where expires_at > ${now}`.execute(
    db,
  )
  return rows[0]!
}
