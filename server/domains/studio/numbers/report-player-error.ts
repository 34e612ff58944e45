import type { Transact } from '#server/db/client.ts'
import { type Allowance, countHit } from '#server/db/throttle.ts'
import type { Visitor } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { sql } from 'kysely'

/** A player says each kind of failure once a play: more than this is somebody who makes them up. */
const allowance: Allowance = { times: 30, seconds: 600 }

/**
 * Counts that a player gave up: when, on what, in which browser. Who it was is not kept.
 * @param limits whether `allowance` is counted, by the address.
 */
export async function reportPlayerError(
  { transact, visitor, now }: { transact: Transact; visitor: Visitor; now: Date },
  given: { episode_id: number; code: string; detail: string },
  limits: boolean,
): Promise<void> {
  if (limits)
    await transact((tx) =>
      countHit(tx, `player-errors:${networkOf(visitor.address)}`, allowance, now),
    )
  const { episode_id, code, detail } = given
  const { numAffectedRows } = await transact((tx) =>
    sql`
      insert into player_error_tallies (at, episode_id, code, detail, browser)
      select ${now.toISOString()}, id, ${code}, ${detail}, ${visitor.device.slice(0, 100)}
      from episodes where id = ${episode_id}`.execute(tx),
  )
  if (!numAffectedRows) refuse('not_found')
}
