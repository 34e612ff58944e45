import type { Refund, RefundEligibility } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { readRefund } from '../history/member-history.ts'
import { isPaid, lockOrder, type OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies, Payer } from '../dependencies.ts'
import { findMemberOrder, readVisibleEpisode } from '../orders/order-queries.ts'
import { beginRefund, completeRefund, processRefund } from './process-refund.ts'
import { reversals } from './reversals.ts'
import { type RefundRow } from './refunds.ts'
import { lockWallet } from '../ledger/wallets.ts'
import { decideStaffRefund } from './refund-policy.ts'

/**
 * D-55: pays back an episode, or by its order what is left of a top-up, or the charge of the running period. What was
 * handed out for it is taken back first (R4).
 * @returns the refund; still `reserved` where the gateway is not certain yet: a job goes on. `failed` where it refused:
 * then everything is as it was.
 * @throws Refusal `refund_refused` with the obstacle; `not_found` for what is not his; `order_under_way` while a charge of
 * the same subscription is; `invalid_request` unless exactly one is named
 */
export async function requestRefund(
  parts: PaymentDependencies,
  { member, db, transact, now }: Payer,
  wanted: { episode_id?: number | undefined; order_id?: string | undefined },
): Promise<Refund> {
  const found = await findOrder(db, member.id, wanted)
  const reserved = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, found.id)
    if (order.wallet_id !== wallet.id) throwProblem('not_found')
    if (!isPaid(order)) throwProblem('refund_refused', { obstacle: 'not_paid' })
    const verdict = await reversals[order.kind].evaluate(tx, order, now)
    if (verdict.obstacle) throwProblem('refund_refused', { obstacle: verdict.obstacle })
    const refund = await beginRefund(tx, order, verdict, { reason: 'requested', now })
    // Points go from us to him: nobody else is asked.
    if (refund.won === 0) await completeRefund(tx, parts, refund, null)
    return refund
  })
  if (reserved.won > 0) await processRefund(parts, reserved.id)
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
  const bought = await db
    .selectFrom('purchases')
    .innerJoin('wallets', 'wallets.id', 'purchases.wallet_id')
    .select('purchases.order_id as id')
    .where('wallets.member_id', '=', member_id)
    .where('purchases.episode_id', '=', episode_id)
    .orderBy('purchases.id', 'desc')
    .executeTakeFirst()
  if (bought) return bought
  if (await readVisibleEpisode(db, episode_id))
    throwProblem('refund_refused', { obstacle: 'not_paid' })
  return throwProblem('not_found')
}

/**
 * D-80: sets out to pay an order back as staff decided, also where D-55 says no. The same three steps as `refund`: after
 * this is committed `settleRefund` asks the gateway, or the job does.
 * @returns the refund, and what was overridden: `obstacle` is null where the member could have asked himself.
 * @throws Refusal `not_found` for an order that is not his; `refund_refused` for what is not paid, or paid back already;
 * `order_under_way` while a charge of the same subscription is
 */
export async function beginStaffRefund(
  tx: Tx,
  parts: Pick<PaymentDependencies, 'clock' | 'log'>,
  { member_id, order_id, now }: { member_id: number; order_id: string; now: Date },
): Promise<{ refund: RefundRow; obstacle: RefundEligibility['obstacle'] }> {
  const found = (await findMemberOrder(tx, member_id, order_id)) ?? throwProblem('not_found')
  await lockWallet(tx, member_id, now)
  const order = await lockOrder(tx, found.id)
  if (!isPaid(order)) throwProblem('refund_refused', { obstacle: 'not_paid' })
  const verdict = await reversals[order.kind].evaluate(tx, order, now, decideStaffRefund)
  const { can, obstacle } = verdict
  if (!can) throwProblem('refund_refused', obstacle ? { obstacle } : {})
  const refund = await beginRefund(tx, order, verdict, { reason: 'staff', now })
  // Points go from us to him: nobody else is asked.
  if (refund.won === 0) await completeRefund(tx, parts, refund, null)
  return { refund, obstacle }
}
