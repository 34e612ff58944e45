import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** An episode that nobody has to do with. What was bought holds its row by itself. */
const isUntouched = sql`
  e.asset_id is null and e.viewer_count = 0 and e.like_count = 0 and e.review_count = 0`

/** Takes away an episode that was put in by mistake. @returns whether it could be: what somebody has stays. */
export async function deleteUnusedEpisode(tx: Tx, id: number): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      delete from episodes e where e.id = ${id}::int and ${isUntouched}`.execute(tx)
    return numAffectedRows === 1n
  } catch (error) {
    // A foreign key: an order or a purchase names it.
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}

/** Takes away a season without episodes. @returns whether it could be. */
export async function deleteEmptySeason(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from seasons se where se.id = ${id}::int
      and not exists (select from episodes e where e.season_id = se.id)`.execute(tx)
  return numAffectedRows === 1n
}
