import type { Tx } from '#server/db/client.ts'
import type { DeclineCode, Payment, GatewayResult } from '#server/adapters/payments/index.ts'
import type { OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'

/** Steps of a payment that depend on the kind of order. */
export type Fulfilment = {
  /** Requests the payment, outside any transaction. `key`: Idempotency-Key of the live attempt. */
  pay(
    deps: PaymentDependencies,
    order: OrderRow,
    key: string,
  ): Promise<GatewayResult<Payment, DeclineCode>>
  /**
   * Delivers the item in the transaction that posts the payment. The caller holds the locks of wallet and order.
   * @returns the reason why it is undeliverable, on which the order is refunded automatically; else null.
   */
  deliver(
    tx: Tx,
    order: OrderRow,
    now: Date,
    deps: PaymentDependencies,
  ): Promise<OrderRow['undeliverable_reason']>
  /** Runs after the payment has failed for good, in the same transaction. */
  fail(tx: Tx, order: OrderRow, now: Date, deps: PaymentDependencies): Promise<void>
}
