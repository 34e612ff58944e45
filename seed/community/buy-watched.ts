import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { createBuyWithPoints, grantPoints } from '#server/domains/transactions/index.ts'
import { withReadyCatalogue } from '../activity/ready-catalogue.ts'
import { demoKey } from '../seed-catalogue.ts'
import type { EpisodeView } from './activity.ts'
import { sql } from 'kysely'

const dayMs = 86_400_000
/** Points that a member has left after all purchases. */
const sparePoints = 2_000
const ownership_type_id = ownershipTypes.owned

/** A member and the time of joining, at which the points are granted. */
export type Buyer = { member: Member; joined: Date }
type Purchase = { episode_id: number; price: number; at: Date }

/**
 * Buys every paid episode that members watch, with granted points and at its first view, like any purchase: orders,
 * ledger entries and purchases agree, and no money moves. An entitlement to play stands behind each view (D-92).
 */
export async function buyWatched(
  tx: Tx,
  buyers: readonly (Buyer | null)[],
  views: readonly EpisodeView[],
  now: Date,
): Promise<void> {
  const purchases = await planPurchases(tx, views, now)
  const buyWithPoints = createBuyWithPoints({ transact: (run) => run(tx) })
  await withReadyCatalogue(tx, async () => {
    for (const [place, buyer] of buyers.entries()) {
      if (!buyer) continue
      const spent = (purchases.get(place) ?? []).reduce((sum, { price }) => sum + price, 0)
      const amount = spent + sparePoints
      const member_id = buyer.member.id
      await grantPoints(tx, { member_id, amount, idempotency_key_hash: null, now: buyer.joined })
    }
    // The nth purchases of all members share a batch.
    const most = Math.max(0, ...[...purchases.values()].map(({ length }) => length))
    for (let nth = 0; nth < most; nth++)
      await Promise.all(
        buyers.flatMap((buyer, place) => {
          const purchase = purchases.get(place)?.[nth]
          if (!buyer || !purchase) return []
          const { episode_id, price, at } = purchase
          const item = { episode_id, ownership_type_id, changed_point: -price }
          const { member } = buyer
          return [buyWithPoints({ member, profile_id: member.id, ...item, now: at })]
        }),
      )
  })
  const members = buyers.flatMap((buyer) => (buyer ? [buyer.member.id] : []))
  await sql`
    update purchases p set first_used_at = p.purchased_at from wallets w
    where w.id = p.wallet_id and w.member_id = any (${members}::int[])`.execute(tx)
}

/** The purchases of each member by position, the earliest first. */
async function planPurchases(
  tx: Tx,
  views: readonly EpisodeView[],
  now: Date,
): Promise<Map<number, Purchase[]>> {
  const { rows } = await sql<{ key: string; id: number; price: number }>`
    select s.import_key || ':' || n.number || ':' || e.number as key, e.id, e.price
    from episodes e join seasons n on n.id = e.season_id join series s on s.id = e.series_id
    where s.import_key like 'demo:%' and not e.is_free`.execute(tx)
  const sold = new Map(rows.map((row) => [row.key, row]))
  const purchases = new Map<number, Purchase[]>()
  for (const { member, work, season, episode, days_ago } of views.toSorted(
    (a, b) => b.days_ago - a.days_ago,
  )) {
    const found = sold.get(`${demoKey(work)}:${season}:${episode}`)
    const own = purchases.get(member) ?? []
    if (!found || own.some(({ episode_id }) => episode_id === found.id)) continue
    const at = new Date(now.getTime() - days_ago * dayMs)
    purchases.set(member, [...own, { episode_id: found.id, price: found.price, at }])
  }
  return purchases
}
