import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { deleteOutboxMessages } from '#server/messages/dev-outbox.ts'
import { deleteOldRateLimits } from './rate-limit-queries.ts'
import { deleteExpiredTransferCodes } from './profiles/transfer-queries.ts'
import { deleteExpiredResetLinks } from './recovery/reset-link-queries.ts'
import { deleteExpiredSessions } from './sessions/session-queries.ts'

const dayMs = 86_400_000
/** Longer than any rate limit window. */
const rateLimitDays = 2
const outboxDays = 7

/**
 * Deletes expired sessions with their verifications, password links, transfer codes and rate limit counters, and outbox messages older
 * than a week. Queries check expiry themselves, so correctness does not depend on this task; it limits how long
 * personal data is stored.
 */
export async function runAccountsMaintenance(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  await deleteExpiredSessions(transact, now, signal)
  await deleteExpiredResetLinks(transact, now, signal)
  await transact((tx) => deleteExpiredTransferCodes(tx, now))
  await deleteOldRateLimits(transact, { startedBefore: daysAgo(rateLimitDays), now }, signal)
  await deleteOutboxMessages(transact, daysAgo(outboxDays), signal)
}
