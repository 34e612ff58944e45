import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import {
  type ProblemResponseError,
  openTestApp,
  expectProblem,
  type TestApp,
} from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createGuestClient } from '#test/app/guest-client.ts'

const now = '2026-05-01T12:00:00.000Z'
let world: TestApp
/** One in which everybody may play two films at once. */
let wide: TestApp
let episode_id = 0
beforeAll(async () => {
  world = await openTestApp({ now })
  wide = await openTestApp({ now, streams: 2 })
  ;[episode_id = 0] = await makePlayable(world, [{}])
  await world.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 1000, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [episode_id],
  )
})
afterAll(async () => {
  await world.close()
  await wide.close()
})

const tab = (name: string) => `a-tab-of-this-test-${name}`

type Caller = Pick<TestMember, 'call'>
const take = (who: Caller, player: string, more: { take_over?: number; episode?: number } = {}) => {
  const { episode = episode_id, ...rest } = more
  const body = { player: tab(player), ...rest }
  return who.call(endpoints.playback.takeStream, { params: { id: episode }, body })
}
const look = (who: Caller, player: string) =>
  who.call(endpoints.playback.readVideo, {
    params: { id: episode_id },
    query: { player: tab(player) },
  })
const end = (who: Caller, id: number) =>
  who.call(endpoints.playback.endStream, { params: { id: String(id) } })
const ids = async (member: TestMember, where = world) =>
  (
    await where.pool.query<{ id: number }>('select id from streams where member_id = $1', [
      member.id,
    ])
  ).rows.map(({ id }) => Number(id))

/** Another browser in which a member is signed in. */
async function anotherBrowser(member: TestMember) {
  const browser = createGuestClient(world)
  await browser.call(endpoints.accounts.logIn, {
    body: { email: member.email, password: member.password },
  })
  return browser
}

test('who plays elsewhere is refused with what plays there, wherever he asks', async () => {
  const member = await makeMember(world)
  const other = await anotherBrowser(member)
  const held = await take(member, 'one')
  expect(held.ends_at).toBe('2026-05-01T12:01:00.000Z')
  const refused = {
    status: 409,
    code: 'too_many_streams',
    streams: [
      {
        ...{ id: held.id, device: 'Chrome · Linux', is_this_browser: false, episode_number: null },
        ...{ episode_title: '1화', began_at: now },
      },
    ],
  }
  expect(await expectProblem(take(other, 'two'))).toMatchObject(refused)
  expect(await expectProblem(look(other, 'two'))).toMatchObject(refused)
  expect((await expectProblem(take(member, 'two'))).streams).toMatchObject([
    { is_this_browser: true },
  ])
  expect(JSON.stringify(await expectProblem(take(other, 'two')))).not.toContain(tab('one'))
  // Its own place is in no tab's way, not even after a reload; and he has played since he began.
  world.clock.advance(20_000)
  const again = await take(member, 'one')
  expect(again.id).not.toBe(held.id)
  expect((await expectProblem(take(other, 'two'))).streams).toMatchObject([
    { id: again.id, began_at: now },
  ])
  await expect(end(member, held.id)).rejects.toThrow('404 not_found')
  await end(member, again.id)
  const { id } = await take(other, 'two')
  // Nobody ends another's.
  await expect(end(await makeMember(world), id)).rejects.toThrow('404 not_found')
  expect(await ids(member)).toEqual([id])
})

test('a visitor and a reader need no place', async () => {
  const member = await makeMember(world)
  await take(member, 'one')
  for (const player of ['one', 'two'])
    expect((await look(world, player)).episode.id).toBe(episode_id)
  await watch(world, member, episode_id, 10)
  const { results } = await member.call(endpoints.watching.listHistories, { query: {} })
  expect(results).toMatchObject([{ progress: 10 }])
})

test('what may not be played takes no place', async () => {
  const member = await makeMember(world)
  const [paid = 0, hidden = 0] = [
    ...(await makePlayable(world, [{ is_free: false, price: 900 }])),
    ...(await makePlayable(world, [{ is_hidden: true }])),
  ]
  await expect(take(member, 'one', { episode: paid })).rejects.toThrow('402 purchase_required')
  await expect(take(member, 'one', { episode: hidden })).rejects.toThrow('404 not_found')
  expect(await ids(member)).toEqual([])
})

