import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { postEntry } from '../ledger/ledger.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { expiryTitle } from './point-expiry.copy.ts'

type ExpiredLot = { id: number; kind: 'event' | 'paid'; remaining: number; last_move: number }

/** Lots read per query. */
const batchSize = 200

/** Posts the expiry of points whose lots have expired (D-54). Skips locked wallets. */
export async function expirePoints(
  { db, transact, clock, log }: Pick<PaymentDependencies, 'db' | 'transact' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  for (;;) {
    const { rows } = await sql<{ wallet_id: number }>`
      select distinct wallet_id from (
        select wallet_id from point_lots where remaining > 0 and expires_at <= ${now} order by expires_at limit ${batchSize}
      ) as lots`.execute(db)
    let expiredCount = 0
    for (const { wallet_id } of rows) {
      if (signal?.aborted) return
      expiredCount += await transact((tx) => expireWalletPoints(tx, wallet_id, now)).catch(
        (error: Error) => {
          log.error({ error: error.message, wallet_id }, 'expiring points failed')
          return 0
        },
      )
    }
    // The remaining wallets are locked or failing; the next run retries them.
    if (expiredCount === 0) return
  }
}

/**
 * Posts the expired points of one wallet, unless another transaction holds its lock.
 * @returns the number of expired lots.
 */
export async function expireWalletPoints(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  const locked =
    await sql`select from wallets where id = ${wallet_id} for update skip locked`.execute(tx)
  if (locked.rows.length === 0) return 0
  const { rows } = await sql<ExpiredLot>`
    select l.id, l.kind, l.remaining, (select max(m.id) from point_lot_movements m where m.lot_id = l.id) as last_move
    from point_lots l where l.wallet_id = ${wallet_id} and l.remaining > 0 and l.expires_at <= ${now}
    order by l.expires_at, l.id`.execute(tx)
  for (const lot of rows) await expireLot(tx, wallet_id, lot, now)
  return rows.length
}

/**
 * Expires the remaining points of a lot. The source is the lot's last movement rather than the lot, because points may
 * return to an expired lot and expire again (L7).
 */
async function expireLot(tx: Tx, wallet_id: number, lot: ExpiredLot, now: Date): Promise<void> {
  const { id, kind, remaining, last_move } = lot
  const entry = {
    wallet_id,
    kind: 'expiry' as const,
    source: { type: 'lot_move' as const, id: last_move },
    title: expiryTitle(kind),
    moves: [
      { unit: kind, debit: 'wallet' as const, credit: 'expired' as const, amount: remaining },
    ],
    point_lot_movements: [{ lot_id: id, change: -remaining }],
  }
  await postEntry(tx, entry, now)
}
