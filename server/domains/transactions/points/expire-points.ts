import { dayMs } from '#contract/core/seoul-time.ts'
import type { Tx, Database } from '#server/db/client.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { postEntry } from '../ledger/ledger-queries.ts'
import { tryLockWallet } from '../ledger/wallet-queries.ts'
import { expiryTitle, pointExpiryCopy } from './point-expiry.copy.ts'
import {
  findWalletsWithExpiredLots,
  readExpiredLots,
  findWalletsToNotify,
  markLotsNotified,
} from './point-queries.ts'
import type { SpendableLot } from './point-lots.ts'
import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type { Clock } from '#server/shared/clock.ts'
import { renderEmailWithButton } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { notify } from '#server/domains/notifications/index.ts'

/** Posts the expiry of points whose lots have expired. Skips locked wallets. */
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
 * last movement rather than the lot, because points may return to an expired lot and expire again.
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

/** Lots listed in an e-mail. */
const maxLines = 10

/** Notifies members whose points expire within 30 days: once per lot, of all lots together. */
export async function notifyExpiringPoints(
  {
    db,
    transact,
    clock,
    site_url,
  }: Pick<Database, 'db' | 'transact'> & {
    clock: Clock
    site_url: string
  },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const period = { now, until: new Date(now.getTime() + expiryNoticeDays * dayMs) }
  let notifiedCount: number
  do {
    notifiedCount = 0
    for (const { wallet_id, member_id } of await findWalletsToNotify(db, period)) {
      if (signal?.aborted) return
      notifiedCount += await transact(async (tx) => {
        if (!(await tryLockWallet(tx, wallet_id))) return 0
        const lots = await markLotsNotified(tx, wallet_id, period)
        const [first, last] = [lots[0], lots.at(-1)]
        if (!first || !last) return 0
        await notify(
          tx,
          {
            kind: 'points_expiring',
            key: `lot:${first.id}`,
            recipient: { member_id, profile_id: null },
            data: { points: sumOf(lots), expires_at: first.expires_at },
            email: expiryEmail(lots, site_url),
            email_expires_at: new Date(last.expires_at),
          },
          now,
        )
        return lots.length
      })
    }
  } while (notifiedCount > 0)
}

const sumOf = (lots: readonly SpendableLot[]) => lots.reduce((sum, lot) => sum + lot.remaining, 0)

/** @param lots in order of expiry, at least one. */
function expiryEmail(lots: readonly SpendableLot[], site_url: string): EmailMessage {
  const copy = pointExpiryCopy.email(sumOf(lots), new Date(lots[0]?.expires_at ?? 0))
  const lines = lots
    .slice(0, maxLines)
    .map((lot) => pointExpiryCopy.fact(lot.kind, lot.remaining, new Date(lot.expires_at)))
  const more = lots.length - maxLines
  const facts = more > 0 ? [...lines, pointExpiryCopy.more(more)] : lines
  return renderEmailWithButton(copy, `${site_url}/mypage/points`, facts)
}
