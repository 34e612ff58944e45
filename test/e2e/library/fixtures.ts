import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import type { TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import type { Site } from '#test/e2e/site.ts'

export const wide = { viewport: { width: 1440, height: 900 } }
export const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

const day = 86_400_000

/** Reads the first released episodes of the demonstration data, or of one series. */
export async function episodesOf(world: TestApp, count: number, series_id?: number) {
  const { rows } = await world.pool.query<{ id: number; series_id: number; title: string }>(
    `select e.id, e.series_id, e.title from episodes e join seasons s on s.id = e.season_id
     where not e.is_announced and ($2::int is null or e.series_id = $2) order by e.series_id, s.number, e.number limit $1`,
    [count, series_id ?? null],
  )
  return rows
}

/** Inserts a history of a profile: days ago, and the watched share of the episode. */
export async function createHistory(
  world: TestApp,
  profile_id: number,
  watched: readonly { id: number; days_ago: number; share: number }[],
) {
  const now = Date.now()
  await world.pool.query(
    `insert into watch_histories
       (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select $1, e.id, e.series_id, floor(e.runtime * w.share)::int, w.share >= 0.9, w.at, w.at, w.at::date, 1
     from unnest($2::int[], $3::timestamptz[], $4::float[]) as w (episode_id, at, share)
     join episodes e on e.id = w.episode_id`,
    [
      profile_id,
      watched.map(({ id }) => id),
      watched.map(({ days_ago }, at) => new Date(now - days_ago * day - at).toISOString()),
      watched.map(({ share }) => share),
    ],
  )
}

/** Inserts likes of a profile for the first series and released episodes of the demonstration data. */
export async function createLikes(
  world: TestApp,
  profile_id: number,
  { series, episodes }: { series: number; episodes: number },
) {
  await world.pool.query(
    `insert into likes (profile_id, series_id, episode_id, created_at)
     (select $1::int, id, null::int, now() from series order by id limit $2)
     union all (select $1::int, series_id, id, now() from episodes where not is_announced order by id limit $3)`,
    [profile_id, series, episodes],
  )
}

/** Opens the browser of a new member with this history. `readHistory` reads the ids of its episodes. */
export async function visitWithHistory(
  site: Site,
  options: Parameters<Site['visit']>[0],
  watched: Parameters<typeof createHistory>[2],
) {
  const member = await makeMember(site.world)
  await createHistory(site.world, member.profile_id, watched)
  const visit = await site.visit(options, member)
  const readHistory = async () =>
    (
      await member.call(endpoints.watch_history.listWatchHistory, { query: { limit: 100 } })
    ).results.map(({ episode }) => episode.id)
  return { member, visit, page: visit.page, readHistory }
}

/** Opens the browser of a new member. */
export async function visitAsMember(site: Site, options: Parameters<Site['visit']>[0]) {
  const member = await makeMember(site.world)
  const visit = await site.visit(options, member)
  return { member, visit, page: visit.page }
}

export const likeButton = (page: Page, title: string) =>
  page.getByRole('button', { name: `${title} 찜`, exact: true })
/** `aria-pressed` of the like button. */
export const isLiked = (page: Page, title: string) =>
  likeButton(page, title).getAttribute('aria-pressed')
/** Reads the likes of a member, such as `series 1`. */
export const readLikes = async (member: TestMember) =>
  (await member.call(endpoints.watch_history.listLikes, { query: {} })).results.map(
    ({ content_type, object_id }) => `${content_type} ${object_id}`,
  )
