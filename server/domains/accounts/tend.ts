import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { clearOutbox } from '#server/messages/local-outbox.ts'
import { type RawBuilder, sql } from 'kysely'
import { seenAfter } from './sessions.ts'

type Parts = Pick<Database, 'transact'> & { clock: Clock }

const day = 86_400_000
/** Longer than any window of a throttle. */
const throttleDays = 2
const outboxDays = 7
/** Rows taken out in one transaction: nobody waits behind it, and every session tells that it ended. */
const atOnce = 1_000

/**
 * Takes out what has ended: sessions with their proofs, links, throttles, and what the local outbox has shown for a
 * week. Nothing depends on it, whoever reads looks at the time himself; personal data just does not stay for longer
 * than it is of use. Workers beside each other pass over what another is taking out.
 */
export async function tendAccounts(parts: Parts): Promise<void> {
  const now = parts.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * day).toISOString()
  const at = now.toISOString()
  await takeOut(parts, 'sessions', sql`expires_at <= ${at} or last_seen_at <= ${seenAfter(now)}`)
  await takeOut(parts, 'password_links', sql`ends_at <= ${at}`)
  await takeOut(
    parts,
    'throttles',
    sql`began_at <= ${ago(throttleDays)} and (blocked_until is null or blocked_until <= ${at})`,
  )
  await parts.transact((tx) => clearOutbox(tx, new Date(ago(outboxDays))))
}

/** Some at a time, until none is left that another process is not about to take out. */
async function takeOut(
  { transact }: Parts,
  table: 'sessions' | 'password_links' | 'throttles',
  ended: RawBuilder<unknown>,
): Promise<void> {
  const takeSome = async (tx: Tx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${ended} limit ${atOnce} for update skip locked))`.execute(
      tx,
    )
    return Number(numAffectedRows)
  }
  while ((await transact(takeSome)) === atOnce);
}