test('of 64 at once who want one place, one gets it; of two places, two', async () => {
  for (const [where, places] of [
    [world, 1],
    [wide, 2],
  ] as const) {
    const member = await makeMember(where)
    const [episode = 0] = await makePlayable(where, [{}])
    const another = await where.another()
    const asked = Array.from({ length: 64 }, (_, at) =>
      fetch(`${at % 2 ? another : where.origin}/api/contents/${episode}/video/stream/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: member.cookie,
        },
        body: JSON.stringify({ player: tab(String(at)) }),
      }).then(({ status }) => status),
    )
    const statuses = await Promise.all(asked)
    expect(statuses.filter((status) => status === 200)).toHaveLength(places)
    expect(statuses.filter((status) => status === 409)).toHaveLength(64 - places)
    expect(await ids(member, where)).toHaveLength(places)
  }
})

test('of 64 at once who take the same one over, one gets it, and the others are told who did', async () => {
  const member = await makeMember(world)
  const { id: take_over } = await take(member, 'first')
  const answers = await Promise.allSettled(
    Array.from({ length: 64 }, (_, at) => take(member, String(at), { take_over })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [id] = await ids(member)
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    expect((answer.reason as ProblemResponseError).problem).toMatchObject({
      code: 'too_many_streams',
      streams: [{ id }],
    })
  }
})

test('a place ends by the clock, and progress renews it, by socket and by call', async () => {
  const member = await makeMember(world)
  const socket = await openSocket(world.origin, member)
  await take(member, 'one')
  world.clock.advance(50_000)
  await socket.save({ episode_id, progress: 50 })
  world.clock.advance(50_000)
  expect((await expectProblem(take(member, 'two'))).code).toBe('too_many_streams')
  await watch(world, member, episode_id, 100)
  world.clock.advance(59_999)
  expect((await expectProblem(take(member, 'two'))).code).toBe('too_many_streams')
  world.clock.advance(1)
  const { id } = await take(member, 'two')
  expect(await ids(member)).toEqual([id])
})

test('progress of another episode, or from another browser, renews nothing', async () => {
  const member = await makeMember(world)
  const browser = await anotherBrowser(member)
  const [other = 0] = await makePlayable(world, [{}])
  await take(member, 'one')
  world.clock.advance(50_000)
  await watch(world, member, other, 10)
  await browser.call(endpoints.watching.saveProgress, { body: { episode_id, progress: 10 } })
  world.clock.advance(10_000)
  await take(browser, 'two')
})

test('a place whose time is over goes on where nobody wanted it', async () => {
  const member = await makeMember(world)
  const { id } = await take(member, 'one')
  world.clock.advance(300_000)
  await watch(world, member, episode_id, 300)
  expect(await expectProblem(take(member, 'two'))).toMatchObject({
    streams: [{ id, began_at: expect.any(String) }],
  })
})

describe('a yielded slot', () => {
  const slotsOf = async (member: TestMember) =>
    (
      await world.pool.query(
        'select id, is_yielded, ends_at, position from streams where member_id = $1',
        [member.id],
      )
    ).rows

  it('stays until another player needs it, and is not extended by late progress', async () => {
    const member = await makeMember(world)
    const other = await anotherBrowser(member)
    const { id } = await take(member, 'one')
    expect(await end(member, id)).toBeNull()
    const ends_at = world.clock.now().toISOString()
    expect(await slotsOf(member)).toEqual([{ id, is_yielded: true, ends_at, position: null }])
    // The last words of a player that has paused come after it has yielded.
    await watch(world, member, episode_id, 42)
    expect(await slotsOf(member)).toEqual([{ id, is_yielded: true, ends_at, position: 42 }])
    // Yielding twice is no error.
    expect(await end(member, id)).toBeNull()
    const taken = await take(other, 'two')
    expect((await slotsOf(member)).map((slot: { id: number }) => slot.id)).toEqual([taken.id])
    expect((await expectProblem(end(member, id))).code).toBe('not_found')
  })

  it('is taken anew by its player, who then holds it', async () => {
    const member = await makeMember(world)
    const other = await anotherBrowser(member)
    const { id } = await take(member, 'one')
    await end(member, id)
    const again = await take(member, 'one')
    expect(await slotsOf(member)).toMatchObject([{ id: again.id, is_yielded: false }])
    expect((await expectProblem(take(other, 'two'))).code).toBe('too_many_streams')
  })

  it('never leaves more rows than the plan has slots', async () => {
    const member = await makeMember(wide)
    const [wide_episode = 0] = await makePlayable(wide, [{}])
    const takeThere = (player: string) =>
      member.call(endpoints.playback.takeStream, {
        params: { id: wide_episode },
        body: { player: tab(player) },
      })
    for (const player of ['one', 'two', 'three', 'four']) {
      const { id } = await takeThere(player)
      await member.call(endpoints.playback.endStream, { params: { id: String(id) } })
      wide.clock.advance(1)
    }
    expect(await ids(member, wide)).toHaveLength(2)
  })
})

test('signing out frees the place at once, whoever does it', async () => {
  const member = await makeMember(world)
  const other = await anotherBrowser(member)
  await take(other, 'two')
  await member.call(endpoints.accounts.endOtherSessions, {})
  await take(member, 'one')
  const third = await anotherBrowser(member)
  await member.call(endpoints.accounts.logOut, {})
  await take(third, 'three')
  expect(await ids(member)).toHaveLength(1)
})

test('who is taken over hears of it in every process, and who took it', async () => {
  const member = await makeMember(world)
  const [here, there] = [
    await openSocket(world.origin, member),
    await openSocket(await world.another(), member),
  ]
  const stranger = await openSocket(world.origin, await makeMember(world))
  const { id: stream_id } = await take(member, 'one')
  const { id } = await take(member, 'two', { take_over: stream_id })
  for (const socket of [here, there])
    expect(await socket.next('stream_ended')).toEqual({
      ...{ type: 'stream_ended', stream_id, by: { id, device: '' } },
    })
  // Who ends by himself is told nothing.
  await end(member, id)
  await here.save({ episode_id, progress: 10 })
  expect(here.heard.filter(({ type }) => type === 'stream_ended')).toHaveLength(1)
  expect(stranger.heard).toEqual([])
})
