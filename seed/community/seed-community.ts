import { insertMember } from '#server/domains/accounts/index.ts'
import { aggregateViews } from '#server/domains/watch-history/index.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { demoKey } from '../seed-catalogue.ts'
import { daysSinceWritten } from '../works/index.ts'
import { activityDays, planActivity, type Activity } from './activity.ts'
import { type Buyer, buyWatched } from './buy-watched.ts'
import { communityNames } from './people.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'

const seedName = 'demo community'
const dayMs = 86_400_000
/** Two of three members are verified adults. */
const isAdult = (member: number) => member % 3 !== 2

/**
 * Seeds the community of the demonstration once: members, their views of eight weeks with the purchases behind them, and
 * their likes, reviews and helpful votes. Every figure that is shown of a work is the sum of these rows (D-92). The members
 * have a discarded random password, so that no sign-in is possible (D-91).
 * @returns whether it was inserted now.
 */
export async function seedCommunity(
  transact: Transact,
  parts: { encryption: Encryption; hash: (password: string) => Promise<string> },
  now: Date,
): Promise<boolean> {
  const password_hash = await parts.hash(randomBytes(24).toString('base64url'))
  return transact(async (tx) => {
    const once = await tx
      .insertInto('seed_runs')
      .values({ name: seedName })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!once.numInsertedOrUpdatedRows) return false
    const buyers: (Buyer | null)[] = []
    for (const [place, username] of communityNames.entries()) {
      const number = String(place + 1)
      const columns = {
        email: `member${number}@hanpyeon.test`,
        phonenumber: `010000001${number.padStart(2, '0')}`,
        ...{ username, password_hash, is_staff: false, is_demo: true },
        adult_verified_until: isAdult(place)
          ? new Date(now.getTime() + 200 * dayMs).toISOString()
          : null,
      }
      // Joined in the weeks before the first view.
      const joined = new Date(now.getTime() - (activityDays + 1 + place * 3) * dayMs)
      const member = await insertMember(tx, parts.encryption, columns, joined)
      buyers.push(member ? { member, joined } : null)
    }
    const ids = buyers.map((buyer) => buyer?.member.id ?? null)
    const adults = new Set(communityNames.map((_, place) => place).filter(isAdult))
    const activity = planActivity(communityNames.length, adults, daysSinceRelease(now))
    await buyWatched(tx, buyers, activity.views, now)
    await insertViews(tx, ids, activity.views, now)
    await aggregateViews(tx, now)
    await countRecentViews(tx, now)
    await insertSearches(tx, now)
    await insertLikes(tx, ids, activity.likes, now)
    await insertReviews(tx, ids, activity.reviews, now)
    return true
  })
}

function daysSinceRelease(now: Date): Parameters<typeof planActivity>[2] {
  const today = now.getTime() - daysSinceWritten(now) * dayMs
  return (work, season, episode) => {
    const found = work.seasons
      .find(({ number }) => number === season)
      ?.episodes.find(({ number }) => number === episode)
    return found ? (today - Date.parse(found.released_at)) / dayMs : -1
  }
}

/** Rows of members that exist, as JSON for `jsonb_to_recordset`. */
const toJson = <T extends { member: number; work: number }>(
  rows: readonly T[],
  ids: readonly (number | null)[],
) =>
  JSON.stringify(
    rows.flatMap((row) => {
      const member_id = ids[row.member]
      return member_id == null ? [] : [{ ...row, member_id, key: demoKey(row.work) }]
    }),
  )

/**
 * Inserts histories, and counts the views as `countViews` does: each member once a day for an episode and for its series
 * (D-47). The views of today are kept, so that a member who watches on is not counted twice.
 */
