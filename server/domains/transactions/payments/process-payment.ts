import type { Fulfilment } from './order-fulfilment.ts'
import { subscriptionFulfilment } from '../subscriptions/billing/charge-outcome.ts'
import { fulfilEpisodeOrder } from '../entitlements/purchases.ts'
import type { OrderKind } from '#contract/transactions/transactions.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { type NewPointLot, postEntry } from '../ledger/ledger-queries.ts'
import { lockWalletById } from '../ledger/wallet-queries.ts'
import {
  lockOrder,
  markOrderConfirming,
  readOrderRow,
  updateOrder,
} from '../orders/order-queries.ts'
import { isPending, type OrderRow } from '../orders/orders.ts'
import { pointExpiry } from '../points/point-lots.ts'
import { beginRefund } from '../refunds/refund-order.ts'
import { evaluatePayment, paymentMismatchCode, type PaymentOutcome } from './evaluate-payment.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from './gateway-attempts.ts'
import { notifyOfPayment } from './payment-emails.ts'
import { abandonedAfterMs, chargeAbandonedAfterMs, firstRetryDelayMs } from './processing-time.ts'
import { recordUnmatchedPayment } from './unmatched-payments.ts'

const windowPayment: Pick<Fulfilment, 'pay' | 'fail'> = {
  pay: ({ payments }, { payment_key, order_id, amount }, key) =>
    payments.confirm({ payment_key: payment_key ?? '', order_id, amount }, key),
  fail: async () => {},
}

const fulfilments: Readonly<Record<OrderKind, Fulfilment>> = {
  episode: { ...windowPayment, deliver: fulfilEpisodeOrder },
  // The ledger entry of the payment creates the lots.
  points: { ...windowPayment, deliver: async () => null },
  subscription: subscriptionFulfilment,
}

/**
 * First step of a payment: records the intent before the gateway is called and enqueues a job that runs the remaining
 * steps if this process dies. The caller holds the locks of wallet and order.
 * @param payment_key from the payment window; null for a charge of a registered card.
 */
export async function beginPayment(
  tx: Tx,
  deps: Pick<PaymentDependencies, 'payments'>,
  order_id: number,
  payment_key: string | null,
  now: Date,
): Promise<void> {
  await markOrderConfirming(tx, order_id, payment_key, now)
  const limit = payment_key === null ? chargeAbandonedAfterMs(deps) : abandonedAfterMs(deps)
  await enqueuePaymentProcessing(tx, order_id, new Date(now.getTime() + limit))
}

/** Enqueues the job that processes a payment, now or at `run_at`. */
export async function enqueuePaymentProcessing(tx: Tx, order_id: number, run_at?: Date) {
  const options = { key: `order:${order_id}`, ...(run_at ? { run_at } : {}) }
  await enqueue(tx, 'process_payment', { order_id }, options)
}

/**
 * Runs the remaining steps of a payment: calls the gateway outside any transaction, then completes the order. An order that
 * is not pending is unchanged. Idempotent, and safe to run concurrently.
 * @returns the current order; if it is `unknown`, a retry job has been enqueued.
 */
export async function processPayment(deps: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await runSteps(deps, id)
  if (order.status === 'unknown') {
    const retryAt = new Date(deps.clock.now().getTime() + firstRetryDelayMs)
    await deps.transact((tx) => enqueuePaymentProcessing(tx, id, retryAt))
  }
  return order
}

/** Job handler of `process_payment`. @throws while the order is pending, so that the job backs off and retries. */
export async function processPaymentJob(deps: PaymentDependencies, id: number): Promise<void> {
  const order = await runSteps(deps, id)
  if (isPending(order)) throw new Error(`Order ${id} is ${order.status}`)
}

async function runSteps(deps: PaymentDependencies, id: number): Promise<OrderRow> {
  const order = await readOrderRow(deps.db, id)
  if (!isPending(order)) return order
  // The payment is read unless the response to the request is conclusive.
  const paid = order.status === 'confirming' ? await pay(deps, order) : null
  const outcome = paid && paid.status !== 'unknown' ? paid : await read(deps, order)
  return deps.transact((tx) => completePayment(tx, deps, order, outcome))
}

/** Time in ms for which a charge that the gateway does not find may still appear. */
const lateChargeMs = 15 * 60_000

/**
 * Requests the payment with the key of the live attempt. A window payment with a stored error is read first. A charge of a registered
 * card keeps its key, because two keys could charge an order twice; if the error persists, the charge fails after
 * `lateChargeMs`, and a renewal is retried with a new order.
 */
