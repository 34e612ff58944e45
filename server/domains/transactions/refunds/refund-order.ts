/**
 * Refunds an order in three steps: (1) `beginRefund` revokes the item and commits the intent, (2) `cancelPayment` calls
 * the gateway outside any transaction, (3) `completeRefund` posts or fails the refund.
 */
import type { RefundEligibility } from '#contract/transactions/payment-schemas.ts'
import type { OrderKind, Refund } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findPurchaseOrder } from '../entitlements/purchase-queries.ts'
import { readRefund } from '../history/history-queries.ts'
import { findEntryId } from '../ledger/ledger-queries.ts'
import { lockWallet, lockWalletById } from '../ledger/wallet-queries.ts'
import {
  findMemberOrder,
  lockOrder,
  readOrderRow,
  readOrderableEpisode,
} from '../orders/order-queries.ts'
import { isPaid, type OrderRow } from '../orders/orders.ts'
import { endWithoutEffect, recordAttemptError, startAttempt } from '../payments/gateway-attempts.ts'
import { notifyOfRefund } from '../payments/payment-emails.ts'
import { openManualCase } from '../reconciliation/reconciliation-queries.ts'
import { subscriptionReversal } from '../subscriptions/billing/charge-reversal.ts'
import { abandonedAfterMs, firstRetryDelayMs } from '../payments/processing-time.ts'
import { decideRefund, decideStaffRefund } from './refund-policy.ts'
import {
  closeRefund,
  insertRefund,
  readRefundRow,
  type RefundRow,
  updateRefundedOrder,
} from './refund-queries.ts'
import { episodeReversal, type Reversal, topUpReversal, undeliveredReversal } from './reversals.ts'

const reversals: Readonly<Record<OrderKind, Reversal>> = {
  episode: episodeReversal,
  points: topUpReversal,
  subscription: subscriptionReversal,
}

type RefundRequest = { episode_id?: number | undefined; order_id?: string | undefined }

/**
 * Refunds an episode by its id, or a top-up or subscription charge by its order (decisions/0041-refunds).
 * @returns the refund: `pending` while the outcome is unknown and a job retries it, `failed` if the gateway declined and
 * the item was restored.
 * @throws ProblemError `not_refundable` with the ineligibility reason; `not_found` for an order of another member; `order_in_progress`
 * while a charge of the same subscription is pending; `invalid_request` unless exactly one id is given
 */
export async function requestRefund(
  deps: PaymentDependencies,
  { member, db, transact, now }: Payer,
  request: RefundRequest,
): Promise<Refund> {
  const { id } = await findOrder(db, member.id, request)
  const refund = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, id)
    if (order.wallet_id !== wallet.id) throwProblem('not_found')
    if (!isPaid(order)) throwProblem('not_refundable', { ineligibility_reason: 'not_paid' })
    const decision = decideRefund(await reversals[order.kind].lockItem(tx, order, now), now)
    if (decision.ineligibility_reason)
      throwProblem('not_refundable', { ineligibility_reason: decision.ineligibility_reason })
    const awaited_ms = abandonedAfterMs(deps)
    const begun = await beginRefund(tx, order, decision, { reason: 'requested', now, awaited_ms })
    // A refund of points alone involves no gateway.
    if (begun.amount === 0) await completeRefund(tx, deps, begun, null)
    return begun
  })
  if (refund.amount > 0) await processRefund(deps, refund.id)
  return readRefund(db, refund.id)
}

async function findOrder(db: Db, member_id: number, { episode_id, order_id }: RefundRequest) {
  if (episode_id !== undefined && order_id !== undefined)
    throwFieldError('order_id', 'invalid_choice')
  if (order_id !== undefined)
    return (await findMemberOrder(db, member_id, order_id)) ?? throwProblem('not_found')
  if (episode_id === undefined) return throwFieldError('episode_id', 'required')
  const order = await findPurchaseOrder(db, member_id, episode_id)
  if (order) return order
  if (await readOrderableEpisode(db, episode_id))
    throwProblem('not_refundable', { ineligibility_reason: 'not_paid' })
  return throwProblem('not_found')
}

/**
 * Begins a refund by staff, which may override the limits of a refund by the member. After commit, `processRefund` or its
 * job calls the gateway.
 * @returns the refund, and the overridden reason; null if the member could have requested the refund.
 * @throws ProblemError `not_found` for an order of another member; `not_refundable` if it is not paid or already refunded;
 * `order_in_progress` while a charge of the same subscription is pending
 */
