import { dayMs, hourMs } from '#contract/core/seoul-time.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { demoKey } from '../seed-catalogue.ts'
import { activityDays, busyness, type EpisodeView, pickTime, startOfSeoulDay } from './activity.ts'
import { joinedDaysAgo } from './people.ts'
import { hasPlan, planStories, plans } from './plan-stories.ts'
import type { PastEvent } from './past.ts'
import { seeded } from './random.ts'
import type { OldPurchase, Shop } from './shop.ts'
import { sql } from 'kysely'

/** Top-ups of working days and of Friday to Sunday, in points. */
const workdayPackages = [3_000, 5_000, 3_000, 10_000, 5_000]
const weekendPackages = [10_000, 5_000, 30_000, 10_000]

/**
 * Plans what members pay: an episode when they first watch it and no plan opens it, plans, top-ups on every day of the last
 * eight weeks, and a few refunds.
 */
export async function communityBusiness(
  tx: Tx,
  members: readonly (Member | undefined)[],
  views: readonly EpisodeView[],
  now: Date,
): Promise<PastEvent[]> {
  const random = seeded(56)
  const events: PastEvent[] = []
  const present = now.getTime()
  const ago = (days: number) => present - days * dayMs
  const add = (place: number, at: number, run: (shop: Shop, member: Member) => Promise<void>) => {
    const member = members[place]
    if (member) events.push({ at, run: (shop) => run(shop, member) })
  }

  const episodes = await readPaidEpisodes(tx)
  const old = new Map<string, OldPurchase>()
  for (const { member: place, work, season, episode, at } of views) {
    const found = episodes.get(`${demoKey(work)}:${season}:${episode}`)
    const member = members[place]
    if (!found || !member) continue
    const { id, price } = found
    const key = `${place}:${id}`
    if (at > ago(activityDays + 1) || hasPlan(place, (present - at) / dayMs))
      add(place, at, (shop, viewer) => shop.watch(viewer, id))
    else if (!old.has(key)) old.set(key, { member, episode_id: id, price, at })
  }
  // Before the eight weeks, and so before the other events of these members.
  const oldest = Math.min(present, ...views.map(({ at }) => at)) - dayMs
  events.push({ at: oldest, run: (shop) => shop.buyInBatches([...old.values()]) })
  for (const { member, plan, from, change, stopped, refunded, isDeclinedLater } of planStories) {
    const card = isDeclinedLater ? 'decline_later' : 'approve'
    add(member, ago(from), (shop, payer) => shop.subscribe(payer, plans[plan], card))
    if (change)
      add(member, ago(change.at), (shop, payer) => shop.subscribe(payer, plans[change.to]))
    if (stopped !== undefined) add(member, ago(stopped), (shop, payer) => shop.stopPlan(payer))
    if (refunded !== undefined)
      add(member, ago(refunded), (shop, payer) => shop.refundLatest(payer))
  }

  for (let day = activityDays; day >= 0; day--) {
    const start = startOfSeoulDay(ago(day))
    const end = Math.min(start + dayMs, present)
    const packages = busyness(start + 20 * hourMs) > 0.5 ? weekendPackages : workdayPackages
    const amount = packages[day % packages.length]!
    const place = pickMember(random, day)
    add(place, pickTime(random, start, end), (shop, payer) => shop.topUp(payer, amount))
  }

  // Bought by mistake and returned within the hour, or the points of a top-up that was too large.
  for (const [member, days] of [
    [2, 47.1],
    [20, 29.3],
    [35, 12.2],
  ] as const) {
    add(member, ago(days), (shop, payer) => shop.topUp(payer, 10_000))
    add(member, ago(days - 0.03), (shop, payer) => shop.refundLatest(payer))
  }
  return events
}

/** Picks a member who had joined by then. */
function pickMember(random: () => number, day: number): number {
  for (;;) {
    const place = Math.floor(random() * 60)
    if (joinedDaysAgo(place) > day + 1) return place
  }
}

async function readPaidEpisodes(tx: Tx): Promise<Map<string, { id: number; price: number }>> {
  const { rows } = await sql<{ key: string; id: number; price: number }>`
    select s.import_key || ':' || n.number || ':' || e.number as key, e.id, e.price
    from episodes e join seasons n on n.id = e.season_id join series s on s.id = e.series_id
    where s.import_key like 'demo:%' and not e.is_free`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}
