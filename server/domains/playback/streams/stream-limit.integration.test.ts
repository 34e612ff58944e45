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
let app: TestApp
/** A test app in which each member may hold two streams. */
let twoStreamApp: TestApp
let episode_id = 0
beforeAll(async () => {
  app = await openTestApp({ now })
  twoStreamApp = await openTestApp({ now, streams: 2 })
  ;[episode_id = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 1000, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [episode_id],
  )
})
afterAll(async () => {
  await app.close()
  await twoStreamApp.close()
})

const tab = (name: string) => `a-tab-of-this-test-${name}`

type Caller = Pick<TestMember, 'call'>
const takeStream = (
  caller: Caller,
  player: string,
  more: { take_over?: number; episode?: number } = {},
) => {
  const { episode = episode_id, ...rest } = more
  const body = { player: tab(player), ...rest }
  return caller.call(endpoints.playback.startStream, { params: { id: episode }, body })
}
const readVideo = (caller: Caller, player: string) =>
  caller.call(endpoints.playback.readVideo, {
    params: { id: episode_id },
    query: { player: tab(player) },
  })
const endStream = (caller: Caller, id: number) =>
  caller.call(endpoints.playback.endStream, { params: { id: String(id) } })
const ids = async (member: TestMember, host = app) =>
  (
    await host.pool.query<{ id: number }>('select id from active_streams where member_id = $1', [
      member.id,
    ])
  ).rows.map(({ id }) => Number(id))

/** Another browser in which a member is signed in. */
async function anotherBrowser(member: TestMember) {
  const browser = createGuestClient(app)
  await browser.call(endpoints.accounts.signIn, {
    body: { email: member.email, password: member.password },
  })
  return browser
}

test('refuses a second player and lists the active stream', async () => {
  const member = await makeMember(app)
  const other = await anotherBrowser(member)
  const held = await takeStream(member, 'one')
  expect(held.expires_at).toBe('2026-05-01T12:01:00.000Z')
  const refused = {
    status: 409,
    code: 'too_many_streams',
    streams: [
      {
        id: held.id,
        device: 'Chrome · Linux',
        is_this_browser: false,
        episode_number: null,
        episode_title: '1화',
        started_at: now,
      },
    ],
  }
  expect(await expectProblem(takeStream(other, 'two'))).toMatchObject(refused)
  expect(await expectProblem(readVideo(other, 'two'))).toMatchObject(refused)
  expect((await expectProblem(takeStream(member, 'two'))).streams).toMatchObject([
    { is_this_browser: true },
  ])
  expect(JSON.stringify(await expectProblem(takeStream(other, 'two')))).not.toContain(tab('one'))
  // A tab replaces its own slot after a reload, and `started_at` is kept.
  app.clock.advance(20_000)
  const again = await takeStream(member, 'one')
  expect(again.id).not.toBe(held.id)
  expect((await expectProblem(takeStream(other, 'two'))).streams).toMatchObject([
    { id: again.id, started_at: now },
  ])
  await expect(endStream(member, held.id)).rejects.toThrow('404 not_found')
  await endStream(member, again.id)
  const { id } = await takeStream(other, 'two')
  // A member cannot end a stream of another member.
  await expect(endStream(await makeMember(app), id)).rejects.toThrow('404 not_found')
  expect(await ids(member)).toEqual([id])
})

test('guests and reported progress need no slot', async () => {
  const member = await makeMember(app)
  await takeStream(member, 'one')
  for (const player of ['one', 'two'])
    expect((await readVideo(app, player)).episode.id).toBe(episode_id)
  await watch(app, member, episode_id, 10)
  const { results } = await member.call(endpoints.watch_history.listWatchHistory, { query: {} })
  expect(results).toMatchObject([{ progress: 10 }])
})

test('takes no slot for an episode that may not be played', async () => {
  const member = await makeMember(app)
  const [paid = 0, hidden = 0] = [
    ...(await makePlayable(app, [{ is_free: false, price: 900 }])),
    ...(await makePlayable(app, [{ is_hidden: true }])),
  ]
  await expect(takeStream(member, 'one', { episode: paid })).rejects.toThrow(
    '402 purchase_required',
  )
  await expect(takeStream(member, 'one', { episode: hidden })).rejects.toThrow('404 not_found')
  expect(await ids(member)).toEqual([])
})

