import type { OrderRow } from '../orders/orders.ts'
import type { decideRefund } from './refund-policy.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderKind, RefundEligibility } from '#contract/transactions/transactions.ts'

/** A row of `refunds`. */
export type RefundRow = {
  id: number
  wallet_id: number
  order_id: number
  kind: OrderKind
  status: 'reserved' | 'settled' | 'failed'
  reason: 'requested' | 'void' | 'withdrawal' | 'staff'
  title: string
  amount: number
  event_point: number
  paid_point: number
  requested_at: string
}

/** Steps of a refund that depend on the kind of order (R4). The caller holds the locks of wallet and order. */
export type Reversal = {
  /**
   * Locks the purchased item and decides by the policy `by` whether it is refundable (R1). The first playback takes the same
   * lock, so either it or the refund comes first (R3).
   */
  evaluate(tx: Tx, order: OrderRow, now: Date, by?: typeof decideRefund): Promise<RefundEligibility>
  /** Revokes the item before the gateway is called. */
  revoke(tx: Tx, refund: RefundRow, now: Date): Promise<void>
  /** Posts the completed refund to the ledger. `reverses_entry_id`: id of the order's entry. */
  post(tx: Tx, refund: RefundRow, reverses_entry_id: number, now: Date): Promise<void>
  /** Restores the revoked item after the gateway declined. @returns false if it can no longer be restored. */
  restore(tx: Tx, refund: RefundRow, now: Date): Promise<boolean>
}
