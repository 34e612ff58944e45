import type { Order } from '#contract/transactions.ts'
import { refuse } from '#server/kernel/refusals.ts'
import type { Tx } from '#server/db/client.ts'
import { findLiving, makesWay } from './deliver-episode.ts'
import { hasWindowEnded } from './order-window.ts'
import { failures, failureWords } from './orders.copy.ts'
import { dropOrder, lockOrder, type OrderRow, readOrderRow } from './orders.ts'
import type { MoneyParts } from './parts.ts'
import type { Payer } from './payer.ts'
import { findOwnOrder, wireOrder } from './queries.ts'
import { reservePayment } from './reserve-payment.ts'
import { settleOrder } from './settle-order.ts'
import { lockWallet } from './wallets.ts'

/**
 * What the window came back with (D-52): takes the money and hands out what was ordered, once, however often it is said.
 * @returns the order; still `confirming` or `unknown` where that is not certain yet: it is told by reading it again.
 * @throws Refusal `not_found` for what is not his, `payment_mismatch` where the window was of another amount, or of no
 * order that is paid by one; `payment_declined` with the reason where it failed
 */
export async function confirmPayment(
  parts: MoneyParts,
  { member, db, transact, now }: Payer,
  body: { payment_key: string; order_id: string; amount: number },
): Promise<Order> {
  const found = (await findOwnOrder(db, member.id, body.order_id)) ?? refuse('not_found')
  if (
    found.amount !== body.amount ||
    found.kind === 'subscription' ||
    found.payment_method !== 'card'
  )
    refuse('payment_mismatch')
  const isMine = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, found.id)
    if (order.wallet_id !== wallet.id) refuse('not_found')
    if (order.status !== 'created') return false
    const obstacle = await whyNot(tx, order, now)
    // Before a won was taken.
    if (obstacle) await dropOrder(tx, order.id, obstacle)
    else await reservePayment(tx, order, body.payment_key, now)
    return !obstacle
  })
  // Whoever was faster asks the gateway; to ask beside him would only confuse it.
  const order = isMine ? await settleOrder(parts, found.id) : await readOrderRow(db, found.id)
  const code = order.failure_code
  if (code) refuse('payment_declined', { decline: { code, detail: failureWords(code) } })
  return wireOrder(db, order)
}

/** Why an order is not to be paid any more. */
async function whyNot(tx: Tx, order: OrderRow, now: Date): Promise<string | null> {
  if (hasWindowEnded(order, now)) return failures.window_ended
  if (order.episode_id === null) return null
  const living = await findLiving(tx, order.wallet_id, order.episode_id)
  return living && !makesWay(living, order.ownership_type_id ?? 0, now)
    ? failures.already_owned
    : null
}
