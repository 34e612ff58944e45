import type { Tx } from '#server/db/client.ts'
import { dismissReturnedEpisode } from '#server/domains/watch-history/index.ts'
import {
  findBuyer,
  lockPurchase,
  restoreReplacedRental,
  setPurchaseState,
} from '../entitlements/purchase-queries.ts'
import { findEntryId, postEntry, readReturnMovements } from '../ledger/ledger-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import { expireWalletPoints } from '../points/expire-points.ts'
import { pointTransfers } from '../points/point-lots.ts'
import { readRemainingLots, sumExpiredPoints } from '../points/point-queries.ts'
import type { RefundInput } from './refund-policy.ts'
import { hasPendingRefund, readTopUpRefundInput, type RefundRow } from './refund-queries.ts'

/** Steps of a refund that depend on the kind of order. The caller holds the locks of wallet and order. */
export type Reversal = {
  /**
   * Locks the purchased item and reads what decides its refund. The first playback takes the same lock, so either it or
   * the refund comes first.
   */
  lockItem(tx: Tx, order: OrderRow, now: Date): Promise<RefundInput>
  /** Revokes the item before the gateway is called. */
  revoke(tx: Tx, refund: RefundRow, now: Date): Promise<void>
  /** Posts the completed refund to the ledger. `reverses_entry_id`: id of the order's entry. */
  post(tx: Tx, refund: RefundRow, reverses_entry_id: number, now: Date): Promise<void>
  /** Restores the revoked item after the gateway declined. @returns false if it can no longer be restored. */
  restore(tx: Tx, refund: RefundRow, now: Date): Promise<boolean>
}

export const episodeReversal: Reversal = {
  async lockItem(tx, order, now) {
    const purchase = await lockPurchase(tx, order.id)
    // Without a purchase the order was undeliverable and is refunded automatically. An ended rental keeps its state
    // while a refund is pending.
    const isRefunding =
      !purchase || (purchase.state === 'ended' && (await hasPendingRefund(tx, order.id)))
    const { payment_method, amount: price, event_point, paid_point, created_at } = order
    return {
      kind: 'episode',
      purchased_at: created_at,
      first_used_at: null,
      ...purchase,
      state: isRefunding ? 'refunding' : purchase.state,
      payment_method,
      price,
      event_point,
      paid_point,
      expired_event_point: await sumExpiredPoints(tx, order.id, now),
    }
  },

  revoke: (tx, { order_id }) => setPurchaseState(tx, order_id, 'refunding'),

  async post(tx, refund, reverses_entry_id, now) {
    await setPurchaseState(tx, refund.order_id, 'refunded')
    const hasRental = await restoreReplacedRental(tx, refund.order_id, now)
    const buyer = await findBuyer(tx, refund.order_id)
    // 이어보기 would lead to an offer of what was just returned.
    if (buyer && !hasRental) await dismissReturnedEpisode(tx, buyer)
    const moves = [
      ...(refund.amount > 0 ? [returnedWon('sales', refund.amount)] : []),
      ...pointTransfers(refund, { debit: 'spent', credit: 'wallet' }),
    ]
    const point_lot_movements = await readReturnMovements(tx, reverses_entry_id)
    const entry = refundEntry(refund, reverses_entry_id)
    await postEntry(tx, { ...entry, moves, point_lot_movements }, now)
    // Points that return to an expired lot expire at once.
    await expireWalletPoints(tx, refund.wallet_id, now)
  },

  async restore(tx, { order_id }) {
    await setPurchaseState(tx, order_id, 'active')
    return true
  },
}

export const topUpReversal: Reversal = {
  async lockItem(tx, order, now) {
    await expireWalletPoints(tx, order.wallet_id, now)
    return { kind: 'points', ...(await readTopUpRefundInput(tx, order.id)) }
  },

  async revoke(tx, refund, now) {
    const lots = await readRemainingLots(tx, refund.order_id)
    // No points are left if only an earlier deduction is refunded.
    if (lots.length === 0) return
    const { id, wallet_id, order_id, title } = refund
    const source = { type: 'request', id } as const
    const moves = pointTransfers(refund, { debit: 'wallet', credit: 'refunding' })
    const point_lot_movements = lots.map((lot) => ({ lot_id: lot.id, change: -lot.remaining }))
    const entry = { kind: 'refund', wallet_id, title, order_id, source } as const
    await postEntry(tx, { ...entry, moves, point_lot_movements }, now)
  },

  async post(tx, refund, reverses_entry_id, now) {
    const { amount, event_point, paid_point } = refund
    const paid = { unit: 'paid', debit: 'refunding', credit: 'issued', amount: paid_point } as const
    const bonus = { unit: 'event', debit: 'refunding', credit: 'granted' } as const
    const moves = [
      returnedWon('prepaid', amount),
      ...(paid_point > 0 ? [paid] : []),
      ...(event_point > 0 ? [{ ...bonus, amount: event_point }] : []),
    ]
    await postEntry(tx, { ...refundEntry(refund, reverses_entry_id), moves }, now)
  },

  async restore(tx, refund, now) {
    const revocation = await findEntryId(tx, { type: 'request', id: refund.id })
    if (revocation === undefined) return true
    const moves = pointTransfers(refund, { debit: 'refunding', credit: 'wallet' })
    const point_lot_movements = await readReturnMovements(tx, revocation)
    const entry = { ...refundEntry(refund, revocation), kind: 'correction' } as const
    await postEntry(tx, { ...entry, moves, point_lot_movements }, now)
    await expireWalletPoints(tx, refund.wallet_id, now)
    return true
  },
}

/** Posts a refund of won alone. */
export const postWonRefund: Reversal['post'] = async (tx, refund, reverses_entry_id, now) => {
  const moves = [returnedWon('sales', refund.amount)]
  await postEntry(tx, { ...refundEntry(refund, reverses_entry_id), moves }, now)
}

/** Reversal of an order that was paid but never delivered. */
export const undeliveredReversal: Pick<Reversal, 'post' | 'restore'> = {
  post: postWonRefund,
  restore: async () => true,
}

/** Ledger entry that reverses another one for a refund, without its transfers. */
const refundEntry = ({ id, wallet_id, order_id, title }: RefundRow, reverses_entry_id: number) => {
  const source = { type: 'refund', id } as const
  return { kind: 'refund', wallet_id, title, order_id, reverses_entry_id, source } as const
}

/** Transfer of won that the gateway has cancelled. */
const returnedWon = (debit: 'sales' | 'prepaid', amount: number) =>
  ({ unit: 'won', debit, credit: 'gateway', amount }) as const
