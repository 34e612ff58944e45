import type { OrderRow } from '../orders/orders.ts'
import type { decideRefund } from './refund-policy.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderKind, RefundEligibility } from '#contract/transactions/transactions.ts'

/** A refund as its row says. */
export type RefundRow = {
  id: number
  wallet_id: number
  order_id: number
  kind: OrderKind
  status: 'reserved' | 'settled' | 'failed'
  reason: 'requested' | 'void' | 'withdrawal' | 'staff'
  title: string
  won: number
  event_point: number
  paid_point: number
  requested_at: string
}

/** What differs between refunds in what is taken back (R4). Wallet and order are locked. */
export type Reversal = {
  /** Locks what was bought, and says `by` a rule whether it is paid back (R1). A first playing waits for that lock, or came first (R3). */
  evaluate(tx: Tx, order: OrderRow, now: Date, by?: typeof decideRefund): Promise<RefundEligibility>
  /** Takes back what was handed out, before the gateway is asked. */
  revoke(tx: Tx, refund: RefundRow, now: Date): Promise<void>
  /** Books what went back, once it has. `reverses`: the entry of the order. */
  post(tx: Tx, refund: RefundRow, reverses: number, now: Date): Promise<void>
  /** Hands out again what was taken back, where the gateway refused. @returns false where that cannot be any more. */
  restore(tx: Tx, refund: RefundRow, now: Date): Promise<boolean>
}