async function pay(deps: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const attempt = await startPaymentAttempt(deps, order)
  if (!attempt) return { status: 'unknown', reason: 'settled meanwhile' }
  if (attempt.state === 'errored' && order.payment_key)
    return { status: 'unknown', reason: 'stored error' }
  const result = await fulfilments[order.kind].pay(deps, order, attempt.idempotency_key)
  if (result.status === 'refused') return { status: 'failed', code: result.code }
  if (result.status === 'done') return evaluateAndLog(deps, order, result.response)
  if (result.stored_error) await recordAttemptError(deps, attempt, result.stored_error)
  return result
}

const startPaymentAttempt = (deps: PaymentDependencies, { id, order_id }: OrderRow) =>
  startAttempt(deps, { kind: 'order', id }, `order-${id}-${order_id}`)

/** Reads the payment, and requests it again if no earlier request took effect. */
async function read(deps: PaymentDependencies, order: OrderRow): Promise<PaymentOutcome> {
  const { payments, clock } = deps
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
    return pay(deps, order)
  }
  const outcome = evaluateAndLog(deps, order, result.response)
  // The payment is authorized but not confirmed: the confirm request was lost or returned an error.
  const isOpen = ['READY', 'IN_PROGRESS'].includes(result.response.status)
  if (outcome.status !== 'unknown' || !isOpen) return outcome
  if (order.payment_key) {
    // No money was taken, so an errored attempt had no effect, and the next one gets a new key. The gateway confirms a
    // window payment at most once, with whichever key.
    const attempt = await startPaymentAttempt(deps, order)
    if (attempt?.state === 'errored') await endWithoutEffect(deps, attempt)
  }
  return order.status === 'unknown' ? pay(deps, order) : outcome
}

function evaluateAndLog({ payments, log }: PaymentDependencies, order: OrderRow, payment: Payment) {
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
  deps: PaymentDependencies,
  { id, wallet_id }: OrderRow,
  outcome: PaymentOutcome,
): Promise<OrderRow> {
  const wallet = await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, id)
  if (!isPending(order)) return order
  const now = deps.clock.now()
  const update = (values: Partial<OrderRow>) =>
    updateOrder(tx, id, { ...values, status_checks: order.status_checks + 1 })
  const { deliver, fail } = fulfilments[order.kind]
  switch (outcome.status) {
    case 'unknown':
      return update({ status: 'unknown' })
    case 'failed': {
      // Insert it before the order fails: the trigger that ends the attempt looks for it.
      if (outcome.unmatched) await recordUnmatchedPayment(tx, id, outcome.unmatched, now)
      const failed = await update({ status: 'failed', failure_code: outcome.code })
      await fail(tx, failed, now, deps)
      return failed
    }
    case 'paid': {
      const { payment } = outcome
      const undeliverable_reason = wallet.member_id
        ? await deliver(tx, order, now, deps)
        : ('not_deliverable' as const)
      const paid = await update({
        status: 'paid',
        undeliverable_reason,
        payment_key: payment.payment_key,
        paid_at: new Date(payment.approved_at ?? now).toISOString(),
        card: payment.card?.number ?? null,
        approval_number: payment.card?.approval_number ?? null,
        receipt_url: payment.receipt_url,
      })
      await postPayment(tx, paid, now)
      const refunded = { amount: paid.amount, event_point: 0, paid_point: 0 }
      if (undeliverable_reason)
        await beginRefund(tx, paid, refunded, { reason: 'undeliverable', now })
      else if (paid.kind !== 'subscription')
        await notifyOfPayment(tx, paid, { now, site_url: deps.site_url })
      return paid
    }
  }
}

const entryKinds = { episode: 'purchase', points: 'top_up', subscription: 'subscription' } as const

/** Posts the ledger entry of a card payment, with the points bought by a top-up. */
async function postPayment(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { id, wallet_id, amount, kind, title, point_amount, point_bonus } = order
  const isTopUp = kind === 'points' && !order.undeliverable_reason && point_amount !== null
  const lots: NewPointLot[] = []
  if (isTopUp)
    lots.push({ kind: 'paid', amount: point_amount, expires_at: pointExpiry('paid', now) })
  if (isTopUp && point_bonus)
    lots.push({ kind: 'event', amount: point_bonus, expires_at: pointExpiry('event', now) })
  const credit = isTopUp ? 'prepaid' : 'sales'
  await postEntry(
    tx,
    {
      wallet_id,
      kind: entryKinds[kind],
      source: { type: 'order', id },
      title,
      order_id: id,
      moves: [
        { unit: 'won', debit: 'gateway', credit, amount },
        ...lots.map((lot) =>
          lot.kind === 'paid'
            ? ({ unit: 'paid', debit: 'issued', credit: 'wallet', amount: lot.amount } as const)
            : ({ unit: 'event', debit: 'granted', credit: 'wallet', amount: lot.amount } as const),
        ),
      ],
      lots,
    },
    now,
  )
}
