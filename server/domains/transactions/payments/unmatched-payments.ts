import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { unmatchedPaymentReason } from '../orders/orders.copy.ts'
import { openManualCase } from '../reconciliation/reconciliation-queries.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from './gateway-attempts.ts'
import {
  closeUnmatchedPayment,
  insertUnmatchedPayment,
  readUnmatchedPayment,
} from './payment-queries.ts'

/**
 * Records an unmatched payment: it names an order but differs from it in amount, currency or merchant. Runs in the
 * transaction that fails the order. The payment is never posted to the ledger; a job cancels it at once.
 */
export async function recordUnmatchedPayment(
  tx: Tx,
  order_id: number,
  { payment_key, balance_amount }: Payment,
  now: Date,
): Promise<void> {
  const amount = Math.ceil(balance_amount)
  const payment = { order_id, payment_key, amount, detected_at: now.toISOString() }
  const inserted = await insertUnmatchedPayment(tx, payment)
  if (inserted) await enqueueUnmatchedCancel(tx, inserted.id)
}

/** Enqueues the job that cancels an unmatched payment. */
export async function enqueueUnmatchedCancel(tx: Tx, unmatched_payment_id: number): Promise<void> {
  const key = `unmatched:${unmatched_payment_id}`
  await enqueue(tx, 'cancel_unmatched_payment', { unmatched_payment_id }, { key })
}

/**
 * Job handler of `cancel_unmatched_payment`: cancels the payment in full, or opens a manual case if the gateway declines.
 * @throws while the outcome is unknown, so that the job retries.
 */
export async function cancelUnmatchedPayment(deps: PaymentDependencies, id: number): Promise<void> {
  const { db, transact, payments, clock, log } = deps
  const { status, payment_key, order_id, amount } = await readUnmatchedPayment(db, id)
  if (status !== 'pending') return
  const start = () => startAttempt(deps, { kind: 'unmatched', id }, `unmatched-${id}`)
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
      await endWithoutEffect(deps, attempt)
      attempt = await start()
    }
  }
  if (balance !== 0) {
    if (attempt?.state !== 'open') throw new Error(`Unmatched payment ${id} is unknown`)
    // The gateway declines a second full cancel, with whichever key.
    const request = { payment_key, reason: unmatchedPaymentReason }
    const result = await payments.cancel(request, attempt.idempotency_key)
    const stored_error = result.status === 'unknown' ? result.stored_error : undefined
    if (stored_error) await recordAttemptError(deps, attempt, stored_error)
    balance = result.status === 'done' ? result.response.balance_amount : await readBalance()
    if (balance !== 0 && result.status !== 'refused')
      throw new Error(`Unmatched payment ${id} is unknown`)
    failure_code = balance !== 0 && result.status === 'refused' ? result.code : null
  }
  const now = clock.now()
  await transact(async (tx) => {
    const isClosed = await closeUnmatchedPayment(
      tx,
      id,
      failure_code
        ? { status: 'refused', failure_code }
        : { status: 'cancelled', cancelled_at: now.toISOString() },
    )
    if (!isClosed || !failure_code) return
    log.error(
      { unmatched_payment: id, failure_code },
      'payments: unmatched payment could not be cancelled',
    )
    const details = { kind: 'payment', payment_key, amount, failure_code } as const
    await openManualCase(tx, { id: order_id }, details, now)
  })
}
