import type { Order } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import { findActivePurchase, canBeReplaced } from '../entitlements/purchases.ts'
import { isPaymentWindowExpired } from '../orders/payment-window.ts'
import { failureCodes, failureText } from '../orders/orders.copy.ts'
import { failUnpaidOrder, lockOrder, type OrderRow, readOrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { Payer } from '../dependencies.ts'
import { findMemberOrder, loadOrderResponse } from '../orders/order-queries.ts'
import { beginPayment } from './process-payment.ts'
import { processPayment } from './process-payment.ts'
import { lockWallet } from '../ledger/wallets.ts'

/**
 * What the window came back with (D-52): takes the money and hands out what was ordered, once, however often it is said.
 * @returns the order; still `confirming` or `unknown` where that is not certain yet: it is told by reading it again.
 * @throws Refusal `not_found` for what is not his, `payment_mismatch` where the window was of another amount, or of no
 * order that is paid by one; `payment_declined` with the reason where it failed
 */
export async function confirmPayment(
  parts: PaymentDependencies,
  { member, db, transact, now }: Payer,
  body: { payment_key: string; order_id: string; amount: number },
): Promise<Order> {
  const found = (await findMemberOrder(db, member.id, body.order_id)) ?? throwProblem('not_found')
  if (
    found.amount !== body.amount ||
    found.kind === 'subscription' ||
    found.payment_method !== 'card'
  )
    throwProblem('payment_mismatch')
  const isMine = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, found.id)
    if (order.wallet_id !== wallet.id) throwProblem('not_found')
    if (order.status !== 'created') return false
    const obstacle = await whyNot(tx, order, now)
    // Before a won was taken.
    if (obstacle) await failUnpaidOrder(tx, order.id, obstacle)
    else await beginPayment(tx, order, body.payment_key, now)
    return !obstacle
  })
  // Whoever was faster asks the gateway; to ask beside him would only confuse it.
  const order = isMine ? await processPayment(parts, found.id) : await readOrderRow(db, found.id)
  const code = order.failure_code
  if (code) throwProblem('payment_declined', { decline: { code, detail: failureText(code) } })
  return loadOrderResponse(db, order)
}

/** Why an order is not to be paid any more. */
async function whyNot(tx: Tx, order: OrderRow, now: Date): Promise<string | null> {
  if (isPaymentWindowExpired(order, now)) return failureCodes.window_ended
  if (order.episode_id === null) return null
  const living = await findActivePurchase(tx, order.wallet_id, order.episode_id)
  return living && !canBeReplaced(living, order.ownership_type_id ?? 0, now)
    ? failureCodes.already_owned
    : null
}
