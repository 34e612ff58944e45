import type { Order } from '#contract/transactions/transactions.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Payer, PaymentDependencies } from '../dependencies.ts'
import {
  failExpiredOrders,
  failUnpaidOrder,
  findMemberOrder,
  loadOrderResponse,
  readOrderRow,
} from './order-queries.ts'

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

const batchSize = 500

/** Fails orders that were not paid before their window expired. Skips locked orders. */
export async function expireUnpaidOrders(
  { transact, clock }: Pick<PaymentDependencies, 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const failBatch = () => transact((tx) => failExpiredOrders(tx, now, batchSize))
  while (!signal?.aborted && (await failBatch()) === batchSize);
}
