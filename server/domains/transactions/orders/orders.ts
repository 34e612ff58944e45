import type { OrderKind } from '#contract/transactions/transactions.ts'
import type { OrderStatus, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { randomBytes } from 'node:crypto'

/** An order as its row says. What it is of was fixed when it was made (P1). */
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
  window_ends_at: string | null
  confirming_at: string | null
  readings: number
  payment_key: string | null
  paid_at: string | null
  approval_number: string | null
  card: string | null
  receipt_url: string | null
  failure_code: string | null
  void_reason: 'already_owned' | 'not_deliverable' | null
  cancelled_amount: number
}

/** Random, so that nobody guesses another's; as the gateway takes it. */
export const newOrderId = () => randomBytes(18).toString('base64url')

/** Whether it was asked for at the gateway, and how that went is not certain yet. */
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
  /** When both consents were given; null where nobody is there to ask, as at a renewal. */
  agreed_at: Date | null
  /** Until when its window may be paid in; null where there is none. */
  window_ends_at: Date | null
}

/** Puts in an order that is to be paid by card. Whoever calls holds the wallet's lock and has looked for another (P4). */
export async function insertCardOrder(tx: Tx, order: NewOrder, now: Date): Promise<OrderRow> {
  const { agreed_at, window_ends_at, ...columns } = order
  return (await tx
    .insertInto('orders')
    .values({
      ...columns,
      order_id: newOrderId(),
      payment_method: 'card',
      created_at: now.toISOString(),
      agreed_at: agreed_at?.toISOString() ?? null,
      window_ends_at: window_ends_at?.toISOString() ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as OrderRow
}

/** Ends an order that the gateway was never asked about. */
export async function failUnpaidOrder(tx: Tx, id: number, failure_code: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'failed', failure_code })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute()
}
