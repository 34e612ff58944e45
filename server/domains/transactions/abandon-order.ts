import type { Order } from '#contract/transactions.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { dropOrder, readOrderRow } from './orders.ts'
import type { Payer } from './payer.ts'
import { findOwnOrder, wireOrder } from './queries.ts'

/**
 * Ends an order whose window was closed or failed: one that the gateway was never asked about. Any other is as it is.
 * @param code of the window; for the reason alone.
 * @throws Refusal `not_found`
 */
export async function abandonOrder(
  { member, db, transact }: Payer,
  order_id: string,
  code: string,
): Promise<Order> {
  const found = (await findOwnOrder(db, member.id, order_id)) ?? refuse('not_found')
  const order = await transact(async (tx) => {
    await dropOrder(tx, found.id, code)
    return readOrderRow(tx, found.id)
  })
  return wireOrder(db, order)
}
