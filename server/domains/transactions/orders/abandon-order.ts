import type { Order } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { failUnpaidOrder, readOrderRow } from './orders.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findMemberOrder, loadOrderResponse } from './order-queries.ts'
import { sql } from 'kysely'
import { failureCodes } from './orders.copy.ts'

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
  const found = (await findMemberOrder(db, member.id, order_id)) ?? throwProblem('not_found')
  const order = await transact(async (tx) => {
    await failUnpaidOrder(tx, found.id, code)
    return readOrderRow(tx, found.id)
  })
  return loadOrderResponse(db, order)
}

const atOnce = 500

/** Fails orders that were not paid while their window was open. Passes over one that is being confirmed. */
export async function expireUnpaidOrders(
  { transact, clock }: Pick<PaymentDependencies, 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const endSome = () =>
    transact(async (tx) => {
      const { numAffectedRows = 0n } =
        await sql`update orders set status = 'failed', failure_code = ${failureCodes.window_ended}
        where id in (select id from orders where status = 'created' and window_ends_at <= ${now}
          order by window_ends_at limit ${atOnce} for update skip locked)`.execute(tx)
      return Number(numAffectedRows)
    })
  while (!signal?.aborted && (await endSome()) === atOnce);
}