test('admits as many of 64 concurrent players as there are slots', async () => {
  for (const [host, slotCount] of [
    [app, 1],
    [twoStreamApp, 2],
  ] as const) {
    const member = await makeMember(host)
    const [episode = 0] = await makePlayable(host, [{}])
    const another = await host.another()
    const requests = Array.from({ length: 64 }, (_, at) =>
      fetch(`${at % 2 ? another : host.origin}/api/contents/${episode}/video/stream/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: member.cookie,
        },
        body: JSON.stringify({ player: tab(String(at)) }),
      }).then(({ status }) => status),
    )
    const statuses = await Promise.all(requests)
    expect(statuses.filter((status) => status === 200)).toHaveLength(slotCount)
    expect(statuses.filter((status) => status === 409)).toHaveLength(64 - slotCount)
    expect(await ids(member, host)).toHaveLength(slotCount)
  }
})

test('admits one of 64 concurrent take-overs and refuses the others with the new stream', async () => {
  const member = await makeMember(app)
  const { id: take_over } = await takeStream(member, 'first')
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, at) => takeStream(member, String(at), { take_over })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [id] = await ids(member)
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    expect((result.reason as ProblemResponseError).problem).toMatchObject({
      code: 'too_many_streams',
      streams: [{ id }],
    })
  }
})

test('expires a slot after a minute and extends it by progress, over socket and HTTP', async () => {
  const member = await makeMember(app)
  const socket = await openSocket(app.origin, member)
  await takeStream(member, 'one')
  app.clock.advance(50_000)
  await socket.save({ episode_id, progress: 50 })
  app.clock.advance(50_000)
  expect((await expectProblem(takeStream(member, 'two'))).code).toBe('too_many_streams')
  await watch(app, member, episode_id, 100)
  app.clock.advance(59_999)
  expect((await expectProblem(takeStream(member, 'two'))).code).toBe('too_many_streams')
  app.clock.advance(1)
  const { id } = await takeStream(member, 'two')
  expect(await ids(member)).toEqual([id])
})

test('does not extend a slot by progress of another episode or browser', async () => {
  const member = await makeMember(app)
  const browser = await anotherBrowser(member)
  const [other = 0] = await makePlayable(app, [{}])
  await takeStream(member, 'one')
  app.clock.advance(50_000)
  await watch(app, member, other, 10)
  await browser.call(endpoints.watch_history.saveProgress, { body: { episode_id, progress: 10 } })
  app.clock.advance(10_000)
  const { id } = await takeStream(browser, 'two')
  expect(await ids(member)).toEqual([id])
})

test('extends an expired slot that no other player needed', async () => {
  const member = await makeMember(app)
  const { id } = await takeStream(member, 'one')
  app.clock.advance(300_000)
  await watch(app, member, episode_id, 300)
  expect(await expectProblem(takeStream(member, 'two'))).toMatchObject({
    streams: [{ id, started_at: expect.any(String) }],
  })
})

describe('a yielded slot', () => {
  const slotsOf = async (member: TestMember) =>
    (
      await app.pool.query(
        'select id, is_yielded, expires_at, position from active_streams where member_id = $1',
        [member.id],
      )
    ).rows

  it('stays until another player needs it, and is not extended by late progress', async () => {
    const member = await makeMember(app)
    const other = await anotherBrowser(member)
    const { id } = await takeStream(member, 'one')
    expect(await endStream(member, id)).toBeNull()
    const expires_at = app.clock.now().toISOString()
    expect(await slotsOf(member)).toEqual([{ id, is_yielded: true, expires_at, position: null }])
    // The last progress update of a paused player arrives after it has yielded.
    await watch(app, member, episode_id, 42)
    expect(await slotsOf(member)).toEqual([{ id, is_yielded: true, expires_at, position: 42 }])
    // Yielding twice is no error.
    expect(await endStream(member, id)).toBeNull()
    const taken = await takeStream(other, 'two')
    expect((await slotsOf(member)).map((slot: { id: number }) => slot.id)).toEqual([taken.id])
    expect((await expectProblem(endStream(member, id))).code).toBe('not_found')
  })

  it('is taken again by its player and is no longer yielded', async () => {
    const member = await makeMember(app)
    const other = await anotherBrowser(member)
    const { id } = await takeStream(member, 'one')
    await endStream(member, id)
    const again = await takeStream(member, 'one')
    expect(await slotsOf(member)).toMatchObject([{ id: again.id, is_yielded: false }])
    expect((await expectProblem(takeStream(other, 'two'))).code).toBe('too_many_streams')
  })

  it('never leaves more rows than the plan has slots', async () => {
    const member = await makeMember(twoStreamApp)
    const [twoStreamEpisode = 0] = await makePlayable(twoStreamApp, [{}])
    const takeThere = (player: string) =>
      member.call(endpoints.playback.startStream, {
        params: { id: twoStreamEpisode },
        body: { player: tab(player) },
      })
    for (const player of ['one', 'two', 'three', 'four']) {
      const { id } = await takeThere(player)
      await member.call(endpoints.playback.endStream, { params: { id: String(id) } })
      twoStreamApp.clock.advance(1)
    }
    expect(await ids(member, twoStreamApp)).toHaveLength(2)
  })
})

test('frees the slot at once on sign-out, also by another session', async () => {
  const member = await makeMember(app)
  const other = await anotherBrowser(member)
  await takeStream(other, 'two')
  await member.call(endpoints.accounts.endOtherSessions, {})
  await takeStream(member, 'one')
  const third = await anotherBrowser(member)
  await member.call(endpoints.accounts.signOut, {})
  await takeStream(third, 'three')
  expect(await ids(member)).toHaveLength(1)
})

test('notifies the ended player in every process of the stream that took over', async () => {
  const member = await makeMember(app)
  const [local, remote] = [
    await openSocket(app.origin, member),
    await openSocket(await app.another(), member),
  ]
  const stranger = await openSocket(app.origin, await makeMember(app))
  const { id: stream_id } = await takeStream(member, 'one')
  const { id } = await takeStream(member, 'two', { take_over: stream_id })
  for (const socket of [local, remote])
    expect(await socket.next('stream_ended')).toEqual({
      type: 'stream_ended',
      stream_id,
      by: { id, device: '', is_this_browser: true },
    })
  // A player that ends its own stream is not notified.
  await endStream(member, id)
  await local.save({ episode_id, progress: 10 })
  expect(local.received.filter(({ type }) => type === 'stream_ended')).toHaveLength(1)
  expect(stranger.received).toEqual([])
})
