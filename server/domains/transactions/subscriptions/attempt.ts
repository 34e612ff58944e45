import type { Tx } from '#server/db/client.ts'
import { countHit } from '#server/db/throttle.ts'
import { refuse } from '#server/kernel/refusals.ts'
import type { OrderRow } from '../orders.ts'
import type { MoneyParts } from '../parts.ts'
import { settleOrder } from '../settle-order.ts'
import { failureDetail } from './failure.ts'

/** A card is not tried over and over: its company would stop it. */
const attempts = { times: 10, seconds: 3_600 }

/**
 * Counts one more attempt of a member to charge or register a card.
 * @throws Refusal `rate_limited`
 */
export async function countAttempt(
  { transact, limits }: Pick<MoneyParts, 'transact' | 'limits'>,
  member_id: number,
  now: Date,
): Promise<void> {
  if (limits) await transact((tx: Tx) => countHit(tx, `cards:${member_id}`, attempts, now))
}

/**
 * Runs what is left of the steps of a charge that was set out to. It may come back `unknown`: whoever asked sees that it
 * is under way, and the job settles it.
 * @throws Refusal `payment_declined` with the reason
 */
export async function settleCharge(parts: MoneyParts, order: OrderRow): Promise<OrderRow> {
  const settled = await settleOrder(parts, order.id)
  if (settled.status !== 'failed') return settled
  const code = settled.failure_code ?? ''
  return refuse('payment_declined', { decline: { code, detail: failureDetail(code) } })
}
