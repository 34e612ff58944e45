import type { Refund, RefundEligibility } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { readRefund } from '../history/member-history.ts'
import { isPaid, type OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies, Payer } from '../dependencies.ts'
import { findMemberOrder, lockOrder, readVisibleEpisode } from '../orders/order-queries.ts'
import { beginRefund, completeRefund, processRefund } from './process-refund.ts'
import { reversals } from './reversals.ts'
import { type RefundRow } from './refunds.ts'
import { lockWallet } from '../ledger/wallets.ts'
import { decideStaffRefund } from './refund-policy.ts'

/**
 * Refunds an episode by its id, or a top-up or subscription charge by its order (D-55). The item is revoked first (R4).
 * @returns the refund: `reserved` while the outcome is unknown and a job retries it, `failed` if the gateway declined and
 * the item was restored.
 * @throws ProblemError `refund_refused` with the obstacle; `not_found` for an order of another member; `order_under_way`
 * while a charge of the same subscription is pending; `invalid_request` unless exactly one id is given
 */
export async function requestRefund(
  parts: PaymentDependencies,
  { member, db, transact, now }: Payer,
  request: { episode_id?: number | undefined; order_id?: string | undefined },
): Promise<Refund> {
  const ownOrder = await findOrder(db, member.id, request)
  const reserved = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, ownOrder.id)
    if (order.wallet_id !== wallet.id) throwProblem('not_found')
    if (!isPaid(order)) throwProblem('refund_refused', { obstacle: 'not_paid' })
    const decision = await reversals[order.kind].evaluate(tx, order, now)
    if (decision.obstacle) throwProblem('refund_refused', { obstacle: decision.obstacle })
    const refund = await beginRefund(tx, order, decision, { reason: 'requested', now })
    // A refund of points alone involves no gateway.
    if (refund.amount === 0) await completeRefund(tx, parts, refund, null)
    return refund
  })
  if (reserved.amount > 0) await processRefund(parts, reserved.id)
  return readRefund(db, reserved.id)
}

async function findOrder(
  db: Db,
  member_id: number,
  { episode_id, order_id }: { episode_id?: number | undefined; order_id?: string | undefined },
): Promise<Pick<OrderRow, 'id'>> {
  if (episode_id !== undefined && order_id !== undefined) throwFieldError('order_id', 'not_in_list')
  if (order_id !== undefined)
    return (await findMemberOrder(db, member_id, order_id)) ?? throwProblem('not_found')
  if (episode_id === undefined) return throwFieldError('episode_id', 'required')
  const purchase = await db
    .selectFrom('purchases')
    .innerJoin('wallets', 'wallets.id', 'purchases.wallet_id')
    .select('purchases.order_id as id')
    .where('wallets.member_id', '=', member_id)
    .where('purchases.episode_id', '=', episode_id)
    .orderBy('purchases.id', 'desc')
    .executeTakeFirst()
  if (purchase) return purchase
  if (await readVisibleEpisode(db, episode_id))
    throwProblem('refund_refused', { obstacle: 'not_paid' })
  return throwProblem('not_found')
}

/**
 * Begins a refund by staff, which may override the limits of D-55 (D-80). After commit, `processRefund` or its job calls the
 * gateway.
 * @returns the refund, and the overridden obstacle; null if the member could have requested the refund.
 * @throws ProblemError `not_found` for an order of another member; `refund_refused` if it is not paid or already refunded;
 * `order_under_way` while a charge of the same subscription is pending
 */
export async function beginStaffRefund(
  tx: Tx,
  parts: Pick<PaymentDependencies, 'clock' | 'log'>,
  { member_id, order_id, now }: { member_id: number; order_id: string; now: Date },
): Promise<{ refund: RefundRow; obstacle: RefundEligibility['obstacle'] }> {
  const ownOrder = (await findMemberOrder(tx, member_id, order_id)) ?? throwProblem('not_found')
  await lockWallet(tx, member_id, now)
  const order = await lockOrder(tx, ownOrder.id)
  if (!isPaid(order)) throwProblem('refund_refused', { obstacle: 'not_paid' })
  const decision = await reversals[order.kind].evaluate(tx, order, now, decideStaffRefund)
  const { can, obstacle } = decision
  if (!can) throwProblem('refund_refused', obstacle ? { obstacle } : {})
  const refund = await beginRefund(tx, order, decision, { reason: 'staff', now })
  // A refund of points alone involves no gateway.
  if (refund.amount === 0) await completeRefund(tx, parts, refund, null)
  return { refund, obstacle }
}