export async function beginStaffRefund(
  tx: Tx,
  deps: Pick<PaymentDependencies, 'payments' | 'clock' | 'log' | 'site_url'>,
  { member_id, order_id, now }: { member_id: number; order_id: string; now: Date },
): Promise<{ refund: RefundRow; ineligibility_reason: RefundEligibility['ineligibility_reason'] }> {
  const { id } = (await findMemberOrder(tx, member_id, order_id)) ?? throwProblem('not_found')
  await lockWallet(tx, member_id, now)
  const order = await lockOrder(tx, id)
  if (!isPaid(order)) throwProblem('not_refundable', { ineligibility_reason: 'not_paid' })
  const decision = decideStaffRefund(await reversals[order.kind].lockItem(tx, order, now), now)
  const { is_refundable, ineligibility_reason } = decision
  if (!is_refundable)
    throwProblem('not_refundable', ineligibility_reason ? { ineligibility_reason } : {})
  const awaited_ms = abandonedAfterMs(deps)
  const refund = await beginRefund(tx, order, decision, { reason: 'staff', now, awaited_ms })
  if (refund.amount === 0) await completeRefund(tx, deps, refund, null)
  return { refund, ineligibility_reason }
}

/**
 * First step: revokes the delivered item and records the intent before the gateway is called, with a job that runs the
 * remaining steps if this process dies. The caller holds the locks of wallet and order.
 * @param awaited_ms time for which a request runs the remaining steps; without one the job runs them at once.
 */
export async function beginRefund(
  tx: Tx,
  { id: order_id, wallet_id, kind, title }: OrderRow,
  { amount, event_point, paid_point }: Pick<RefundRow, 'amount' | 'event_point' | 'paid_point'>,
  { reason, now, awaited_ms }: { reason: RefundRow['reason']; now: Date; awaited_ms?: number },
): Promise<RefundRow> {
  const refund = await insertRefund(tx, {
    wallet_id,
    order_id,
    kind,
    title,
    reason,
    amount,
    event_point,
    paid_point,
    requested_at: now.toISOString(),
  })
  // An undeliverable order has no item to revoke.
  if (reason !== 'undeliverable') await reversals[kind].revoke(tx, refund, now)
  const run_at = awaited_ms === undefined ? undefined : new Date(now.getTime() + awaited_ms)
  await enqueueRefundProcessing(tx, refund.id, run_at)
  return refund
}

/** Enqueues the job that processes a refund, now or at `run_at`. */
export async function enqueueRefundProcessing(tx: Tx, refund_id: number, run_at?: Date) {
  const options = { key: `refund:${refund_id}`, ...(run_at && { run_at }) }
  await enqueue(tx, 'process_refund', { refund_id }, options)
}

/**
 * Runs the remaining steps: calls the gateway, then completes the refund. Enqueues a job that retries them while the outcome
 * is unknown. Idempotent, and safe to run concurrently.
 */
export async function processRefund(deps: PaymentDependencies, id: number): Promise<void> {
  if (await runSteps(deps, id)) return
  const retryAt = new Date(deps.clock.now().getTime() + firstRetryDelayMs)
  await deps.transact((tx) => enqueueRefundProcessing(tx, id, retryAt))
}

/** Job handler of `process_refund`. @throws while the outcome is unknown, so that the job backs off and retries. */
export async function processRefundJob(deps: PaymentDependencies, id: number): Promise<void> {
  if (!(await runSteps(deps, id))) throw new Error(`Refund ${id} is unknown`)
}

/** @returns whether the refund is settled or failed. */
async function runSteps(deps: PaymentDependencies, id: number): Promise<boolean> {
  const refund = await readRefundRow(deps.db, id)
  if (refund.status !== 'pending') return true
  const order = await readOrderRow(deps.db, refund.order_id)
  const outcome = await cancelPayment(deps, order, refund)
  if (outcome.status === 'unknown') return false
  const code = outcome.status === 'refused' ? outcome.code : null
  await deps.transact((tx) => completeRefund(tx, deps, refund, code))
  return true
}

