import type { Tx } from '#server/db/client.ts'
import { post } from './ledger.ts'
import { openCase } from './open-cases.ts'
import { lockOrder, type OrderRow, readOrderRow } from './orders.ts'
import type { MoneyParts } from './parts.ts'
import { enqueueRefund } from './reserve-refund.ts'
import { type RefundRow, reversals } from './reversals.ts'
import { lockWalletById } from './wallets.ts'

/** When a refund that is not certain is first looked at again. */
const lookAgainAfter = 5_000

/** How a cancel went, as far as that is certain. */
type Outcome = { fate: 'done' } | { fate: 'refused'; code: string } | { fate: 'unknown' }

/**
 * Runs what is left of the three steps of a refund: asks the gateway with no transaction open, then closes (R4). Does
 * nothing to one that is settled. May be run by many at once, and again.
 * @returns whether it is settled or failed now; where not, a job goes on asking.
 */
export async function settleRefund(parts: MoneyParts, id: number): Promise<boolean> {
  const isClosed = await settle(parts, id)
  if (!isClosed) {
    const soon = new Date(parts.clock.now().getTime() + lookAgainAfter)
    await parts.transact((tx) => enqueueRefund(tx, id, soon))
  }
  return isClosed
}

/** The job: a refund that is not settled yet is asked for again, later and later, by the same key. */
export async function settleRefundJob(parts: MoneyParts, id: number): Promise<void> {
  if (!(await settle(parts, id))) throw new Error(`Refund ${id} is unknown`)
}

async function settle(parts: MoneyParts, id: number): Promise<boolean> {
  const refund = (await parts.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RefundRow
  if (refund.status !== 'reserved') return true
  const order = await readOrderRow(parts.db, refund.order_id)
  const outcome = await cancel(parts, order, refund)
  if (outcome.fate === 'unknown') return false
  const code = outcome.fate === 'refused' ? outcome.code : null
  await parts.transact((tx) => closeRefund(tx, parts, refund, code))
  return true
}

/** P7: asks by the key of this refund alone, and reads what does not come back as done. */
async function cancel(parts: MoneyParts, order: OrderRow, refund: RefundRow): Promise<Outcome> {
  const { payments } = parts
  const payment_key = order.payment_key ?? ''
  const left = order.amount - order.cancelled_amount
  const asked = { payment_key, reason: refund.title, amount: refund.won, refundable_amount: left }
  const verdict = await payments.cancel(asked, `refund-${refund.id}`)
  if (verdict.fate === 'done') return verdict
  const read = await payments.read(payment_key)
  if (read.fate !== 'done') return { fate: 'unknown' }
  // It was done before, by an asking whose answer was lost: of one order there is one refund at a time.
  if (read.answer.balance_amount === left - refund.won) return { fate: 'done' }
  return verdict
}

/**
 * Last of the three steps. Whoever comes second finds it done. @param failure_code the gateway's refusal, by which what was
 * taken back is handed out again.
 */
export async function closeRefund(
  tx: Tx,
  { clock, log }: Pick<MoneyParts, 'clock' | 'log'>,
  refund: RefundRow,
  failure_code: string | null,
): Promise<void> {
  const now = clock.now()
  const { id, wallet_id, order_id, kind, won, event_point, paid_point } = refund
  const { member_id } = await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, order_id)
  const closed = await tx
    .updateTable('refunds')
    .set(
      failure_code
        ? { status: 'failed', failure_code }
        : { status: 'settled', settled_at: now.toISOString() },
    )
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) return
  const { settle, restore } = refund.reason === 'void' ? inVain : reversals[kind]
  if (failure_code) {
    log.error({ refund: id, failure_code }, 'payments: the gateway gives nothing back')
    // Who left does not watch by it any more.
    const is_his =
      !(kind === 'subscription' && member_id === null) && (await restore(tx, refund, now))
    // Nobody is there to ask for it again, or there is nothing to ask it for.
    if (refund.reason !== 'requested' || member_id === null || !is_his) {
      const payment_key = order.payment_key ?? ''
      await openCase(tx, order, { kind: 'refund', payment_key, amount: won, failure_code }, now)
    }
    return
  }
  const amount = order.payment_method === 'card' ? won : event_point + paid_point
  const cancelled_amount = order.cancelled_amount + amount
  await tx
    .updateTable('orders')
    .set({
      cancelled_amount,
      status: cancelled_amount === order.amount ? 'cancelled' : 'partly_cancelled',
    })
    .where('id', '=', order_id)
    .execute()
  await settle(tx, refund, await entryOf(tx, order_id), now)
}

/** Nothing was handed out for it (P8). */
const inVain = {
  async settle(tx: Tx, refund: RefundRow, reverses: number, now: Date): Promise<void> {
    const { id, wallet_id, order_id, title, won } = refund
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount: won }] as const
    await post(tx, { kind: 'refund', wallet_id, title, order_id, reverses, source, moves }, now)
  },
  restore: async () => true,
}

/** The entry by which an order was booked. */
async function entryOf(tx: Tx, order_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_type', '=', 'order')
    .where('source_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return id
}
