import type { Tx } from '#server/db/client.ts'
import type { DeclineCode, Payment, GatewayResult } from '#server/adapters/payments/index.ts'

import type { OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'

/** What differs between orders in how they are paid and what is handed out for them. */
export type Fulfilment = {
  /** Asks the gateway to take the money, no transaction being open. `key` is the same for every try of this order. */
  pay(
    parts: PaymentDependencies,
    order: OrderRow,
    key: string,
  ): Promise<GatewayResult<Payment, DeclineCode>>
  /**
   * Hands out what is being paid, in the transaction that books it; wallet and order are locked, and the member is
   * there. @returns why it cannot be: then the money goes back by itself (P8).
   */
  deliver(
    tx: Tx,
    order: OrderRow,
    now: Date,
    parts: PaymentDependencies,
  ): Promise<OrderRow['void_reason']>
  /** After it has failed for good. */
  fail(tx: Tx, order: OrderRow, now: Date, parts: PaymentDependencies): Promise<void>
}
