import { dayMs } from '#contract/core/seoul-time.ts'
import type { Member } from '#server/api/request-context.ts'
import { insertReleaseAlert } from '#server/domains/watch-history/index.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Tx } from '#server/db/client.ts'
import type { Activity } from '../community/activity.ts'
import type { PastEvent } from '../community/past.ts'
import { findOnlyProfile } from '../community/shop.ts'
import { demoKey } from '../seed-catalogue.ts'
import { daysSinceWritten, upcomingWorks, works } from '../works/index.ts'
import { demoMembers } from './demo-credentials.ts'
import { sql } from 'kysely'

/** The past of the two demonstration accounts: days before now, and the share of the episode that was watched. */
type Life = {
  watched: readonly (readonly [work: number, episode: number, share: number, days: number])[]
  liked: readonly number[]
  /** Half stars. */
  reviews: readonly { work: number; rating: number; days: number; context: string }[]
}

const viewerLife: Life = {
  watched: [
    [9, 1, 1, 61],
    [7, 1, 1, 33],
    [1, 1, 1, 21],
    [1, 2, 1, 20.9],
    [8, 1, 1, 6],
    [8, 2, 1, 5.9],
    [3, 1, 1, 3],
    [4, 1, 0.5, 1.1],
    [1, 3, 0.4, 0.3],
  ],
  liked: [4, 6, 3, 2],
  reviews: [
    {
      work: 9,
      rating: 9,
      days: 60.8,
      context:
        '젖은 쪽을 비를 좋아하는 어깨라고 우기는 게 귀여워서 혼자 웃었어요. 밤에 들으니 빗소리가 더 좋네요.',
    },
    {
      work: 1,
      rating: 10,
      days: 20,
      context:
        '자기 전에 한 편씩 보려고 아껴 두는 중이에요. 빨랫줄에 걸린 것들만 봐도 마음이 놓여요.',
    },
  ],
}

const staffLife: Life = {
  watched: [
    [2, 1, 1, 40],
    [1, 1, 1, 15],
    [10, 1, 0.6, 2],
  ],
  liked: [10, 1],
  reviews: [
    {
      work: 2,
      rating: 8,
      days: 39.5,
      context: '등불이 한 사람씩 머물며 세어 갈 때 숨을 참게 돼요. 뱃고동 소리가 오래 남습니다.',
    },
  ],
}

export type DemoAccounts = { viewer: Member; staff: Member }

/** @returns undefined if one of the accounts does not exist. */
export async function findDemoAccounts(tx: Tx): Promise<DemoAccounts | undefined> {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'email', 'username', 'phone_ciphertext'])
    .select(['is_marketing_agreed', 'adult_verified_until', 'is_staff'])
    .select(['email_failed_at', 'phone_failed_at'])
    .where('is_demo', '=', true)
    .execute()
  const [viewer, staff] = demoMembers.map(({ email }) => rows.find((row) => row.email === email))
  if (!viewer || !staff) return undefined
  const points = { event_point: 0, paid_point: 0 }
  return {
    viewer: { ...viewer, ...points, staff_role: null },
    staff: { ...staff, ...points, staff_role: 'owner' },
  }
}

function releaseOf(work_id: number, episode: number, now: Date): number {
  const work = works.find(({ id }) => id === work_id)
  const released_at = work?.seasons[0]?.episodes.find(
    ({ number }) => number === episode,
  )?.released_at
  return released_at ? Date.parse(released_at) + daysSinceWritten(now) * dayMs : Infinity
}

/** Adds what the two accounts did to the activity of the community, where they have the positions `viewer` and `staff`. */
export function addDemoLives(
  activity: Activity,
  { viewer, staff }: { viewer: number; staff: number },
  now: Date,
): void {
  for (const [member, { watched, liked, reviews }] of [
    [viewer, viewerLife],
    [staff, staffLife],
  ] as const) {
    const ago = (days: number) => now.getTime() - days * dayMs
    for (const [work, episode, share, days] of watched) {
      const released = releaseOf(work, episode, now)
      // Nobody watches an episode before its release.
      const at = Math.max(ago(days), released + dayMs / 24)
      if (at < now.getTime()) activity.views.push({ member, work, season: 1, episode, share, at })
    }
    for (const [place, work] of liked.entries())
      activity.likes.push({ member, work, at: ago(liked.length - place) })
    for (const { days, ...review } of reviews)
      activity.reviews.push({ ...review, member, is_spoiler: false, at: ago(days), voters: [] })
  }
}

/** The purchases of the viewer: points of both kinds, a few of which expire soon; a refundable purchase, a running rental. */
export async function viewerPurchases(
  tx: Tx,
  viewer: Member,
  now: Date,
): Promise<readonly PastEvent[]> {
  const ago = (days: number) => now.getTime() - days * dayMs
  const find = async (work: number, episode: number) => {
    const { rows } = await sql<{ id: number }>`
      select e.id from episodes e join series s on s.id = e.series_id
      where s.import_key = ${demoKey(work)} and e.number = ${episode} and not e.is_free order by e.season_id limit 1`.execute(
      tx,
    )
    return rows[0]?.id
  }
  const rented = await find(2, 1)
  const kept = await find(5, 1)
  const { rental, owned } = ownershipTypes
  return [
    { at: ago(347), run: async (shop) => void (await shop.grant(viewer, 5_000)) },
    { at: ago(9), run: (shop) => shop.topUp(viewer, 30_000) },
    ...(kept === undefined
      ? []
      : [{ at: ago(1.4), run: (shop) => shop.buy(viewer, kept, owned, true) } satisfies PastEvent]),
    ...(rented === undefined
      ? []
      : ([
          { at: ago(0.5), run: (shop) => shop.buy(viewer, rented, rental, true) },
          { at: ago(0.4), run: (shop) => shop.watch(viewer, rented) },
        ] satisfies PastEvent[])),
  ]
}

/** Sets an alert of the viewer for the first upcoming work, and keeps unfinished episodes in their list to go on with. */
export async function finishDemoLives(tx: Tx, { viewer, staff }: DemoAccounts, now: Date) {
  const [awaited] = upcomingWorks
  if (awaited) {
    const id = await findOnlyProfile(tx, viewer.id)
    await insertReleaseAlert(tx, { id, age_limit: '19' }, awaited.id, now)
  }
  await sql`
    update watch_histories set in_continue_watching = true
    where profile_id in (select id from profiles where member_id in (${viewer.id}, ${staff.id})) and not is_completed`.execute(
    tx,
  )
}
