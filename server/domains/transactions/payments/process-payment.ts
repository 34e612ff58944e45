import type { Tx } from '#server/db/client.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import { fulfilments } from './fulfilment-registry.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from './gateway-attempts.ts'
import { evaluatePayment, paymentMismatchCode, type PaymentOutcome } from './evaluate-payment.ts'
import { postEntry } from '../ledger/ledger.ts'
import { isPending, lockOrder, type OrderRow, readOrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { pointExpiry } from '../points/point-lots.ts'
import { beginAutomaticRefund } from '../refunds/process-refund.ts'
import { recordUnmatchedPayment } from './unmatched-payments.ts'
import { lockWalletById } from '../ledger/wallets.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** How long after an attempt a payment that is nowhere to be found may still come. */
const stragglesFor = 15 * 60_000

/** When an order that is not certain is first looked at again. */
const lookAgainAfter = 5_000

/**
 * Runs the remaining steps of an order: asks the gateway with no transaction open, then closes it. Does nothing to an order
 * that is settled or not being paid. Idempotent, and safe to run concurrently.
 * @returns the order as it is now; if still `unknown`, a job has been enqueued that tries again.
 */
export async function processPayment(parts: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await settle(parts, id)
  if (order.status === 'unknown') {
    const soon = new Date(parts.clock.now().getTime() + lookAgainAfter)
    await parts.transact((tx) => enqueuePaymentProcessing(tx, id, soon))
  }
  return order
}

/** The job: what is not settled yet is looked at again, later and later. */
export async function processPaymentJob(parts: PaymentDependencies, id: number): Promise<void> {
  const order = await settle(parts, id)
  if (isPending(order)) throw new Error(`Order ${id} is ${order.status}`)
}

async function settle(parts: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await readOrderRow(parts.db, id)
  if (!isPending(order)) return order
  const outcome = await askGateway(parts, order)
  return parts.transact((tx) => close(tx, parts, order, outcome))
}

/** Asks for the payment, and reads it unless the answer is certain (P7). */
async function askGateway(parts: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  if (order.status === 'confirming') {
    const outcome = await pay(parts, order)
    if (outcome.fate !== 'unknown') return outcome
  }
  return read(parts, order)
}

/**
 * Asks for the payment by the key of the live attempt. A payment by window whose key holds an error is read first
 * (`endErroredAttempt`); a charge keeps its key, because an order could be charged twice by two of them. If the error stays,
 * the charge fails after `stragglesFor`, and a renewal is tried again by a new order.
 */
async function pay(parts: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const attempt = await startAttempt(parts, subjectOf(order), firstKeyOf(order))
  if (!attempt) return { fate: 'unknown', reason: 'settled meanwhile' }
  if (attempt.state === 'errored' && order.payment_key)
    return { fate: 'unknown', reason: 'stored error' }
  const verdict = await fulfilments[order.kind].pay(parts, order, attempt.idempotency_key)
  if (verdict.fate === 'refused') return { fate: 'failed', code: verdict.code }
  if (verdict.fate === 'done') return judge(parts, order, verdict.answer)
  if (verdict.stored_error) await recordAttemptError(parts, attempt, verdict.stored_error)
  return verdict
}

const subjectOf = ({ id }: OrderRow) => ({ kind: 'order', id }) as const
const firstKeyOf = ({ id, order_id }: OrderRow) => `order-${id}-${order_id}`

async function read(parts: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const { payments, clock } = parts
  const verdict = order.payment_key
    ? await payments.getPayment(order.payment_key)
    : await payments.getPaymentByOrder(order.order_id)
  if (verdict.fate === 'unknown') return verdict
  if (verdict.fate === 'refused') {
    // The window makes a payment before anything is asked of us: one that is not there never was.
    if (order.payment_key) return { fate: 'failed', code: verdict.code }
    const since = clock.now().getTime() - Date.parse(order.confirming_at ?? order.created_at)
    if (since >= stragglesFor) return { fate: 'failed', code: verdict.code }
    return pay(parts, order)
  }
  const outcome = judge(parts, order, verdict.answer)
  // Agreed to in the window and not taken: the request was lost, or answered with an error.
  const isOpen = ['READY', 'IN_PROGRESS'].includes(verdict.answer.status)
  if (outcome.fate !== 'unknown' || !isOpen) return outcome
  // A payment by window is confirmed at most once, whichever key it comes with (R5).
  if (order.payment_key) await endErroredAttempt(parts, order)
  return order.status === 'unknown' ? pay(parts, order) : outcome
}

/** Reading has shown that the payment was not taken: if its attempt holds an error, the next one gets a new key. */
async function endErroredAttempt(parts: PaymentDependencies, order: OrderRow): Promise<void> {
  const attempt = await startAttempt(parts, subjectOf(order), firstKeyOf(order))
  if (attempt?.state === 'errored') await endWithoutEffect(parts, attempt)
}

function judge(
  { payments, log }: PaymentDependencies,
  order: OrderRow,
  payment: Payment,
): PaymentOutcome {
  const outcome = evaluatePayment(order, payment, payments)
  if (outcome.fate === 'failed' && outcome.code === paymentMismatchCode)
    log.error({ order: order.id }, 'payments: payment does not match its order')
  if (payment.status === 'PARTIAL_CANCELED' || payment.status === 'CANCELED')
    log.error({ order: order.id }, 'payments: cancelled before it was recorded')
  return outcome
}

/** Last of the three steps. Whoever comes second finds it done. */
async function close(
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
      .set({ ...set, readings: order.readings + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow() as Promise<OrderRow>
  const { deliver, fail } = fulfilments[order.kind]
  switch (outcome.fate) {
    case 'unknown':
      return update({ status: 'unknown' })
    case 'failed': {
      // P8. Before the order fails: the trigger that ends its attempt looks for it (R5).
      if (outcome.stray) await recordUnmatchedPayment(tx, order, outcome.stray, now)
      const failed = await update({ status: 'failed', failure_code: outcome.code })
      await fail(tx, failed, now, parts)
      return failed
    }
    case 'paid': {
      const { payment } = outcome
      const void_reason = wallet.member_id
        ? await deliver(tx, order, now, parts)
        : ('not_deliverable' as const)
      const paid = await update({ status: 'paid', void_reason, ...slipOf(payment, now) })
      await book(tx, paid, now)
      // P8
      if (void_reason) await beginAutomaticRefund(tx, paid, now)
      return paid
    }
  }
}

const slipOf = (payment: Payment, now: Date) => ({
  payment_key: payment.payment_key,
  paid_at: new Date(payment.approved_at ?? now).toISOString(),
  card: payment.card?.number ?? null,
  approval_number: payment.card?.approval_number ?? null,
  receipt_url: payment.receipt_url,
})

/** The entry of a card payment: what the gateway took, and the points that were bought with it (L8). */
async function book(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { amount, kind, point_amount, point_bonus } = order
  const isPoints = kind === 'points' && !order.void_reason && point_amount !== null
  const bonus = isPoints ? (point_bonus ?? 0) : 0
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
        { unit: 'won', debit: 'gateway', credit: isPoints ? 'prepaid' : 'sales', amount },
        ...(isPoints
          ? [{ unit: 'paid', debit: 'issued', credit: 'wallet', amount: point_amount } as const]
          : []),
        ...(bonus > 0
          ? [{ unit: 'event', debit: 'granted', credit: 'wallet', amount: bonus } as const]
          : []),
      ],
      lots: [
        ...(isPoints
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

/** Longer than the gateway is waited for: after it, whoever began has died. */
const lostAfter = 45_000

/**
 * First of the three steps (rule 4): commits the intent to have an order paid, before the gateway is asked (P3), and
 * puts in the job that runs the rest should this process die. Whoever calls holds the locks of wallet and order.
 * @param payment_key of the window; null for a charge of a registered card.
 */
export async function beginPayment(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  payment_key: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'confirming', confirming_at: now.toISOString(), payment_key })
    .where('id', '=', order.id)
    .execute()
  await enqueuePaymentProcessing(tx, order.id, new Date(now.getTime() + lostAfter))
}

/** Has an order settled by a job, now or at `run_at`. */
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
