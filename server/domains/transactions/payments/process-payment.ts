import type { Tx } from '#server/db/client.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import { fulfilments } from './fulfilment-registry.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from './gateway-attempts.ts'
import { evaluatePayment, paymentMismatchCode, type PaymentOutcome } from './evaluate-payment.ts'
import { postEntry } from '../ledger/ledger-queries.ts'
import { isPending, lockOrder, type OrderRow, readOrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { pointExpiry } from '../points/point-lots.ts'
import { beginRefund } from '../refunds/refund-order.ts'
import { recordUnmatchedPayment } from './unmatched-payments.ts'
import { lockWalletById } from '../ledger/wallet-queries.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** Time in ms for which a charge that the gateway does not find may still appear. */
const lateChargeMs = 15 * 60_000

/** Delay in ms before an order of unknown outcome is first retried. */
const firstRetryDelayMs = 5_000

/**
 * Runs the remaining steps of a payment: calls the gateway outside any transaction, then completes the order. An order that
 * is not pending is unchanged. Idempotent, and safe to run concurrently.
 * @returns the current order; if it is `unknown`, a retry job has been enqueued.
 */
export async function processPayment(parts: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await runSteps(parts, id)
  if (order.status === 'unknown') {
    const retryAt = new Date(parts.clock.now().getTime() + firstRetryDelayMs)
    await parts.transact((tx) => enqueuePaymentProcessing(tx, id, retryAt))
  }
  return order
}

/** Job handler of `process_payment`. @throws while the order is pending, so that the job backs off and retries. */
export async function processPaymentJob(parts: PaymentDependencies, id: number): Promise<void> {
  const order = await runSteps(parts, id)
  if (isPending(order)) throw new Error(`Order ${id} is ${order.status}`)
}

async function runSteps(parts: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await readOrderRow(parts.db, id)
  if (!isPending(order)) return order
  const outcome = await requestOutcome(parts, order)
  return parts.transact((tx) => completePayment(tx, parts, order, outcome))
}

/** Requests the payment, and reads it unless the response is conclusive (P7). */
async function requestOutcome(
  parts: PaymentDependencies,
  order: OrderRow,
): Promise<PaymentOutcome> {
  if (order.status === 'confirming') {
    const outcome = await pay(parts, order)
    if (outcome.status !== 'unknown') return outcome
  }
  return read(parts, order)
}

/**
 * Requests the payment with the key of the live attempt. A window payment with a stored error is read first (see
 * `endErroredAttempt`). A charge of a registered card keeps its key, because two keys could charge an order twice; if the
 * error persists, the charge fails after `lateChargeMs`, and a renewal is retried with a new order.
 */
async function pay(parts: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const attempt = await startAttempt(parts, subjectOf(order), firstKeyOf(order))
  if (!attempt) return { status: 'unknown', reason: 'settled meanwhile' }
  if (attempt.state === 'errored' && order.payment_key)
    return { status: 'unknown', reason: 'stored error' }
  const result = await fulfilments[order.kind].pay(parts, order, attempt.idempotency_key)
  if (result.status === 'refused') return { status: 'failed', code: result.code }
  if (result.status === 'done') return evaluateAndLog(parts, order, result.response)
  if (result.stored_error) await recordAttemptError(parts, attempt, result.stored_error)
  return result
}

const subjectOf = ({ id }: OrderRow) => ({ kind: 'order', id }) as const
const firstKeyOf = ({ id, order_id }: OrderRow) => `order-${id}-${order_id}`

async function read(parts: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const { payments, clock } = parts
  const result = order.payment_key
    ? await payments.getPayment(order.payment_key)
    : await payments.getPaymentByOrder(order.order_id)
  if (result.status === 'unknown') return result
  if (result.status === 'refused') {
    // The window creates the payment before it redirects to us, so a missing payment never existed.
    if (order.payment_key) return { status: 'failed', code: result.code }
    const since =
      clock.now().getTime() - Date.parse(order.processing_started_at ?? order.created_at)
    if (since >= lateChargeMs) return { status: 'failed', code: result.code }
    return pay(parts, order)
  }
  const outcome = evaluateAndLog(parts, order, result.response)
  // The payment is authorized but not confirmed: the confirm request was lost or returned an error.
  const isOpen = ['READY', 'IN_PROGRESS'].includes(result.response.status)
  if (outcome.status !== 'unknown' || !isOpen) return outcome
  // The gateway confirms a window payment at most once, with whichever key (R5).
  if (order.payment_key) await endErroredAttempt(parts, order)
  return order.status === 'unknown' ? pay(parts, order) : outcome
}

/** Called after a read has shown that no money was taken: ends an errored attempt, so that the next gets a new key. */
async function endErroredAttempt(parts: PaymentDependencies, order: OrderRow): Promise<void> {
  const attempt = await startAttempt(parts, subjectOf(order), firstKeyOf(order))
  if (attempt?.state === 'errored') await endWithoutEffect(parts, attempt)
}

function evaluateAndLog(
  { payments, log }: PaymentDependencies,
  order: OrderRow,
  payment: Payment,
): PaymentOutcome {
  const outcome = evaluatePayment(order, payment, payments)
  if (outcome.status === 'failed' && outcome.code === paymentMismatchCode)
    log.error({ order: order.id }, 'payments: payment does not match its order')
  if (payment.status === 'PARTIAL_CANCELED' || payment.status === 'CANCELED')
    log.error({ order: order.id }, 'payments: cancelled before it was recorded')
  return outcome
}

/** Third step of a payment: posts or fails the order. Idempotent. */
async function completePayment(
  tx: Tx,
  parts: PaymentDependencies,
  { id, wallet_id }: OrderRow,
  outcome: PaymentOutcome,
): Promise<OrderRow> {
  const wallet = await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, id)
  if (!isPending(order)) return order
  const now = parts.clock.now()
  const update = (set: Partial<OrderRow>) =>
    tx
      .updateTable('orders')
      .set({ ...set, status_checks: order.status_checks + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow() as Promise<OrderRow>
  const { deliver, fail } = fulfilments[order.kind]
  switch (outcome.status) {
    case 'unknown':
      return update({ status: 'unknown' })
    case 'failed': {
      // Insert it before the order fails: the trigger that ends the attempt looks for it (P8, R5).
      if (outcome.stray) await recordUnmatchedPayment(tx, order, outcome.stray, now)
      const failed = await update({ status: 'failed', failure_code: outcome.code })
      await fail(tx, failed, now, parts)
      return failed
    }
    case 'paid': {
      const { payment } = outcome
      const undeliverable_reason = wallet.member_id
        ? await deliver(tx, order, now, parts)
        : ('not_deliverable' as const)
      const paid = await update({
        status: 'paid',
        undeliverable_reason,
        ...paymentColumns(payment, now),
      })
      await postPayment(tx, paid, now)
      const refunded = { amount: paid.amount, event_point: 0, paid_point: 0 }
      if (undeliverable_reason) await beginRefund(tx, paid, refunded, { reason: 'void', now })
      return paid
    }
  }
}

const paymentColumns = (payment: Payment, now: Date) => ({
  payment_key: payment.payment_key,
  paid_at: new Date(payment.approved_at ?? now).toISOString(),
  card: payment.card?.number ?? null,
  approval_number: payment.card?.approval_number ?? null,
  receipt_url: payment.receipt_url,
})

/** Posts the ledger entry of a card payment, with the points bought by a top-up (L8). */
async function postPayment(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { amount, kind, point_amount, point_bonus } = order
  const isTopUp = kind === 'points' && !order.undeliverable_reason && point_amount !== null
  const bonus = isTopUp ? (point_bonus ?? 0) : 0
  await postEntry(
    tx,
    {
      wallet_id: order.wallet_id,
      kind: ({ episode: 'purchase', points: 'top_up', subscription: 'subscription' } as const)[
        kind
      ],
      source: { type: 'order', id: order.id },
      title: order.title,
      order_id: order.id,
      moves: [
        { unit: 'won', debit: 'gateway', credit: isTopUp ? 'prepaid' : 'sales', amount },
        ...(isTopUp
          ? [{ unit: 'paid', debit: 'issued', credit: 'wallet', amount: point_amount } as const]
          : []),
        ...(bonus > 0
          ? [{ unit: 'event', debit: 'granted', credit: 'wallet', amount: bonus } as const]
          : []),
      ],
      lots: [
        ...(isTopUp
          ? [{ kind: 'paid' as const, amount: point_amount, expires_at: pointExpiry('paid', now) }]
          : []),
        ...(bonus > 0
          ? [{ kind: 'event' as const, amount: bonus, expires_at: pointExpiry('event', now) }]
          : []),
      ],
    },
    now,
  )
}

/** Longer than the gateway timeout, in ms: after it, the process that began the payment has died. */
const abandonedAfterMs = 45_000

/**
 * First step of a payment: records the intent before the gateway is called (P3) and enqueues a job that runs the remaining
 * steps if this process dies. The caller holds the locks of wallet and order.
 * @param payment_key from the payment window; null for a charge of a registered card.
 */
export async function beginPayment(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  payment_key: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'confirming', processing_started_at: now.toISOString(), payment_key })
    .where('id', '=', order.id)
    .execute()
  await enqueuePaymentProcessing(tx, order.id, new Date(now.getTime() + abandonedAfterMs))
}

/** Enqueues the job that processes a payment, now or at `run_at`. */
export async function enqueuePaymentProcessing(
  tx: Tx,
  order_id: number,
  run_at?: Date,
): Promise<void> {
  await enqueue(
    tx,
    'process_payment',
    { order_id },
    { key: `order:${order_id}`, ...(run_at ? { run_at } : {}) },
  )
}
