import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { type EmailMessage, queueMessage } from '#server/messages/queue-message.ts'
import { tryLockWallet } from '../ledger/wallet-queries.ts'
import { pointExpiryCopy } from './point-expiry.copy.ts'
import { type ExpiringLot, findWalletsToNotify, markLotsNotified } from './point-queries.ts'

/** Lots listed in an e-mail. */
const maxLines = 10

/** E-mails members whose points expire within 30 days: once per lot, all lots in one e-mail (D-54). */
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
  const period = { now, until: new Date(now.getTime() + expiryNoticeDays * 86_400_000) }
  let notifiedCount: number
  do {
    notifiedCount = 0
    for (const { wallet_id, email } of await findWalletsToNotify(db, period)) {
      if (signal?.aborted) return
      notifiedCount += await transact(async (tx) => {
        if (!(await tryLockWallet(tx, wallet_id))) return 0
        const lots = await markLotsNotified(tx, wallet_id, period)
        if (lots.length === 0) return 0
        const message = { kind: 'mail', to: email, ...expiryEmail(lots, site_url) } as const
        const expires_at = new Date(lots.at(-1)?.expires_at ?? now)
        await queueMessage(tx, message, { now, expires_at })
        return lots.length
      })
    }
  } while (notifiedCount > 0)
}

/** @param lots in order of expiry, at least one. */
function expiryEmail(lots: readonly ExpiringLot[], site_url: string): EmailMessage {
  const total = lots.reduce((sum, lot) => sum + lot.remaining, 0)
  const { button, ...copy } = pointExpiryCopy.email(total, new Date(lots[0]?.expires_at ?? 0))
  const lines = lots
    .slice(0, maxLines)
    .map((lot) => pointExpiryCopy.fact(lot.kind, lot.remaining, new Date(lot.expires_at)))
  const more = lots.length - maxLines
  return renderEmail({
    ...copy,
    facts: more > 0 ? [...lines, pointExpiryCopy.more(more)] : lines,
    button: { label: button, url: `${site_url}/mypage/points` },
  })
}
