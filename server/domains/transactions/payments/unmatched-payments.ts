import type { Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from './gateway-attempts.ts'
import { openManualCase } from '../reconciliation/manual-cases.ts'
import { unmatchedPaymentReason } from '../orders/orders.copy.ts'
import type { OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { sql } from 'kysely'

/**
 * P5, P8: keeps that the gateway took money that says it is for an order of ours and is not what we asked for, in the
 * transaction that closes the order. It is never booked; a job has it cancelled at once.
 */
export async function recordUnmatchedPayment(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  { payment_key, balance_amount }: Payment,
  now: Date,
): Promise<void> {
  const stray = await tx
    .insertInto('stray_payments')
    .values({
      ...{ order_id: order.id, payment_key, amount: Math.ceil(balance_amount) },
      found_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stray) await enqueueUnmatchedCancel(tx, stray.id)
}

/** Has a stray payment cancelled by a job, now. */
export async function enqueueUnmatchedCancel(tx: Tx, stray_id: number): Promise<void> {
  await enqueue(tx, 'cancel_unmatched_payment', { stray_id }, { key: `stray:${stray_id}` })
}

/**
 * The job: cancels a stray payment in full. Opens a case for an operator if the gateway refuses for good.
 * @throws while the outcome is not certain: the job runs again.
 */
export async function cancelUnmatchedPayment(
  parts: PaymentDependencies,
  id: number,
): Promise<void> {
  const { db, transact, payments, clock, log } = parts
  const stray = await db
    .selectFrom('stray_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (stray.status !== 'reserved') return
  const { payment_key, order_id, amount } = stray
  const start = () => startAttempt(parts, { kind: 'stray', id }, `stray-${id}`)
  const readLeft = async () => {
    const read = await payments.getPayment(payment_key)
    if (read.fate !== 'done') throw new Error(`Stray payment ${id} cannot be read`)
    return read.answer.balance_amount
  }

  let left: number | undefined
  let failure_code: string | null = null
  let attempt = await start()
  if (attempt?.state === 'errored') {
    left = await readLeft()
    if (left > 0) {
      await endWithoutEffect(parts, attempt)
      attempt = await start()
    }
  }
  if (left !== 0) {
    if (attempt?.state !== 'open') throw new Error(`Stray payment ${id} is unknown`)
    // The gateway refuses a second cancel of a whole payment, whichever key it comes with (R5).
    const request = { payment_key, reason: unmatchedPaymentReason }
    const verdict = await payments.cancel(request, attempt.idempotency_key)
    const stored_error = verdict.fate === 'unknown' ? verdict.stored_error : undefined
    if (stored_error) await recordAttemptError(parts, attempt, stored_error)
    left = verdict.fate === 'done' ? verdict.answer.balance_amount : await readLeft()
    if (left !== 0 && verdict.fate !== 'refused') throw new Error(`Stray payment ${id} is unknown`)
    failure_code = left !== 0 && verdict.fate === 'refused' ? verdict.code : null
  }
  const now = clock.now()
  await transact(async (tx) => {
    const closed = await tx
      .updateTable('stray_payments')
      .set(
        failure_code
          ? { status: 'refused', failure_code }
          : { status: 'cancelled', settled_at: now.toISOString() },
      )
      .where('id', '=', id)
      .where('status', '=', 'reserved')
      .executeTakeFirst()
    if (closed.numUpdatedRows === 0n || !failure_code) return
    log.error({ stray: id, failure_code }, 'payments: unmatched payment could not be cancelled')
    await openManualCase(
      tx,
      { id: order_id },
      { kind: 'payment', payment_key, amount, failure_code },
      now,
    )
  })
}

/** Those of the payments that were strays and have been cancelled in full: they are in nobody's books. */
export async function readCancelledUnmatched(
  db: Db,
  payment_keys: readonly string[],
): Promise<Set<string>> {
  if (payment_keys.length === 0) return new Set()
  // One array: a list of values is one bind parameter each, of which a statement has at most 65,535.
  const { rows } = await sql<{ payment_key: string }>`
    select payment_key from stray_payments
    where status = 'cancelled' and payment_key = any (${payment_keys}::text[])`.execute(db)
  return new Set(rows.map(({ payment_key }) => payment_key))
}
