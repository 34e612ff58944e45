import type { Tx } from '#server/db/client.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from '../payments/gateway-attempts.ts'
import { postEntry } from '../ledger/ledger.ts'
import { openManualCase } from '../reconciliation/manual-case-queries.ts'
import { lockOrder, readOrderRow } from '../orders/order-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { reversals } from './reversals.ts'
import { type RefundRow } from './refunds.ts'
import { lockWalletById } from '../ledger/wallets.ts'
import type { RefundEligibility } from '#contract/transactions/transactions.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** Delay in ms before a refund of unknown outcome is first retried. */
const firstRetryDelayMs = 5_000

/** Outcome of a cancel request. */
type Outcome = { status: 'done' } | { status: 'refused'; code: string } | { status: 'unknown' }

/**
 * Runs the remaining steps of a refund: calls the gateway outside any transaction, then completes the refund (R4).
 * Idempotent, and safe to run concurrently.
 * @returns whether the refund is settled or failed; otherwise a retry job has been enqueued.
 */
export async function processRefund(parts: PaymentDependencies, id: number): Promise<boolean> {
  const isClosed = await runSteps(parts, id)
  if (!isClosed) {
    const retryAt = new Date(parts.clock.now().getTime() + firstRetryDelayMs)
    await parts.transact((tx) => enqueueRefundProcessing(tx, id, retryAt))
  }
  return isClosed
}

/** Job handler of `process_refund`. @throws while the outcome is unknown, so that the job backs off and retries. */
export async function processRefundJob(parts: PaymentDependencies, id: number): Promise<void> {
  if (!(await runSteps(parts, id))) throw new Error(`Refund ${id} is unknown`)
}

async function runSteps(parts: PaymentDependencies, id: number): Promise<boolean> {
  const refund = (await parts.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RefundRow
  if (refund.status !== 'reserved') return true
  const order = await readOrderRow(parts.db, refund.order_id)
  const outcome = await cancel(parts, order, refund)
  if (outcome.status === 'unknown') return false
  const code = outcome.status === 'refused' ? outcome.code : null
  await parts.transact((tx) => completeRefund(tx, parts, refund, code))
  return true
}

/**
 * Cancels with the key of the live attempt, and reads the payment unless the response is conclusive (P7). An attempt with
 * a stored error ends once a read shows that it had no effect; the next attempt gets a new key (R5).
 */
async function cancel(
  parts: PaymentDependencies,
  order: OrderRow,
  refund: RefundRow,
): Promise<Outcome> {
  const { payments } = parts
  const payment_key = order.payment_key ?? ''
  const left = order.amount - order.cancelled_amount
  const start = () => startAttempt(parts, { kind: 'refund', id: refund.id }, `refund-${refund.id}`)
  /**
   * Whether the cancel took effect, by the payment's balance: an order has one refund at a time. Undefined if the gateway
   * does not answer.
   */
  const readIsDone = async () => {
    const read = await payments.getPayment(payment_key)
    return read.status === 'done' ? read.answer.balance_amount === left - refund.amount : undefined
  }

  let attempt = await start()
  if (attempt?.state === 'errored') {
    const isDone = await readIsDone()
    if (isDone !== false) return { status: isDone ? 'done' : 'unknown' }
    await endWithoutEffect(parts, attempt)
    attempt = await start()
  }
  // Another process has completed the refund, or its attempt already stored another error.
  if (attempt?.state !== 'open') return { status: 'unknown' }
  // The gateway compares `refundable_amount` and rejects this request if an earlier attempt took effect after all.
  const request = {
    ...{ payment_key, reason: refund.title, amount: refund.amount },
    refundable_amount: left,
  }
  const result = await payments.cancel(request, attempt.idempotency_key)
  if (result.status === 'done') return result
  const stored_error = result.status === 'unknown' ? result.stored_error : undefined
  if (stored_error) await recordAttemptError(parts, attempt, stored_error)
  const isDone = await readIsDone()
  if (isDone) return { status: 'done' }
  if (isDone === false && result.status === 'refused') return result
  return { status: 'unknown' }
}

/**
 * Third step of a refund: posts or fails it. Idempotent.
 * @param failure_code the gateway's decline, on which the revoked item is restored; null if the money was refunded.
 */
export async function completeRefund(
  tx: Tx,
  { clock, log }: Pick<PaymentDependencies, 'clock' | 'log'>,
  refund: RefundRow,
  failure_code: string | null,
): Promise<void> {
  const now = clock.now()
  const { id, wallet_id, order_id, kind, amount: refunded, event_point, paid_point } = refund
  const { member_id } = await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, order_id)
  const closed = await tx
    .updateTable('refunds')
    .set(
      failure_code
        ? { status: 'failed', failure_code }
        : { status: 'settled', succeeded_at: now.toISOString() },
    )
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) return
  const { post, restore } = refund.reason === 'void' ? undelivered : reversals[kind]
  if (failure_code) {
    log.error({ refund: id, failure_code }, 'payments: refund declined by the gateway')
    // A subscription is not restored once its member has deleted the account.
    const isRestored =
      !(kind === 'subscription' && member_id === null) && (await restore(tx, refund, now))
    // Without a member who could request the refund again, or without an item to refund, an operator has to act.
    if (refund.reason !== 'requested' || member_id === null || !isRestored) {
      const payment_key = order.payment_key ?? ''
      await openManualCase(
        tx,
        order,
        { kind: 'refund', payment_key, amount: refunded, failure_code },
        now,
      )
    }
    return
  }
  const amount = order.payment_method === 'card' ? refunded : event_point + paid_point
  const cancelled_amount = order.cancelled_amount + amount
  await tx
    .updateTable('orders')
    .set({
      cancelled_amount,
      status: cancelled_amount === order.amount ? 'cancelled' : 'partly_cancelled',
    })
    .where('id', '=', order_id)
    .execute()
  await post(tx, refund, await entryOf(tx, order_id), now)
}