async function insertViews(
  tx: Tx,
  ids: readonly (number | null)[],
  views: Activity['views'],
  now: Date,
) {
  const at = now.toISOString()
  await sql`
    with watched as materialized (
      select r.member_id, e.id as episode_id, e.series_id, s.at, (s.at at time zone 'Asia/Seoul')::date as day,
        (r.share * e.runtime)::int as progress, r.share >= 1 as is_completed
      from jsonb_to_recordset(${toJson(views, ids)}::jsonb)
        as r (member_id int, key text, season int, episode int, days_ago float8, share float8)
      join series w on w.import_key = r.key
      join seasons n on n.series_id = w.id and n.number = r.season
      join episodes e on e.season_id = n.id and e.number = r.episode
      cross join lateral (select ${at}::timestamptz - r.days_ago * interval '1 day' as at) s
    ), histories as (
      insert into watch_histories (member_id, episode_id, series_id, progress, is_completed, in_continue_watching,
        watched_at, updated_at, counted_on, source_id)
      select distinct on (member_id, episode_id) member_id, episode_id, series_id, progress, is_completed, false,
        at, at, day, 0
      from watched order by member_id, episode_id, at desc
    ), objects as materialized (
      select distinct w.day, o.content_type, o.id, w.member_id from watched w
      cross join lateral (values ('series', w.series_id), ('episode', w.episode_id)) as o (content_type, id)
    ), today as (
      insert into daily_viewers (day, content_type, object_id, viewer_key)
      select day, content_type, id, member_id from objects where day = (${at}::timestamptz at time zone 'Asia/Seoul')::date
    ), stats as (
      insert into stat_deltas (day, metric, episode_id, amount)
      select day, 'plays', id, count(*) from objects where content_type = 'episode' group by 1, 3
      union all
      select day, 'seconds', episode_id, sum(progress) from watched group by 1, 3
    )
    insert into view_count_deltas (content_type, object_id, count)
    select content_type, id, count(*) from objects group by 1, 2`.execute(tx)
}

/** Counts the views of the last day by their hours: `aggregateViews` counts all of them in this one. */
async function countRecentViews(tx: Tx, now: Date) {
  const at = now.toISOString()
  await sql`delete from hourly_views`.execute(tx)
  await sql`
    insert into hourly_views (hour, series_id, count)
    select date_trunc('hour', watched_at), series_id, count(distinct member_id) from watch_histories
    where watched_at > ${at}::timestamptz - interval '1 day' and watched_at <= ${at} group by 1, 2`.execute(
    tx,
  )
}

/** Members who watched a work this week have searched for it today. */
async function insertSearches(tx: Tx, now: Date) {
  const at = now.toISOString()
  await sql`
    insert into daily_searches (day, term, searcher_key, network, searched_at)
    select distinct (${at}::timestamptz at time zone 'Asia/Seoul')::date, lower(s.title), h.member_id, h.member_id, ${at}::timestamptz
    from watch_histories h join series s on s.id = h.series_id
    where h.watched_at > ${at}::timestamptz - interval '7 days' and char_length(s.title) <= 20
      and s.title !~ '[^가-힣a-zA-Z0-9 ]'`.execute(tx)
}

async function insertLikes(
  tx: Tx,
  ids: readonly (number | null)[],
  likes: Activity['likes'],
  now: Date,
) {
  await sql`
    insert into likes (member_id, series_id, created_at)
    select r.member_id, s.id, ${now.toISOString()}::timestamptz - r.days_ago * interval '1 day'
    from jsonb_to_recordset(${toJson(likes, ids)}::jsonb) as r (member_id int, key text, days_ago float8)
    join series s on s.import_key = r.key order by 3`.execute(tx)
}

async function insertReviews(
  tx: Tx,
  ids: readonly (number | null)[],
  reviews: Activity['reviews'],
  now: Date,
) {
  await sql`
    insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
    select r.member_id, s.id, r.rating, r.context, r.is_spoiler, at, at
    from jsonb_to_recordset(${toJson(reviews, ids)}::jsonb)
      as r (member_id int, key text, rating int, context text, is_spoiler bool, days_ago float8)
    join series s on s.import_key = r.key
    cross join lateral (select ${now.toISOString()}::timestamptz - r.days_ago * interval '1 day' as at) as written
    order by at`.execute(tx)
  const votes = reviews.flatMap(({ member, work, helpful }) =>
    helpful.map((voter) => ({ member, work, voter_id: ids[voter] })),
  )
  await sql`
    insert into review_helpfuls (review_id, member_id)
    select w.id, v.voter_id
    from jsonb_to_recordset(${toJson(votes, ids)}::jsonb) as v (member_id int, key text, voter_id int)
    join series s on s.import_key = v.key
    join reviews w on w.series_id = s.id and w.member_id = v.member_id and w.episode_id is null
    where v.voter_id is not null`.execute(tx)
}
