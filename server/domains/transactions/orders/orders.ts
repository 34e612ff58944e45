import type { Episode } from '#contract/contents/contents.ts'
import type { Order, OrderKind, Receipt } from '#contract/transactions/transactions.ts'
import type { OrderStatus, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import type { Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'
import { failureText } from './orders.copy.ts'

type Columns = Selectable<DB['orders']>
type NarrowedColumn =
  | 'kind'
  | 'status'
  | 'payment_method'
  | 'ownership_type_id'
  | 'undeliverable_reason'

/** A row of `orders`. Its item and amount never change after creation. Instants in ISO 8601, amounts in whole won. */
export type OrderRow = Omit<Columns, NarrowedColumn> & {
  kind: OrderKind
  status: OrderStatus
  payment_method: PaymentMethod
  ownership_type_id: 2 | 3 | null
  undeliverable_reason: 'already_owned' | 'not_deliverable' | null
}

/** Generates an unguessable order id in the character set and length that the gateway accepts. */
export const newOrderId = () => randomBytes(18).toString('base64url')

/** Whether the payment was requested at the gateway and its outcome is not known yet. */
export const isPending = ({ status }: Pick<OrderRow, 'status'>) =>
  status === 'confirming' || status === 'unknown'

export const isPaid = ({ status }: Pick<OrderRow, 'status'>) =>
  status === 'paid' || status === 'partially_cancelled' || status === 'cancelled'

/** Builds the API response of an order from a row and its episode. */
export function toOrderResponse(row: OrderRow, episode: Episode | null): Order {
  const { order_id, kind, status, title, amount, cancelled_amount, payment_method } = row
  const { ownership_type_id, created_at, payment_expires_at, failure_code } = row
  return {
    order_id,
    kind,
    status,
    title,
    amount,
    cancelled_amount,
    payment_method,
    ownership_type_id,
    created_at,
    payment_expires_at,
    episode,
    points:
      row.point_amount === null ? null : { amount: row.point_amount, bonus: row.point_bonus ?? 0 },
    failure: failure_code ? { code: failure_code, detail: failureText(failure_code) } : null,
    receipt: isPaid(row) && payment_method === 'card' ? receiptOf(row) : null,
  }
}

/** VAT is 10 % of the net price, rounded as the gateway rounds it. */
function receiptOf({ amount, approval_number, card, paid_at, created_at }: OrderRow): Receipt {
  const vat = Math.round(amount / 11)
  return { approval_number, card, vat, supply_price: amount - vat, paid_at: paid_at ?? created_at }
}
