import type { Transact } from '#server/db/client.ts'
import { type RateLimit, consumeRateLimit } from '#server/api/rate-limit.ts'
import type { ClientInfo } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'

/** A player says each kind of failure once a play: more than this is somebody who makes them up. */
const allowance: RateLimit = { times: 30, seconds: 600 }

/**
 * Counts that a player gave up: when, on what, in which browser. Who it was is not kept.
 * @param limits whether `allowance` is counted, by the address.
 */
export async function reportPlayerError(
  { transact, client, now }: { transact: Transact; client: ClientInfo; now: Date },
  given: { episode_id: number; code: string; detail: string },
  limits: boolean,
): Promise<void> {
  if (limits)
    await transact((tx) =>
      consumeRateLimit(tx, `player-errors:${clientNetwork(client.address)}`, allowance, now),
    )
  const { episode_id, code, detail } = given
  const { numAffectedRows } = await transact((tx) =>
    sql`
      insert into player_error_tallies (at, episode_id, code, detail, browser)
      select ${now.toISOString()}, id, ${code}, ${detail}, ${client.device.slice(0, 100)}
      from episodes where id = ${episode_id}`.execute(tx),
  )
  if (!numAffectedRows) throwProblem('not_found')
}
