import type { Database } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOutboxMessages } from '#server/messages/dev-outbox.ts'
import { type RawBuilder, sql } from 'kysely'
import { seenAfter } from './sessions/session-lifetimes.ts'

type Parts = Pick<Database, 'transact'> & { clock: Clock }

const dayMs = 86_400_000
/** Longer than any rate limit window. */
const rateLimitDays = 2
const outboxDays = 7

/**
 * Deletes expired sessions with their verifications, password links and rate limit counters, and outbox messages older
 * than a week. Queries check expiry themselves, so correctness does not depend on this task; it limits how long
 * personal data is stored.
 */
export async function runAccountsMaintenance(parts: Parts, signal?: AbortSignal): Promise<void> {
  const now = parts.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const at = now.toISOString()
  const remove = (table: string, condition: RawBuilder<unknown>) =>
    deleteInBatches(parts.transact, table, condition, signal)
  await remove('sessions', sql`expires_at <= ${at} or last_seen_at <= ${seenAfter(now)}`)
  await remove('password_reset_links', sql`expires_at <= ${at}`)
  await remove(
    'rate_limits',
    sql`window_started_at <= ${ago(rateLimitDays)} and (blocked_until is null or blocked_until <= ${at})`,
  )
  await deleteOutboxMessages(parts.transact, new Date(ago(outboxDays)), signal)
}
