import type { OrderKind } from '#contract/transactions/transactions.ts'
import type { OrderStatus, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { randomBytes } from 'node:crypto'

/** A row of `orders`. Its item and amount never change after creation (P1). */
export type OrderRow = {
  id: number
  order_id: string
  wallet_id: number
  kind: OrderKind
  status: OrderStatus
  payment_method: PaymentMethod
  title: string
  amount: number
  currency: string
  episode_id: number | null
  ownership_type_id: 2 | 3 | null
  point_amount: number | null
  point_bonus: number | null
  plan_id: number | null
  subscription_id: number | null
  period_start: string | null
  event_point: number
  paid_point: number
  created_at: string
  payment_expires_at: string | null
  processing_started_at: string | null
  status_checks: number
  payment_key: string | null
  paid_at: string | null
  approval_number: string | null
  card: string | null
  receipt_url: string | null
  failure_code: string | null
  undeliverable_reason: 'already_owned' | 'not_deliverable' | null
  cancelled_amount: number
}

/** Generates an unguessable order id in the character set and length that the gateway accepts. */
export const newOrderId = () => randomBytes(18).toString('base64url')

/** Whether the payment was requested at the gateway and its outcome is not known yet. */
export const isPending = ({ status }: Pick<OrderRow, 'status'>) =>
  status === 'confirming' || status === 'unknown'

export const isPaid = ({ status }: Pick<OrderRow, 'status'>) =>
  status === 'paid' || status === 'partly_cancelled' || status === 'cancelled'

export async function readOrderRow(db: Db, id: number): Promise<OrderRow> {
  return (await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as OrderRow
}

export async function lockOrder(tx: Tx, id: number): Promise<OrderRow> {
  return (await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as OrderRow
}

type Item =
  | { kind: 'episode'; episode_id: number; ownership_type_id: 2 | 3 }
  | { kind: 'points'; point_amount: number; point_bonus: number }
  | { kind: 'subscription'; plan_id: number; subscription_id: number; period_start: string }

export type NewOrder = Item & {
  wallet_id: number
  title: string
  /** Whole won, from the server's own data (P1). */
  amount: number
  /** Time of both consents; null for renewals, which ask for none. */
  consented_at: Date | null
  /** Expiry of the payment window; null for charges of a registered card. */
  payment_expires_at: Date | null
}

/** Inserts an order to be paid by card. The caller holds the lock of the wallet and has ruled out one in flight (P4). */
export async function insertCardOrder(tx: Tx, order: NewOrder, now: Date): Promise<OrderRow> {
  const { consented_at, payment_expires_at, ...columns } = order
  return (await tx
    .insertInto('orders')
    .values({
      ...columns,
      order_id: newOrderId(),
      payment_method: 'card',
      created_at: now.toISOString(),
      consented_at: consented_at?.toISOString() ?? null,
      payment_expires_at: payment_expires_at?.toISOString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as OrderRow
}

/** Fails an order whose payment was never requested; any other is unchanged. */
export async function failUnpaidOrder(tx: Tx, id: number, failure_code: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'failed', failure_code })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}
