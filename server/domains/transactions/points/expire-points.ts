import type { Tx } from '#server/db/client.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { postEntry } from '../ledger/ledger-queries.ts'
import { tryLockWallet } from '../ledger/wallet-queries.ts'
import { expiryTitle } from './point-expiry.copy.ts'
import { findWalletsWithExpiredLots, readExpiredLots } from './point-queries.ts'

/** Posts the expiry of points whose lots have expired (D-54). Skips locked wallets. */
export async function expirePoints(
  { db, transact, clock, log }: Pick<PaymentDependencies, 'db' | 'transact' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  let expiredCount: number
  do {
    expiredCount = 0
    for (const { wallet_id } of await findWalletsWithExpiredLots(db, now)) {
      if (signal?.aborted) return
      expiredCount += await transact((tx) => expireWalletPoints(tx, wallet_id, now)).catch(
        (error: Error) => {
          log.error({ error: error.message, wallet_id }, 'expiring points failed')
          return 0
        },
      )
    }
    // Stops when the remaining wallets are locked or failing; the next run retries them.
  } while (expiredCount > 0)
}

/**
 * Posts the expired points of one wallet, unless another transaction holds its lock. The source of an entry is the lot's
 * last movement rather than the lot, because points may return to an expired lot and expire again (L7).
 * @returns the number of expired lots.
 */
export async function expireWalletPoints(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  if (!(await tryLockWallet(tx, wallet_id))) return 0
  const lots = await readExpiredLots(tx, wallet_id, now)
  for (const { id, kind, remaining, last_move } of lots) {
    const source = { type: 'point_lot_movement', id: last_move } as const
    const expiry = { unit: kind, debit: 'wallet', credit: 'expired', amount: remaining } as const
    const point_lot_movements = [{ lot_id: id, change: -remaining }]
    const entry = { wallet_id, kind: 'expiry', source, title: expiryTitle(kind) } as const
    await postEntry(tx, { ...entry, moves: [expiry], point_lot_movements }, now)
  }
  return lots.length
}
