// hard: walks 320 pages of a fresh demonstration (40 s on a busy machine).
import { seedDemoPeople } from '#test/app/demo-people.ts'
import { contents } from '#contract/contents/contents.ts'
import { playback } from '#contract/playback/playback.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import type { Problem } from '#contract/problem.ts'
import { demoMembers } from '#seed/activity/demo-credentials.ts'
import { allWorks, upcomingWorks } from '#seed/works/index.ts'
import { grantPoints } from '#server/domains/transactions/index.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyWithPoints } from '#test/fixtures/payments.ts'
import { formatRating } from '#web/lib/format-basics.ts'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlayable, openSite, signIn, type Site } from './site.ts'
import { walkPages, type Walk } from './walk-pages.ts'

/** Pages of a member, whose contents the browser requests. */
const memberPages = [
  '/',
  '/series/1',
  ...['', '/videos', '/wishlist', '/purchased', '/points', '/payments', '/plans', '/profile'].map(
    (page) => `/mypage${page}`,
  ),
]
const upcomingIds = upcomingWorks.map(({ id }) => id)

let site: Site
let walked: Walk
/** By the path of a work or an episode, its figures counted from rows. Works show no views. */
let sources: Map<string, { average: number | null; reviews: number; views: number }>
beforeAll(async () => {
  site = await openSite(
    allWorks.map(({ id }) => id),
    { search: true },
  )
  const { world } = site
  await seedDemoPeople(world)
  await makeAllPlayable(world)
  const visit = await site.visit()
  await visit.page.goto('/')
  walked = await visit.page.evaluate(walkPages, { starts: ['/'], upcomingIds, follow: true })
  await visit.context.close()
  sources = await countSources(world)
}, 240_000)
afterAll(() => site?.close())

async function countSources(world: TestApp): Promise<typeof sources> {
  const { rows } = await world.pool.query<{
    path: string
    average: number | null
    reviews: number
    views: number
  }>(`
    select '/series/' || s.id as path, r.average, r.reviews, 0 as views
    from series s cross join lateral (
      select avg(rating)::float8 / 2 as average, count(*)::int as reviews from reviews where series_id = s.id and not is_hidden) r
    union all
    select '/series/' || e.series_id || '/season/' || e.season_id || '/episode/' || e.id, r.average, r.reviews,
      (select coalesce(sum(amount), 0)::int from stat_deltas d where d.metric = 'plays' and d.episode_id = e.id)
    from episodes e cross join lateral (
      select avg(rating)::float8 / 2 as average, count(*)::int as reviews from reviews where episode_id = e.id and not is_hidden) r`)
  return new Map(rows.map(({ path, ...figures }) => [path, figures]))
}

/** Gives every released episode a film. One free and one sold film are encoded, the others are copies. */
async function makeAllPlayable(world: TestApp) {
  const { rows } = await world.pool.query<{ id: number; is_free: boolean }>(
    `select id, is_free from episodes where video_state = 'preparing' order by id`,
  )
  for (const kind of [true, false]) {
    const [first, ...others] = rows.filter(({ is_free }) => is_free === kind)
    await makePlayable(world, [first!], 12)
    const { rows: copies } = await world.pool.query<{ id: number; original: number }>(
      `with original as (
         select a.* from media_assets a join episodes e on e.asset_id = a.id where e.id = $1
       ), copied as (
         insert into media_assets (state, source_name, progress, duration, orientation, width, height, has_audio,
           renditions, captions, storyboard, poster_key, poster_color, ready_at)
         select state, source_name, progress, duration, orientation, width, height, has_audio,
           renditions, captions, storyboard, poster_key, poster_color, ready_at
         from original cross join unnest($2::int[]) returning id
       ), keys as (
         insert into content_keys (asset_id, preview_duration, secret_ciphertext)
         select copied.id, k.preview_duration, k.secret_ciphertext
         from copied cross join original join content_keys k on k.asset_id = original.id
       )
       select copied.id, original.id as original from copied cross join original`,
      [first!.id, others.map(({ id }) => id)],
    )
    const folder = (id: number) => join(world.config.media_dir, kind ? `${id}` : `${id}p`)
    for (const [place, { id, original }] of copies.entries()) {
      cpSync(folder(original), folder(id), { recursive: true })
      await world.pool.query(
        `update episodes set asset_id = $2, video_state = 'ready' where id = $1`,
        [others[place]!.id, id],
      )
    }
  }
}

