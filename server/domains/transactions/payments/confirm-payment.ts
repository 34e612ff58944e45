import type { Order } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findActivePurchase } from '../entitlements/purchase-queries.ts'
import { canBeReplaced } from '../entitlements/purchases.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import {
  failUnpaidOrder,
  findMemberOrder,
  loadOrderResponse,
  lockOrder,
  readOrderableEpisode,
  readOrderRow,
} from '../orders/order-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import { failureCodes, failureText } from '../orders/orders.copy.ts'
import { isPaymentWindowExpired } from '../orders/payment-window.ts'
import { isPlayable } from '../orders/purchase-eligibility.ts'
import { beginPayment, processPayment } from './process-payment.ts'

/**
 * Confirms the payment that the payment window returned and delivers the order (decisions/0038-card-payments). Idempotent.
 * @returns the order; `confirming` or `unknown` while the outcome is not known. Clients poll the order.
 * @throws ProblemError `not_found` for an order of another member; `payment_mismatch` if the amount differs or the order is
 * not paid through a window; `payment_declined` with the reason if the payment failed
 */
export async function confirmPayment(
  deps: PaymentDependencies,
  { member, db, transact, now }: Payer,
  body: { payment_key: string; order_id: string; amount: number },
): Promise<Order> {
  const ownOrder =
    (await findMemberOrder(db, member.id, body.order_id)) ?? throwProblem('not_found')
  if (
    ownOrder.amount !== body.amount ||
    ownOrder.kind === 'subscription' ||
    ownOrder.payment_method !== 'card'
  )
    throwProblem('payment_mismatch')
  const hasBegun = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, ownOrder.id)
    if (order.wallet_id !== wallet.id) throwProblem('not_found')
    if (order.status !== 'created') return false
    const failureCode = await findFailureCode(tx, order, now)
    // No money has been taken yet.
    if (failureCode) await failUnpaidOrder(tx, order.id, failureCode)
    else await beginPayment(tx, deps, order.id, body.payment_key, now)
    return !failureCode
  })
  // Only the request that began the payment calls the gateway, to avoid concurrent confirms.
  const order = hasBegun
    ? await processPayment(deps, ownOrder.id)
    : await readOrderRow(db, ownOrder.id)
  const code = order.failure_code
  if (code) throwProblem('payment_declined', { decline: { code, detail: failureText(code) } })
  return loadOrderResponse(db, order)
}

/** Returns the failure code of an order that can no longer be paid, else null. */
async function findFailureCode(tx: Tx, order: OrderRow, now: Date): Promise<string | null> {
  if (isPaymentWindowExpired(order, now)) return failureCodes.window_ended
  if (order.episode_id === null) return null
  const episode = await readOrderableEpisode(tx, order.episode_id)
  if (!episode || !isPlayable(episode, now)) return failureCodes.video_not_ready
  const purchase = await findActivePurchase(tx, order.wallet_id, order.episode_id)
  return purchase && !canBeReplaced(purchase, order.ownership_type_id ?? 0, now)
    ? failureCodes.already_owned
    : null
}

/**
 * Fails an order whose payment window was closed or failed. An order whose payment was already requested is unchanged.
 * @param code error code of the payment window; stored as the failure code.
 * @throws ProblemError `not_found`
 */
export async function abandonOrder(
  { member, db, transact }: Payer,
  order_id: string,
  code: string,
): Promise<Order> {
  const { id } = (await findMemberOrder(db, member.id, order_id)) ?? throwProblem('not_found')
  const order = await transact(async (tx) => {
    await failUnpaidOrder(tx, id, code)
    return readOrderRow(tx, id)
  })
  return loadOrderResponse(db, order)
}
