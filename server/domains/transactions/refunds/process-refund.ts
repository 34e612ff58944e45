import type { Tx } from '#server/db/client.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from '../payments/gateway-attempts.ts'
import { postEntry } from '../ledger/ledger.ts'
import { openManualCase } from '../reconciliation/manual-cases.ts'
import { lockOrder, type OrderRow, readOrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { reversals } from './reversals.ts'
import { type RefundRow } from './refunds.ts'
import { lockWalletById } from '../ledger/wallets.ts'
import type { RefundEligibility } from '#contract/transactions/transactions.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** When a refund that is not certain is first looked at again. */
const lookAgainAfter = 5_000

/** How a cancel went, as far as that is certain. */
type Outcome = { fate: 'done' } | { fate: 'refused'; code: string } | { fate: 'unknown' }

/**
 * Runs the remaining steps of a refund: asks the gateway with no transaction open, then closes it (R4). Idempotent, and safe
 * to run concurrently.
 * @returns whether the refund is settled or failed; if not, a job has been enqueued that tries again.
 */
export async function processRefund(parts: PaymentDependencies, id: number): Promise<boolean> {
  const isClosed = await settle(parts, id)
  if (!isClosed) {
    const soon = new Date(parts.clock.now().getTime() + lookAgainAfter)
    await parts.transact((tx) => enqueueRefundProcessing(tx, id, soon))
  }
  return isClosed
}

/** The job: tries a refund that is not settled again, later and later. @throws while the outcome is not certain. */
export async function processRefundJob(parts: PaymentDependencies, id: number): Promise<void> {
  if (!(await settle(parts, id))) throw new Error(`Refund ${id} is unknown`)
}

async function settle(parts: PaymentDependencies, id: number): Promise<boolean> {
  const refund = (await parts.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RefundRow
  if (refund.status !== 'reserved') return true
  const order = await readOrderRow(parts.db, refund.order_id)
  const outcome = await cancel(parts, order, refund)
  if (outcome.fate === 'unknown') return false
  const code = outcome.fate === 'refused' ? outcome.code : null
  await parts.transact((tx) => completeRefund(tx, parts, refund, code))
  return true
}

/**
 * Cancels by the key of the live attempt, and reads the payment unless the answer is certain (P7). An attempt that was
 * answered with an error ends once the payment shows that it had no effect; the next one has a new key (R5).
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
  /** Whether the cancel has been carried out: an order has one refund at a time. Undefined if the gateway does not say. */
  const readIsDone = async () => {
    const read = await payments.getPayment(payment_key)
    return read.fate === 'done' ? read.answer.balance_amount === left - refund.won : undefined
  }

  let attempt = await start()
  if (attempt?.state === 'errored') {
    const isDone = await readIsDone()
    if (isDone !== false) return { fate: isDone ? 'done' : 'unknown' }
    await endWithoutEffect(parts, attempt)
    attempt = await start()
  }
  // Another process has settled it, or found an error again.
  if (attempt?.state !== 'open') return { fate: 'unknown' }
  // The gateway compares `refundable_amount`: if an earlier attempt takes effect after all, it refuses this one.
  const request = {
    ...{ payment_key, reason: refund.title, amount: refund.won },
    refundable_amount: left,
  }
  const verdict = await payments.cancel(request, attempt.idempotency_key)
  if (verdict.fate === 'done') return verdict
  const stored_error = verdict.fate === 'unknown' ? verdict.stored_error : undefined
  if (stored_error) await recordAttemptError(parts, attempt, stored_error)
  const isDone = await readIsDone()
  if (isDone) return { fate: 'done' }
  if (isDone === false && verdict.fate === 'refused') return verdict
  return { fate: 'unknown' }
}

/**
 * Last of the three steps. Whoever comes second finds it done. @param failure_code the gateway's refusal, by which what was
 * taken back is handed out again.
 */
export async function completeRefund(
  tx: Tx,
  { clock, log }: Pick<PaymentDependencies, 'clock' | 'log'>,
  refund: RefundRow,
  failure_code: string | null,
): Promise<void> {
  const now = clock.now()
  const { id, wallet_id, order_id, kind, won, event_point, paid_point } = refund
  const { member_id } = await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, order_id)
  const closed = await tx
    .updateTable('refunds')
    .set(
      failure_code
        ? { status: 'failed', failure_code }
        : { status: 'settled', settled_at: now.toISOString() },
    )
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) return
  const { post, restore } = refund.reason === 'void' ? inVain : reversals[kind]
  if (failure_code) {
    log.error({ refund: id, failure_code }, 'payments: refund declined by the gateway')
    // Who left does not watch by it any more.
    const is_his =
      !(kind === 'subscription' && member_id === null) && (await restore(tx, refund, now))
    // Nobody is there to ask for it again, or there is nothing to ask it for.
    if (refund.reason !== 'requested' || member_id === null || !is_his) {
      const payment_key = order.payment_key ?? ''
      await openManualCase(
        tx,
        order,
        { kind: 'refund', payment_key, amount: won, failure_code },
        now,
      )
    }
    return
  }
  const amount = order.payment_method === 'card' ? won : event_point + paid_point
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

/** Nothing was handed out for it (P8). */
const inVain = {
  async post(tx: Tx, refund: RefundRow, reverses: number, now: Date): Promise<void> {
    const { id, wallet_id, order_id, title, won } = refund
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount: won }] as const
    await postEntry(
      tx,
      { kind: 'refund', wallet_id, title, order_id, reverses, source, moves },
      now,
    )
  },
  restore: async () => true,
}

/** The entry by which an order was booked. */
async function entryOf(tx: Tx, order_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_type', '=', 'order')
    .where('source_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return id
}

/** Longer than the gateway is waited for: after it, whoever began has died. */
const lostAfter = 45_000

/**
 * First of the three steps of a refund (R4): takes back what was handed out, and commits the intent before the gateway is
 * asked (P3), with the job that runs the rest should this process die. Wallet and order are locked.
 */
export async function beginRefund(
  tx: Tx,
  order: OrderRow,
  { won, event_point, paid_point }: Pick<RefundEligibility, 'won' | 'event_point' | 'paid_point'>,
  { reason, now }: { reason: 'requested' | 'staff' | 'withdrawal'; now: Date },
): Promise<RefundRow> {
  const refund = await insertRefund(tx, order, { reason, won, event_point, paid_point, now })
  await reversals[order.kind].revoke(tx, refund, now)
  // One that leaves is not there to wait for it.
  const run_at = reason === 'withdrawal' ? undefined : new Date(now.getTime() + lostAfter)
  await enqueueRefundProcessing(tx, refund.id, run_at)
  return refund
}

/** P8: sets out to give back what was paid and cannot be handed out, in the transaction that books it. */
export async function beginAutomaticRefund(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const amounts = { won: order.amount, event_point: 0, paid_point: 0 }
  const { id } = await insertRefund(tx, order, { reason: 'void', ...amounts, now })
  await enqueueRefundProcessing(tx, id)
}

async function insertRefund(
  tx: Tx,
  { id: order_id, wallet_id, kind, title }: OrderRow,
  {
    now,
    ...columns
  }: Pick<RefundRow, 'reason' | 'won' | 'event_point' | 'paid_point'> & {
    now: Date
  },
): Promise<RefundRow> {
  return (await tx
    .insertInto('refunds')
    .values({ wallet_id, order_id, kind, title, ...columns, requested_at: now.toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()) as RefundRow
}

/** Has a refund settled by a job, now or at `run_at`. */
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
