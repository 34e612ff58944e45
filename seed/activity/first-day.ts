import type { Tx } from '#server/db/client.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import { createBuyWithPoints, grantPoints } from '#server/domains/transactions/index.ts'
import { insertReleaseAlert } from '#server/domains/watch-history/index.ts'
import type { Member } from '#server/api/request-context.ts'
import { sql } from 'kysely'
import { demoKey } from '../seed-catalogue.ts'
import { withReadyCatalogue } from './ready-catalogue.ts'

/** Points that the viewer begins with. */
const welcomePoints = 10_000
/** Works of the wishlist, the last one first. */
const liked = [4, 6, 3, 2]
/** The watched share of episodes of the first seasons, the latest last. */
const watched = [
  { work: 9, episode: 1, share: 1 },
  { work: 7, episode: 1, share: 1 },
  { work: 4, episode: 1, share: 0.5 },
  { work: 1, episode: 1, share: 1 },
  { work: 1, episode: 2, share: 0.4 },
]
const bought = [
  { work: 3, season: 1, episode: 2, ownership_type_id: ownershipTypes.owned },
  { work: 1, season: 2, episode: 1, ownership_type_id: ownershipTypes.rental },
] as const
/** The upcoming work for which the viewer has an alert. */
const awaited = 50

/**
 * Gives the demo viewer what an account of some weeks has (D-91): history, wishlist, an alert, points, a purchase and a
 * rental. It needs neither films nor a gateway, so it is there with the first page.
 */
export async function insertFirstDay(tx: Tx, viewer: Member, now: Date): Promise<void> {
  const at = now.toISOString()
  await sql`
    insert into watch_histories (member_id, episode_id, series_id, progress, is_completed, in_continue_watching,
      watched_at, updated_at, counted_on, source_id)
    select ${viewer.id}, e.id, e.series_id, (e.runtime * r.share)::int, r.share = 1, r.share < 1, t.at, t.at,
      (t.at at time zone 'Asia/Seoul')::date, 0
    from jsonb_to_recordset(${JSON.stringify(
      watched.map((one, place) => ({
        ...one,
        key: demoKey(one.work),
        hours: (watched.length - place) * 20,
      })),
    )}::jsonb) as r (key text, episode int, share float8, hours int)
    join series s on s.import_key = r.key
    join seasons n on n.series_id = s.id and n.number = 1
    join episodes e on e.season_id = n.id and e.number = r.episode
    cross join lateral (select ${at}::timestamptz - r.hours * interval '1 hour' as at) t`.execute(
    tx,
  )
  await sql`
    insert into likes (member_id, series_id, created_at)
    select ${viewer.id}, s.id, ${at}::timestamptz - (${liked.length} - r.place) * interval '1 day'
    from unnest(${liked.map(demoKey)}::text[]) with ordinality as r (key, place)
    join series s on s.import_key = r.key order by r.place`.execute(tx)
  await grantPoints(tx, {
    member_id: viewer.id,
    amount: welcomePoints,
    idempotency_key_hash: null,
    now,
  })
  await withReadyCatalogue(tx, async () => {
    await insertReleaseAlert(tx, { id: viewer.id, age_limit: '19' }, awaited, now)
    for (const one of bought) await buy(tx, viewer, one, now)
  })
}

type Found = { id: number; price: number; rental_price: number }

/** Buys an episode with points. */
async function buy(
  tx: Tx,
  member: Member,
  { work, season, episode, ownership_type_id }: (typeof bought)[number],
  now: Date,
) {
  const { rows } = await sql<Found>`
    select e.id, e.price, e.rental_price from episodes e
    join seasons n on n.id = e.season_id join series s on s.id = e.series_id
    where s.import_key = ${demoKey(work)} and n.number = ${season} and e.number = ${episode}`.execute(
    tx,
  )
  const found = rows[0]
  if (!found) return
  const price = ownership_type_id === ownershipTypes.rental ? found.rental_price : found.price
  const buyWithPoints = createBuyWithPoints({ transact: (run) => run(tx) })
  await buyWithPoints({
    member,
    profile_id: member.id,
    episode_id: found.id,
    ownership_type_id,
    changed_point: -price,
    now,
  })
}