/**
 * Second step: cancels with the key of the live attempt, and reads the payment unless the response is conclusive. An
 * attempt with a stored error ends once a read shows that it had no effect; the next attempt gets a new key.
 */
async function cancelPayment(
  deps: PaymentDependencies,
  order: OrderRow,
  refund: RefundRow,
): Promise<{ status: 'done' } | { status: 'refused'; code: string } | { status: 'unknown' }> {
  const { payments } = deps
  const payment_key = order.payment_key ?? ''
  const refundable_amount = order.amount - order.cancelled_amount
  const start = () => startAttempt(deps, { kind: 'refund', id: refund.id }, `refund-${refund.id}`)
  /**
   * Whether the cancel took effect, by the payment's balance: an order has one refund at a time. Undefined if the gateway
   * does not answer.
   */
  const readIsDone = async () => {
    const read = await payments.getPayment(payment_key)
    if (read.status !== 'done') return undefined
    return read.response.balance_amount === refundable_amount - refund.amount
  }

  let attempt = await start()
  if (attempt?.state === 'errored') {
    const isDone = await readIsDone()
    if (isDone !== false) return { status: isDone ? 'done' : 'unknown' }
    await endWithoutEffect(deps, attempt)
    attempt = await start()
  }
  // Another process has completed the refund, or its attempt already stored another error.
  if (attempt?.state !== 'open') return { status: 'unknown' }
  // The gateway compares `refundable_amount` and rejects this request if an earlier attempt took effect after all.
  const request = { payment_key, reason: refund.title, amount: refund.amount, refundable_amount }
  const result = await payments.cancel(request, attempt.idempotency_key)
  if (result.status === 'done') return result
  const stored_error = result.status === 'unknown' ? result.stored_error : undefined
  if (stored_error) await recordAttemptError(deps, attempt, stored_error)
  const isDone = await readIsDone()
  if (isDone) return { status: 'done' }
  if (isDone === false && result.status === 'refused') return result
  return { status: 'unknown' }
}

/**
 * Third step: posts or fails the refund. Idempotent.
 * @param failure_code the gateway's decline, on which the revoked item is restored; null if the money was refunded.
 */
async function completeRefund(
  tx: Tx,
  { clock, log, site_url }: Pick<PaymentDependencies, 'clock' | 'log' | 'site_url'>,
  refund: RefundRow,
  failure_code: string | null,
): Promise<void> {
  const now = clock.now()
  const { member_id } = await lockWalletById(tx, refund.wallet_id)
  const order = await lockOrder(tx, refund.order_id)
  const isClosed = await closeRefund(
    tx,
    refund.id,
    failure_code
      ? { status: 'failed', failure_code }
      : { status: 'succeeded', succeeded_at: now.toISOString() },
  )
  if (!isClosed) return
  const reversal = refund.reason === 'undeliverable' ? undeliveredReversal : reversals[refund.kind]
  if (failure_code) {
    log.error({ refund: refund.id, failure_code }, 'payments: refund declined by the gateway')
    // A subscription is not restored once its member has deleted the account.
    const isRestorable = refund.kind !== 'subscription' || member_id !== null
    const isRestored = isRestorable && (await reversal.restore(tx, refund, now))
    if (isRestored && refund.reason !== 'undeliverable')
      await notifyOfRefund(tx, order, refund, { now, site_url, is_declined: true })
    // Without a member who could request the refund again, or without an item to refund, an operator has to act.
    if (refund.reason === 'requested' && member_id !== null && isRestored) return
    const payment_key = order.payment_key ?? ''
    const details = { kind: 'refund', payment_key, amount: refund.amount, failure_code } as const
    await openManualCase(tx, order, details, now)
    return
  }
  const points = refund.event_point + refund.paid_point
  const refunded = order.payment_method === 'card' ? refund.amount : points
  const cancelled_amount = order.cancelled_amount + refunded
  const status = cancelled_amount === order.amount ? 'cancelled' : 'partially_cancelled'
  await updateRefundedOrder(tx, order.id, { cancelled_amount, status })
  const reverses_entry_id = await findEntryId(tx, { type: 'order', id: order.id })
  if (reverses_entry_id === undefined) throw new Error(`Order ${order.id} has no entry`)
  await reversal.post(tx, refund, reverses_entry_id, now)
  await notifyOfRefund(tx, order, refund, { now, site_url, is_declined: false })
}
