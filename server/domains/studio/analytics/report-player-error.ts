import type { Transact } from '#server/db/client.ts'
import { type RateLimit, consumeRateLimit } from '#server/api/rate-limit.ts'
import type { ClientInfo } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'

/** A player reports each error code once per play; a higher rate indicates abuse. */
const rateLimit: RateLimit = { times: 30, seconds: 600 }

/**
 * Counts a fatal player error by time, episode and browser. Does not store the viewer.
 * @param limits whether to apply the rate limit per client network.
 */
export async function reportPlayerError(
  { transact, client, now }: { transact: Transact; client: ClientInfo; now: Date },
  report: { episode_id: number; code: string; detail: string },
  limits: boolean,
): Promise<void> {
  if (limits)
    await transact((tx) =>
      consumeRateLimit(tx, `player-errors:${clientNetwork(client.address)}`, rateLimit, now),
    )
  const { episode_id, code, detail } = report
  const { numAffectedRows } = await transact((tx) =>
    sql`
      insert into player_error_events (at, episode_id, code, detail, browser)
      select ${now.toISOString()}, id, ${code}, ${detail}, ${client.device.slice(0, 100)}
      from episodes where id = ${episode_id}`.execute(tx),
  )
  if (!numAffectedRows) throwProblem('not_found')
}
