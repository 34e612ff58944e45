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
 * Records an unmatched payment: it names an order but differs from it in amount, currency or merchant (P5, P8). Runs in the
 * transaction that fails the order. The payment is never posted to the ledger; a job cancels it at once.
 */
export async function recordUnmatchedPayment(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  { payment_key, balance_amount }: Payment,
  now: Date,
): Promise<void> {
  const unmatchedPayment = await tx
    .insertInto('unmatched_payments')
    .values({
      ...{ order_id: order.id, payment_key, amount: Math.ceil(balance_amount) },
      detected_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (unmatchedPayment) await enqueueUnmatchedCancel(tx, unmatchedPayment.id)
}

/** Enqueues the job that cancels an unmatched payment. */
export async function enqueueUnmatchedCancel(tx: Tx, unmatched_payment_id: number): Promise<void> {
  await enqueue(
    tx,
    'cancel_unmatched_payment',
    { unmatched_payment_id },
    { key: `stray:${unmatched_payment_id}` },
  )
}

/**
 * Job handler of `cancel_unmatched_payment`: cancels the payment in full, or opens a manual case if the gateway declines.
 * @throws while the outcome is unknown, so that the job retries.
 */
export async function cancelUnmatchedPayment(
  parts: PaymentDependencies,
  id: number,
): Promise<void> {
  const { db, transact, payments, clock, log } = parts
  const unmatchedPayment = await db
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (unmatchedPayment.status !== 'reserved') return
  const { payment_key, order_id, amount } = unmatchedPayment
  const start = () => startAttempt(parts, { kind: 'stray', id }, `stray-${id}`)
  const readBalance = async () => {
    const read = await payments.getPayment(payment_key)
    if (read.status !== 'done') throw new Error(`Unmatched payment ${id} cannot be read`)
    return read.response.balance_amount
  }

  let balance: number | undefined
  let failure_code: string | null = null
  let attempt = await start()
  if (attempt?.state === 'errored') {
    balance = await readBalance()
    if (balance > 0) {
      await endWithoutEffect(parts, attempt)
      attempt = await start()
    }
  }
  if (balance !== 0) {
    if (attempt?.state !== 'open') throw new Error(`Unmatched payment ${id} is unknown`)
    // The gateway declines a second full cancel, with whichever key (R5).
    const request = { payment_key, reason: unmatchedPaymentReason }
    const result = await payments.cancel(request, attempt.idempotency_key)
    const stored_error = result.status === 'unknown' ? result.stored_error : undefined
    if (stored_error) await recordAttemptError(parts, attempt, stored_error)
    balance = result.status === 'done' ? result.response.balance_amount : await readBalance()
    if (balance !== 0 && result.status !== 'refused')
      throw new Error(`Unmatched payment ${id} is unknown`)
    failure_code = balance !== 0 && result.status === 'refused' ? result.code : null
  }
  const now = clock.now()
  await transact(async (tx) => {
    const closed = await tx
      .updateTable('unmatched_payments')
      .set(
        failure_code
          ? { status: 'refused', failure_code }
          : { status: 'cancelled', cancelled_at: now.toISOString() },
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

/** Returns which of the payments were unmatched and have been cancelled in full; the ledger contains none of them. */
export async function readCancelledUnmatched(
  db: Db,
  payment_keys: readonly string[],
): Promise<Set<string>> {
  if (payment_keys.length === 0) return new Set()
  // An array is one bind parameter; a list of values would exceed the limit of 65,535 parameters.
  const { rows } = await sql<{ payment_key: string }>`
    select payment_key from unmatched_payments
    where status = 'cancelled' and payment_key = any (${payment_keys}::text[])`.execute(db)
  return new Set(rows.map(({ payment_key }) => payment_key))
}