test('a visitor reaches every public episode, and no link is broken', async () => {
  expect(walked.broken).toEqual([])
  const { rows } = await site.world.pool.query<{ id: number }>(
    'select id from episodes where not is_announced order by id',
  )
  expect(rows.length).toBeGreaterThanOrEqual(22)
  expect(walked.videos.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
})

test('every play button plays: at once, as a preview with offers, or after the proof of age', async () => {
  const { world } = site
  const failures: string[] = []
  const plays = async (manifest_url: string) => (await world.fetch(manifest_url)).status === 200
  for (const id of walked.videos) {
    const response = await world.fetch(`/api/contents/${id}/video/`)
    const answer = (await response.json()) as { manifest_url: string } & Problem
    const preview = answer.purchase_options?.preview
    const isExpected =
      response.status === 200
        ? await plays(answer.manifest_url)
        : answer.code === 'purchase_required'
          ? preview && (await plays(preview.manifest_url))
          : answer.code === 'authentication_required' ||
            answer.code === 'adult_verification_required'
    if (!isExpected) failures.push(`${id}: ${response.status} ${answer.code}`)
  }
  expect(failures).toEqual([])
})

test('an adult with enough points buys and plays every sold episode', async () => {
  const { world } = site
  const now = world.clock.now()
  const adult_verified_until = new Date(now.getTime() + 86_400_000).toISOString()
  const member = await makeMember(world, { adult_verified_until })
  const grant = { member_id: member.id, amount: 100_000, idempotency_key_hash: null, now }
  await world.transact((tx) => grantPoints(tx, grant))
  await world.transact((tx) => grantPoints(tx, grant))
  for (const id of walked.videos) {
    const { price, is_free } = await world.call(contents.readEpisode, { params: { id } })
    if (!is_free) await buyWithPoints(member, id, price)
    const video = await member.call(playback.readVideo, { params: { id }, query: {} })
    const manifest = await member.fetch(video.manifest_url)
    expect(manifest.status, video.episode.title).toBe(200)
  }
})

test('no unreleased work is listed as released', () => {
  expect(walked.upcoming.length).toBeGreaterThanOrEqual(upcomingIds.length)
  expect(walked.upcoming.filter(({ isMarked }) => !isMarked)).toEqual([])
})

test('every shown rating and view has its rows', () => {
  const shown = walked.figures.filter(({ rating, views }) => rating !== null || views > 0)
  expect(shown.length).toBeGreaterThan(20)
  expect(walked.figures).toEqual(
    walked.figures.map(({ path }) => {
      const { average, reviews, views } = sources.get(path)!
      return { path, rating: average === null ? null : formatRating(average), reviews, views }
    }),
  )
})

test('every link that the demonstration viewer is shown leads to a page, and what continues plays', async () => {
  const [{ email, password }] = demoMembers
  const viewer = createGuestClient(site.world)
  await viewer.call(accounts.signIn, { body: { email, password } })
  const visit = await site.visit()
  await signIn(visit, { cookie: viewer.cookie() })
  const links = new Set<string>()
  const continued = new Set<number>()
  for (const path of memberPages) {
    await visit.page.goto(path)
    await visit.page.waitForLoadState('networkidle')
    const hrefs = await visit.page
      .locator('a[href^="/"]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
    for (const href of hrefs) links.add(href)
    if (path === '/mypage/videos' || path === '/mypage/purchased')
      for (const href of hrefs) {
        const id = /^\/video\/(\d+)/.exec(href)?.[1]
        if (id) continued.add(Number(id))
      }
  }
  const { broken, upcoming } = await visit.page.evaluate(walkPages, {
    starts: [...links],
    upcomingIds,
    follow: false,
  })
  expect(broken).toEqual([])
  expect(upcoming.filter(({ isMarked }) => !isMarked)).toEqual([])
  expect(continued.size).toBeGreaterThanOrEqual(5)
  for (const id of continued) {
    const video = await viewer.call(playback.readVideo, { params: { id }, query: {} })
    expect((await site.world.fetch(video.manifest_url)).status, `${id}`).toBeLessThan(500)
  }
  visit.clean()
  await visit.context.close()
})
