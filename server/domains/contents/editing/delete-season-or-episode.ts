import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** An episode without an asset and viewer activity. Foreign keys protect purchased episodes. */
const isUnused = sql`
  e.asset_id is null and e.viewer_count = 0 and e.like_count = 0 and e.review_count = 0`

/** Deletes an unused episode. @returns false if it is in use. */
export async function deleteUnusedEpisode(tx: Tx, id: number): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      delete from episodes e where e.id = ${id}::int and ${isUnused}`.execute(tx)
    return numAffectedRows === 1n
  } catch (error) {
    // foreign_key_violation: an order or a purchase references the episode.
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}

/** Deletes a season without episodes. @returns false if it has any. */
export async function deleteEmptySeason(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from seasons se where se.id = ${id}::int
      and not exists (select from episodes e where e.season_id = se.id)`.execute(tx)
  return numAffectedRows === 1n
}
