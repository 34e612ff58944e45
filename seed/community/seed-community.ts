import { dayMs } from '#contract/core/seoul-time.ts'
import { profileKeyPrefix, profileWidth } from '#contract/core/images.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Member } from '#server/api/request-context.ts'
import { insertConsents, insertMember } from '#server/domains/accounts/index.ts'
import { aggregateViews } from '#server/domains/watch-history/index.ts'
import { consents } from '#contract/accounts/account-rules.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { createLogger } from '#server/shared/logger.ts'
import { withReadyCatalogue } from '../activity/ready-catalogue.ts'
import {
  addDemoLives,
  findDemoAccounts,
  finishDemoLives,
  viewerPurchases,
} from '../activity/demo-life.ts'
import { registerBrokenUpload } from '../activity/failed-upload.ts'
import { studioEvents } from '../activity/studio-story.ts'
import { reportedReviews } from '../activity/studio-texts.ts'
import { demoKey } from '../seed-catalogue.ts'
import { type Activity, planActivity } from './activity.ts'
import { communityBusiness } from './business.ts'
import { type GatewayBooks, openPastGateway } from './past-gateway.ts'
import { agreesToMarketing, communityNames, isAdult, joinedDaysAgo } from './people.ts'
import { createPastDependencies, runPast } from './past.ts'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'

const seedName = 'demo community'
const portraits = new URL('../media/portraits/', import.meta.url)

type Parts = {
  encryption: Encryption
  hash: (password: string) => Promise<string>
  files: Storage
  site_url: string
  /** The books of the payment gateway simulator; null if another gateway is used, and then nothing is paid by card. */
  books: GatewayBooks | null
}

/**
 * Seeds the community of the demonstration once: members with portraits, their views with the plans and purchases behind
 * them, their likes, reviews and votes, and what staff did about them. All of it happens through the product's use cases at
 * past times, so every figure is the sum of rows (decisions/0051-one-command). The members have a discarded random
 * password, so that no sign-in is possible.
 * @returns whether it was inserted now.
 */
export async function seedCommunity(transact: Transact, parts: Parts, now: Date): Promise<boolean> {
  const password_hash = await parts.hash(randomBytes(24).toString('base64url'))
  const log = createLogger('silent', 'seed')
  const clock = createPastClock(now)
  const gateway = parts.books && (await openPastGateway(parts.books, { clock, log }))
  try {
    const isNew = await transact(async (tx) => {
      const once = await tx
        .insertInto('seed_runs')
        .values({ name: seedName })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (!once.numInsertedOrUpdatedRows) return false
      const members = await insertMembers(tx, { ...parts, password_hash }, now)
      const activity = planActivity(
        communityNames.map((_, place) => ({
          joined: now.getTime() - joinedDaysAgo(place) * dayMs,
          isAdult: isAdult(place),
        })),
        reportedReviews,
        now.getTime(),
      )
      const accounts = await findDemoAccounts(tx)
      if (accounts)
        addDemoLives(activity, { viewer: members.length, staff: members.length + 1 }, now)
      for (const { days, context, rating, member, work } of reportedReviews) {
        const at = now.getTime() - days * dayMs
        activity.reviews.push({ context, rating, is_spoiler: false, member, work, at, voters: [] })
        activity.views.push({ member, work, season: 1, episode: 1, at: at - dayMs / 24, share: 1 })
      }
      if (accounts) {
        await storePortrait(tx, parts.files, accounts.viewer.id, members.length + 1)
        await storePortrait(tx, parts.files, accounts.staff.id, members.length + 2)
      }
      const everybody = accounts ? [...members, accounts.viewer, accounts.staff] : members
      const ids = everybody.map((member) => member?.id ?? null)
      await insertViews(tx, ids, activity.views, now)
      await aggregateViews(tx, now)
      await countRecentViews(tx, now)
      await insertLikes(tx, ids, activity.likes)
      await insertReviews(tx, ids, activity.reviews)
      const deps = createPastDependencies(tx, { ...parts, clock, log, gateway })
      await withReadyCatalogue(tx, async () => {
        const events = await communityBusiness(tx, everybody, activity.views, now)
        if (accounts) {
          events.push(...(await viewerPurchases(tx, accounts.viewer, now)))
          events.push(...studioEvents(tx, deps, { ...accounts, members, password_hash, now }))
        }
        await runPast(tx, deps, { gateway, clock, now, events })
        if (accounts) await finishDemoLives(tx, accounts, now)
      })
      await discardMessages(tx)
      return true
    })
    await gateway?.close()
    if (isNew) {
      await gateway?.keep()
      await registerBrokenUpload({ transact, files: parts.files }, now)
    }
    return isNew
  } catch (error) {
    await gateway?.close()
    throw error
  }
}

/** A clock that is set to the past. */
function createPastClock(now: Date) {
  let time = now
  return { now: () => time, set: (at: Date) => void (time = at) }
}