/** Reversal of an order that was paid but never delivered (P8). */
const undelivered = {
  async post(tx: Tx, refund: RefundRow, reverses_entry_id: number, now: Date): Promise<void> {
    const { id, wallet_id, order_id, title, amount } = refund
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount }] as const
    await postEntry(
      tx,
      { kind: 'refund', wallet_id, title, order_id, reverses_entry_id, source, moves },
      now,
    )
  },
  restore: async () => true,
}

/** Finds the ledger entry that posted an order. */
async function entryOf(tx: Tx, order_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_type', '=', 'order')
    .where('source_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return id
}

/** Longer than the gateway timeout, in ms: after it, the process that began the refund has died. */
const abandonedAfterMs = 45_000

/**
 * First step of a refund (R4): revokes the delivered item and records the intent before the gateway is called (P3), with a
 * job that runs the remaining steps if this process dies. The caller holds the locks of wallet and order.
 */
export async function beginRefund(
  tx: Tx,
  order: OrderRow,
  {
    amount,
    event_point,
    paid_point,
  }: Pick<RefundEligibility, 'amount' | 'event_point' | 'paid_point'>,
  { reason, now }: { reason: 'requested' | 'staff' | 'withdrawal'; now: Date },
): Promise<RefundRow> {
  const refund = await insertRefund(tx, order, { reason, amount, event_point, paid_point, now })
  await reversals[order.kind].revoke(tx, refund, now)
  // On account deletion no request waits for the refund, so the job runs at once.
  const run_at = reason === 'withdrawal' ? undefined : new Date(now.getTime() + abandonedAfterMs)
  await enqueueRefundProcessing(tx, refund.id, run_at)
  return refund
}

/** Begins the refund of a paid order that cannot be delivered (P8), in the transaction that posts the payment. */
export async function beginAutomaticRefund(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const amounts = { amount: order.amount, event_point: 0, paid_point: 0 }
  const { id } = await insertRefund(tx, order, { reason: 'void', ...amounts, now })
  await enqueueRefundProcessing(tx, id)
}

async function insertRefund(
  tx: Tx,
  { id: order_id, wallet_id, kind, title }: OrderRow,
  {
    now,
    ...columns
  }: Pick<RefundRow, 'reason' | 'amount' | 'event_point' | 'paid_point'> & {
    now: Date
  },
): Promise<RefundRow> {
  return (await tx
    .insertInto('refunds')
    .values({ wallet_id, order_id, kind, title, ...columns, requested_at: now.toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()) as RefundRow
}

/** Enqueues the job that processes a refund, now or at `run_at`. */
export async function enqueueRefundProcessing(
  tx: Tx,
  refund_id: number,
  run_at?: Date,
): Promise<void> {
  await enqueue(
    tx,
    'process_refund',
    { refund_id },
    { key: `refund:${refund_id}`, ...(run_at ? { run_at } : {}) },
  )
}
