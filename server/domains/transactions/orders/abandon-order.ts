import type { Order } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { failUnpaidOrder, readOrderRow } from './orders.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import { findMemberOrder, loadOrderResponse } from './order-queries.ts'
import { sql } from 'kysely'
import { failureCodes } from './orders.copy.ts'

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
  const ownOrder = (await findMemberOrder(db, member.id, order_id)) ?? throwProblem('not_found')
  const order = await transact(async (tx) => {
    await failUnpaidOrder(tx, ownOrder.id, code)
    return readOrderRow(tx, ownOrder.id)
  })
  return loadOrderResponse(db, order)
}

const batchSize = 500

/** Fails orders that were not paid before their window expired. Skips locked orders. */
export async function expireUnpaidOrders(
  { transact, clock }: Pick<PaymentDependencies, 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const expireBatch = () =>
    transact(async (tx) => {
      const { numAffectedRows = 0n } =
        await sql`update orders set status = 'failed', failure_code = ${failureCodes.window_ended}
        where id in (select id from orders where status = 'created' and payment_expires_at <= ${now}
          order by payment_expires_at limit ${batchSize} for update skip locked)`.execute(tx)
      return Number(numAffectedRows)
    })
  while (!signal?.aborted && (await expireBatch()) === batchSize);
}