/** Undefined for a member whose address is in use. */
async function insertMembers(
  tx: Tx,
  {
    encryption,
    files,
    password_hash,
  }: Pick<Parts, 'encryption' | 'files'> & { password_hash: string },
  now: Date,
): Promise<(Member | undefined)[]> {
  const members: (Member | undefined)[] = []
  for (const [place, username] of communityNames.entries()) {
    const number = String(place + 1)
    const joined = new Date(now.getTime() - joinedDaysAgo(place) * dayMs)
    const columns = {
      email: `member${number}@hanpyeon.test`,
      phonenumber: `010000001${number.padStart(2, '0')}`,
      username,
      password_hash,
      is_staff: false,
      is_demo: true,
      is_marketing_agreed: agreesToMarketing(place),
      adult_verified_until: isAdult(place)
        ? new Date(now.getTime() + 200 * dayMs).toISOString()
        : null,
    }
    const member = await insertMember(tx, encryption, columns, joined)
    members.push(member)
    if (!member) continue
    const agreed = Object.fromEntries(
      consents.map((kind) => [kind, kind !== 'marketing_info' || agreesToMarketing(place)]),
    )
    await insertConsents(tx, member.id, agreed, { address: '127.0.0.1', now: joined })
    await storePortrait(tx, files, member.id, place + 1)
  }
  return members
}

/** Copies a portrait, which is stored in the width of the product, and sets it as the picture of the member's profile. */
async function storePortrait(tx: Tx, files: Storage, member_id: number, number: number) {
  const name = `${String(number).padStart(2, '0')}.webp`
  const image = await readFile(new URL(name, portraits)).catch(() => null)
  if (!image) return
  const key = `${profileKeyPrefix}${createHash('sha256').update(image).digest('hex').slice(0, 32)}`
  await files.putFolder(
    `images/${key.slice(0, 2)}/${key}`,
    new Map([[`${profileWidth}.webp`, image]]),
  )
  await tx
    .updateTable('profiles')
    .set({ picture_key: key })
    .where('member_id', '=', member_id)
    .execute()
}

/** Rows of members that exist, as JSON for `jsonb_to_recordset`. */
const toJson = <T extends { member: number; work: number; at?: number }>(
  rows: readonly T[],
  ids: readonly (number | null)[],
) =>
  JSON.stringify(
    rows.flatMap((row) => {
      const member_id = ids[row.member]
      if (member_id == null) return []
      const at = row.at === undefined ? {} : { at: new Date(row.at).toISOString() }
      return [{ ...row, member_id, key: demoKey(row.work), ...at }]
    }),
  )

/**
 * Inserts histories, and counts the views as `countViews` does: each member once a day for an episode and for its series.
 * The views of today are kept, so that a member who watches on is not counted twice.
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
      select r.member_id, p.id as profile_id, e.id as episode_id, e.series_id, r.at, (r.at at time zone 'Asia/Seoul')::date as day,
        (r.share * e.runtime)::int as progress, r.share >= 1 as is_completed
      from jsonb_to_recordset(${toJson(views, ids)}::jsonb)
        as r (member_id int, key text, season int, episode int, at timestamptz, share float8)
      join profiles p on p.member_id = r.member_id
      join series w on w.import_key = r.key
      join seasons n on n.series_id = w.id and n.number = r.season
      join episodes e on e.season_id = n.id and e.number = r.episode
    ), histories as (
      insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, in_continue_watching,
        watched_at, updated_at, counted_on, source_id)
      select distinct on (profile_id, episode_id) profile_id, episode_id, series_id, progress, is_completed, false,
        at, at, day, 0
      from watched order by profile_id, episode_id, at desc
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
    select date_trunc('hour', watched_at), series_id, count(distinct profile_id) from watch_histories
    where watched_at > ${at}::timestamptz - interval '1 day' and watched_at <= ${at} group by 1, 2`.execute(
    tx,
  )
}

async function insertLikes(tx: Tx, ids: readonly (number | null)[], likes: Activity['likes']) {
  await sql`
    insert into likes (profile_id, series_id, created_at)
    select p.id, s.id, r.at
    from jsonb_to_recordset(${toJson(likes, ids)}::jsonb) as r (member_id int, key text, at timestamptz)
    join profiles p on p.member_id = r.member_id
    join series s on s.import_key = r.key order by 3`.execute(tx)
}

async function insertReviews(
  tx: Tx,
  ids: readonly (number | null)[],
  reviews: Activity['reviews'],
) {
  await sql`
    insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
    select p.id, s.id, r.rating, r.context, r.is_spoiler, r.at, r.at
    from jsonb_to_recordset(${toJson(reviews, ids)}::jsonb)
      as r (member_id int, key text, rating int, context text, is_spoiler bool, at timestamptz)
    join profiles p on p.member_id = r.member_id
    join series s on s.import_key = r.key order by r.at`.execute(tx)
  const votes = reviews.flatMap(({ member, work, voters }) =>
    voters.map((voter) => ({ member, work, voter_id: ids[voter] })),
  )
  await sql`
    insert into review_helpfuls (review_id, member_id)
    select w.id, v.voter_id
    from jsonb_to_recordset(${toJson(votes, ids)}::jsonb) as v (member_id int, key text, voter_id int)
    join series s on s.import_key = v.key
    join reviews w on w.series_id = s.id and w.author_id = v.member_id and w.episode_id is null
    where v.voter_id is not null`.execute(tx)
}

/** Discards the mails of the past, which nobody receives, and the jobs whose work is done. */
async function discardMessages(tx: Tx) {
  await sql`
    select delete_job(key) from (
      select 'message:' || id as key from messages union all select 'order:' || id from orders
      union all select 'refund:' || id from refunds union all select 'campaign:' || id from marketing_campaigns
    ) as jobs`.execute(tx)
  await sql`delete from messages`.execute(tx)
}
