import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { type EmailMessage, queueMessage } from '#server/messages/queue-message.ts'
import { sql } from 'kysely'
import { pointExpiryCopy } from './point-expiry.copy.ts'

type ExpiringLot = { id: number; kind: 'event' | 'paid'; remaining: number; expires_at: string }

const batchSize = 200
/** Lots listed in an e-mail. */
const maxLines = 10

/** E-mails members whose points expire within 30 days: once per lot, all lots in one e-mail (D-54). */
export async function notifyExpiringPoints(
  parts: Pick<Database, 'db' | 'transact'> & { clock: Clock; site_url: string },
  signal?: AbortSignal,
): Promise<void> {
  const now = parts.clock.now()
  const until = new Date(now.getTime() + expiryNoticeDays * 86_400_000)
  for (;;) {
    const { rows } = await sql<{ wallet_id: number; email: string }>`
      select distinct wallet_id, email from (
        select l.wallet_id, m.email from point_lots l
        join wallets w on w.id = l.wallet_id join members m on m.id = w.member_id
        where l.remaining > 0 and l.expiry_notified_at is null and l.expires_at > ${now} and l.expires_at <= ${until}
        order by l.expires_at limit ${batchSize}
      ) as lots`.execute(parts.db)
    let notified = 0
    for (const { wallet_id, email } of rows) {
      if (signal?.aborted) return
      notified += await parts.transact((tx) =>
        notifyWallet(tx, { wallet_id, email, until, now, site_url: parts.site_url }),
      )
    }
    if (notified === 0) return
  }
}

async function notifyWallet(
  tx: Tx,
  to: { wallet_id: number; email: string; until: Date; now: Date; site_url: string },
): Promise<number> {
  const { wallet_id, now } = to
  const locked =
    await sql`select from wallets where id = ${wallet_id} for update skip locked`.execute(tx)
  if (locked.rows.length === 0) return 0
  const { rows } = await sql<ExpiringLot>`
    with notified as (
      update point_lots set expiry_notified_at = ${now}
      where wallet_id = ${wallet_id} and remaining > 0 and expiry_notified_at is null
        and expires_at > ${now} and expires_at <= ${to.until}
      returning id, kind, remaining, expires_at)
    select * from notified order by expires_at, id`.execute(tx)
  if (rows.length > 0)
    await queueMessage(
      tx,
      { kind: 'mail', to: to.email, ...expiryEmail(rows, to.site_url) },
      { now, expires_at: new Date(rows.at(-1)?.expires_at ?? now) },
    )
  return rows.length
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
