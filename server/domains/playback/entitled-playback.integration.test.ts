import { playback } from '#contract/playback/playback.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import {
  recordPurchaseUse,
  createEntitlementFinder,
  readStreamLimit,
} from '#server/domains/transactions/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { checkPlaybackEligibility } from './playback-access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const hour = 3_600_000

/** The results of the four entitlement checks for an episode: series page, eligibility, video and progress. */
async function readAccess(member: TestMember, episode_id: number) {
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode_id],
  )
  const series = await member.call(playback.readMemberSeries, {
    params: { id: rows[0]?.series_id ?? 0 },
  })
  const [admission] = await checkPlaybackEligibility(
    app.db,
    [{ profile_id: member.profile_id, episode_id }],
    app.clock.now(),
  )
  const video = await member.fetch(`/api/contents/${episode_id}/video/`)
  const { code, max_height, purchase_options } = (await video.json()) as Record<string, unknown>
  const saved = await member
    .call(watch_history.saveProgress, { body: { episode_id, progress: 3 } })
    .then(
      () => true,
      () => false,
    )
  return {
    access: series.episodes[0]?.access,
    admitted: admission !== undefined && !('refusal' in admission),
    saved,
    // The episode has no asset, so an entitled member gets `video_not_ready`.
    video: code ?? max_height,
    purchase_options,
  }
}

const insertWallet = (member: TestMember, plan_id: number, until: Date) =>
  app.pool.query(
    `insert into wallets (member_id, customer_key, last_entry_at, plan_id, plan_version, plan_expires_at)
     values ($1, $2, now(), $3, 1, $4)`,
    [member.id, `key-${member.id}`, plan_id, until],
  )

test('locks a paid episode in every check and offers its purchase', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app, { price: 1_500, rental_price: 400 })
  expect(await readAccess(member, episode_id)).toMatchObject({
    access: 'locked',
    admitted: false,
    saved: false,
    video: 'purchase_required',
    purchase_options: { price: 1_500, rental_price: 400, ownership_type_id: 3, plans: [] },
  })
})

test('plays a bought episode for its buyer only', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app)
  await buyByCard(app, member, episode_id)
  expect(await readAccess(member, episode_id)).toMatchObject({
    access: 'owned',
    admitted: true,
    saved: true,
    video: 'video_not_ready',
  })
  expect((await readAccess(await makeMember(app), episode_id)).access).toBe('locked')
})

test('plays a rental for 48 hours from a first playback within 30 days', async () => {
  const before = app.clock.now().toISOString()
  const member = await makeMember(app)
  // The session stays valid while the clock advances by weeks.
  await app.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [member.id],
  )
  const [first, last, never] = [
    await makePaidEpisode(app),
    await makePaidEpisode(app),
    await makePaidEpisode(app),
  ]
  for (const episode_id of [first, last, never]) await buyByCard(app, member, episode_id, 2)
  const play = async (episode_id: number) => {
    const { rows } = await app.pool.query<{ id: number }>(
      'select id from purchases where episode_id = $1',
      [episode_id],
    )
    return app.transact((tx) => recordPurchaseUse(tx, rows[0]?.id ?? 0, app.clock.now()))
  }
  const access = async (episode_id: number) => (await readAccess(member, episode_id)).access
  expect(await play(first)).toBe(true)
  app.clock.advance(48 * hour - 1)
  // A second playback does not restart the 48 hours.
  expect([await play(first), await access(first)]).toEqual([true, 'owned'])
  app.clock.advance(1)
  expect([await play(first), await access(first)]).toEqual([false, 'locked'])
  app.clock.set(before)
  app.clock.advance(30 * 24 * hour - 1)
  expect([await access(never), await play(last)]).toEqual(['owned', true])
  app.clock.advance(1)
  expect([await play(never), await readAccess(member, never)]).toMatchObject([
    false,
    { access: 'locked', admitted: false, video: 'purchase_required' },
  ])
  // A rental that begins 1 ms before the end of its 30 days still lasts 48 hours.
  app.clock.advance(48 * hour - 2)
  expect([await play(last), await access(last)]).toEqual([true, 'owned'])
  app.clock.advance(1)
  expect([await play(last), await access(last)]).toEqual([false, 'locked'])
  app.clock.set(before)
})

test('names the period of a rental until the episode is bought', async () => {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app, { price: 1_500, rental_price: 400 })
  const { rows } = await app.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode_id],
  )
  const rental = async () => {
    const params = { id: rows[0]?.series_id ?? 0 }
    const { episodes } = await member.call(playback.readMemberSeries, { params })
    return episodes[0]?.rental
  }
  expect(await rental()).toBeNull()
  await buyByCard(app, member, episode_id, 2)
  const start = new Date(app.clock.now().getTime() + 30 * 24 * hour).toISOString()
  expect(await rental()).toEqual({
    expires_at: start,
    is_started: false,
    playback_hours: 48,
  })
  const { rows: purchases } = await app.pool.query<{ id: number }>(
    'select id from purchases where episode_id = $1',
    [episode_id],
  )
  await app.transact((tx) => recordPurchaseUse(tx, purchases[0]?.id ?? 0, app.clock.now()))
  const end = new Date(app.clock.now().getTime() + 48 * hour).toISOString()
  expect(await rental()).toEqual({
    expires_at: end,
    is_started: true,
    playback_hours: 48,
  })
  await buyByCard(app, member, episode_id)
  expect(await rental()).toBeNull()
})

test('plays included episodes at the plan’s resolution until the plan ends', async () => {
  const member = await makeMember(app)
  const [inside = 0] = await makePlayable(app, [{ is_free: false, price: 900 }])
  const outside = await makePaidEpisode(app)
  await insertWallet(member, 1, new Date(app.clock.now().getTime() + hour))
  expect(await readAccess(member, inside)).toMatchObject({ access: 'subscribed', admitted: true })
  expect((await readAccess(member, outside)).access).toBe('locked')
  const entitlement = () => createEntitlementFinder(app)(member.id, inside, app.clock.now())
  expect(await entitlement()).toEqual({
    access: 'subscribed',
    purchase_id: null,
    max_height: 720,
    streams: 1,
  })
  // A purchase takes precedence over the plan and has a higher resolution.
  await buyByCard(app, member, inside)
  expect(await entitlement()).toMatchObject({ access: 'owned', max_height: 1080 })
  app.clock.advance(hour)
  const [other = 0] = await makePlayable(app, [{ is_free: false, price: 900 }])
  expect((await readAccess(member, other)).access).toBe('locked')
})

test('applies the plan’s stream limit until the plan ends', async () => {
  const member = await makeMember(app)
  await insertWallet(member, 3, new Date(app.clock.now().getTime() + hour))
  const [free = 0] = await makePlayable(app, [{}])
  const streamLimits = async () => {
    const entitlement = await createEntitlementFinder(app)(member.id, free, app.clock.now())
    return [entitlement?.streams, await readStreamLimit(app.db, member.id, app.clock.now())]
  }
  app.clock.advance(hour - 1)
  expect(await streamLimits()).toEqual([4, 4])
  app.clock.advance(1)
  expect(await streamLimits()).toEqual([1, 1])
})

test('plays a free episode without entitlement', async () => {
  const [episode_id = 0] = await makePlayable(app, [{}])
  expect(await readAccess(await makeMember(app), episode_id)).toMatchObject({
    access: 'free',
    admitted: true,
    saved: true,
  })
})
