import { playback } from '#contract/contents/playback.ts'
import { watch_history } from '#contract/contents/watch-history.ts'
import {
  recordPurchaseUse,
  readEntitlement,
  readStreamLimit,
} from '#server/domains/transactions/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, makePaidEpisode } from '#test/fixtures/payments.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { checkPlaybackEligibility } from './playback-access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

const hour = 3_600_000

/** What the four askers say of an episode: how it is open, and what refuses to play it. */
async function answersOf(member: TestMember, episode_id: number) {
  const { rows } = await world.pool.query<{ series_id: number }>(
    'select series_id from episodes where id = $1',
    [episode_id],
  )
  const series = await member.call(playback.readSeriesOfMember, {
    params: { id: rows[0]?.series_id ?? 0 },
  })
  const [admission] = await checkPlaybackEligibility(
    world.db,
    [{ member_id: member.id, episode_id }],
    world.clock.now(),
  )
  const video = await member.fetch(`/api/contents/${episode_id}/video/`)
  const { code, max_height, offers } = (await video.json()) as Record<string, unknown>
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
    // There is no film behind it: past the wall, the refusal is another.
    video: code ?? max_height,
    offers,
  }
}

const giveWallet = (member: TestMember, plan_id: number, until: Date) =>
  world.pool.query(
    `insert into wallets (member_id, customer_key, moved_at, plan_id, plan_until) values ($1, $2, now(), $3, $4)`,
    [member.id, `key-${member.id}`, plan_id, until],
  )

test('what is locked is locked for everybody who asks, with what would open it', async () => {
  const member = await makeMember(world)
  const episode_id = await makePaidEpisode(world, { price: 1_500, rental_price: 400 })
  expect(await answersOf(member, episode_id)).toMatchObject({
    ...{ access: 'locked', admitted: false, saved: false, video: 'purchase_required' },
    offers: { price: 1_500, rental_price: 400, ownership_type_id: 3, plans: [] },
  })
})

test('what is bought plays', async () => {
  const member = await makeMember(world)
  const episode_id = await makePaidEpisode(world)
  await buyByCard(world, member, episode_id)
  expect(await answersOf(member, episode_id)).toMatchObject({
    ...{ access: 'owned', admitted: true, saved: true, video: 'video_not_ready' },
  })
  expect((await answersOf(await makeMember(world), episode_id)).access).toBe('locked')
})

test('what is rented is begun within 30 days, and plays for 48 hours from then on, to the millisecond', async () => {
  const before = world.clock.now().toISOString()
  const member = await makeMember(world)
  // Weeks pass while he stays signed in.
  await world.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [member.id],
  )
  const [first, last, never] = [
    await makePaidEpisode(world),
    await makePaidEpisode(world),
    await makePaidEpisode(world),
  ]
  for (const episode_id of [first, last, never]) await buyByCard(world, member, episode_id, 2)
  const play = async (episode_id: number) => {
    const { rows } = await world.pool.query<{ id: number }>(
      'select id from purchases where episode_id = $1',
      [episode_id],
    )
    return world.transact((tx) => recordPurchaseUse(tx, rows[0]?.id ?? 0, world.clock.now()))
  }
  const access = async (episode_id: number) => (await answersOf(member, episode_id)).access
  expect(await play(first)).toBe(true)
  world.clock.advance(48 * hour - 1)
  // Looking again does not begin it anew.
  expect([await play(first), await access(first)]).toEqual([true, 'owned'])
  world.clock.advance(1)
  expect([await play(first), await access(first)]).toEqual([false, 'locked'])
  world.clock.set(before)
  world.clock.advance(30 * 24 * hour - 1)
  expect([await access(never), await play(last)]).toEqual(['owned', true])
  world.clock.advance(1)
  expect([await play(never), await answersOf(member, never)]).toMatchObject([
    false,
    { access: 'locked', admitted: false, video: 'purchase_required' },
  ])
  // Begun a moment before its last, it has its 48 hours all the same.
  world.clock.advance(48 * hour - 2)
  expect([await play(last), await access(last)]).toEqual([true, 'owned'])
  world.clock.advance(1)
  expect([await play(last), await access(last)]).toEqual([false, 'locked'])
  world.clock.set(before)
})

test('a plan opens what is in it until it ends, in its picture', async () => {
  const member = await makeMember(world)
  const [inside = 0] = await makePlayable(world, [{ is_free: false, price: 900 }])
  const outside = await makePaidEpisode(world)
  await giveWallet(member, 1, new Date(world.clock.now().getTime() + hour))
  expect(await answersOf(member, inside)).toMatchObject({ access: 'subscribed', admitted: true })
  expect((await answersOf(member, outside)).access).toBe('locked')
  const entitled = () => readEntitlement(world.db, member.id, inside, world.clock.now())
  expect(await entitled()).toEqual({
    ...{ access: 'subscribed', purchase_id: null, max_height: 720, streams: 1 },
  })
  // Bought as well, it is his own, and better.
  await buyByCard(world, member, inside)
  expect(await entitled()).toMatchObject({ access: 'owned', max_height: 1080 })
  world.clock.advance(hour)
  const [other = 0] = await makePlayable(world, [{ is_free: false, price: 900 }])
  expect((await answersOf(member, other)).access).toBe('locked')
})

test('as many may watch at once as the plan has places, to its last millisecond', async () => {
  const member = await makeMember(world)
  await giveWallet(member, 3, new Date(world.clock.now().getTime() + hour))
  const [free = 0] = await makePlayable(world, [{}])
  const places = async () => {
    const entitled = await readEntitlement(world.db, member.id, free, world.clock.now())
    return [entitled?.streams, await readStreamLimit(world.db, member.id, world.clock.now())]
  }
  world.clock.advance(hour - 1)
  expect(await places()).toEqual([4, 4])
  world.clock.advance(1)
  expect(await places()).toEqual([1, 1])
})

test('what is free is asked of nobody', async () => {
  const [episode_id = 0] = await makePlayable(world, [{}])
  expect(await answersOf(await makeMember(world), episode_id)).toMatchObject({
    ...{ access: 'free', admitted: true, saved: true },
  })
})
