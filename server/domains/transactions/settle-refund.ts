import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { post } from './ledger.ts'
import { lockOrder, type OrderRow } from './orders.ts'
import type { MoneyParts } from './parts.ts'
import { lockWalletById } from './wallets.ts'

/** P8: sets out to give back what was paid and cannot be handed out, in the transaction that books it. */
export async function reserveVoidRefund(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      wallet_id: order.wallet_id,
      order_id: order.id,
      kind: order.kind,
      reason: 'void',
      title: order.title,
      won: order.amount,
      requested_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'settle_refund', { refund_id: id }, { key: `refund:${id}` })
}

/** The job: a refund that is not settled yet is asked for again, later and later, by the same key. */
export async function settleRefundJob(parts: MoneyParts, id: number): Promise<void> {
  const refund = await readRefund(parts, id)
  if (refund.status !== 'reserved') return
  const verdict = await parts.payments.cancel(
    { payment_key: refund.payment_key ?? '', reason: refund.title, amount: refund.won },
    `refund-${id}`,
  )
  if (verdict.fate === 'unknown') throw new Error(`Refund ${id} is unknown: ${verdict.reason}`)
  await parts.transact((tx) =>
    close(tx, parts, refund, verdict.fate === 'refused' ? verdict.code : null),
  )
}

type Refund = Awaited<ReturnType<typeof readRefund>>

async function readRefund({ db }: Pick<MoneyParts, 'db'>, id: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select([
      ...(['refunds.id', 'refunds.status', 'refunds.wallet_id', 'refunds.order_id'] as const),
      ...(['refunds.title', 'refunds.won', 'orders.payment_key'] as const),
    ])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow()
}

async function close(
  tx: Tx,
  { clock, log }: MoneyParts,
  { id, wallet_id, order_id, title, won }: Refund,
  failure_code: string | null,
): Promise<void> {
  const now = clock.now()
  await lockWalletById(tx, wallet_id)
  const order = await lockOrder(tx, order_id)
  const settled = await tx
    .updateTable('refunds')
    .set(
      failure_code
        ? { status: 'failed', failure_code }
        : { status: 'settled', settled_at: now.toISOString() },
    )
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .executeTakeFirst()
  if (settled.numUpdatedRows === 0n) return
  if (failure_code) {
    log.error({ refund: id, failure_code }, 'payments: what was paid in vain cannot be given back')
    return
  }
  const cancelled_amount = order.cancelled_amount + won
  await tx
    .updateTable('orders')
    .set({
      cancelled_amount,
      status: cancelled_amount === order.amount ? 'cancelled' : 'partly_cancelled',
    })
    .where('id', '=', order_id)
    .execute()
  await post(
    tx,
    {
      ...{ wallet_id, title, order_id },
      kind: 'refund',
      source: { type: 'refund', id },
      reverses: await entryOf(tx, order_id),
      moves: [{ unit: 'won', debit: 'sales', credit: 'gateway', amount: won }],
    },
    now,
  )
}

/** The entry by which an order was booked. */
export async function entryOf(tx: Tx, order_id: number): Promise<number> {
  const { id } = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_type', '=', 'order')
    .where('source_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return id
}
