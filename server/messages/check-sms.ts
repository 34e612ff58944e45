import type { Database, Db, Tx } from '#server/db/client.ts'
import type { ReadSmsResult } from '#server/adapters/services/sms/index.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { RecordDelivery } from './delivery-report.ts'
import { sql } from 'kysely'

const minute = 60_000
/** Minutes before each check, counted from the acceptance or from the previous check. */
const delays = [1, 5, 30, 120, 720]

/** Stores that a provider has accepted an SMS, and asks for its result later. */
export async function trackSms(
  tx: Tx,
  { recipient, receipt, now }: { recipient: string; receipt: string; now: Date },
): Promise<void> {
  const { id } = await tx
    .insertInto('sms_receipts')
    .values({ recipient, receipt, accepted_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueCheck(tx, id, new Date(now.getTime() + delays[0]! * minute))
}

/** Enqueues the next check of a receipt, now or at `run_at`. */
export const enqueueCheck = (tx: Tx, receipt_id: number, run_at?: Date) =>
  enqueue(tx, 'check_sms', { receipt_id }, { key: `sms:${receipt_id}`, ...(run_at && { run_at }) })

/** Reads the receipts that have no job. */
export async function findLostReceipts(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sms_receipts where not job_is_queued('sms:' || id) limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Creates the handler of the job `check_sms`: asks the provider whether an SMS has arrived, records the answer and forgets the
 * number. A result that is not known after the last check is given up.
 */
export function createSmsChecker({
  db,
  transact,
  clock,
  log,
  readSmsResult,
  recordDelivery,
}: Pick<Database, 'db' | 'transact'> & {
  clock: Clock
  log: Logger
  readSmsResult: ReadSmsResult | undefined
  recordDelivery: RecordDelivery
}) {
  return async (id: number): Promise<void> => {
    const row = await db
      .selectFrom('sms_receipts')
      .select(['recipient', 'receipt', 'checks'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return
    const result = (await readSmsResult?.(row.receipt)) ?? { status: 'pending' as const }
    const now = clock.now()
    const delay = delays[row.checks + 1]
    if (result.status === 'pending' && readSmsResult && delay !== undefined)
      return transact(async (tx) => {
        const next = { checks: row.checks + 1 }
        await tx.updateTable('sms_receipts').set(next).where('id', '=', id).execute()
        await enqueueCheck(tx, id, new Date(now.getTime() + delay * minute))
      })
    await transact(async (tx) => {
      const taken = await tx
        .deleteFrom('sms_receipts')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!taken || result.status === 'pending') return
      await recordDelivery(tx, {
        channel: 'sms',
        recipient: row.recipient,
        kind: result.status === 'arrived' ? 'arrived' : 'undelivered',
        provider: 'sms',
        event_id: row.receipt,
        reason: result.status === 'failed' ? result.reason : '',
        at: now,
      })
    })
    if (result.status === 'failed') log.warn({ reason: result.reason }, 'sms not delivered')
  }
}
