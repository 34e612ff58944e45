import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app.close())

const histories = async (member: TestMember) =>
  (await member.call(endpoints.watch_history.listWatchHistory, { query: {} })).results.map(
    ({ episode, progress, is_completed }) => [episode.id, progress, is_completed],
  )

test('saves progress sent over the socket', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const socket = await openSocket(app.origin, member)
  expect(await socket.save({ episode_id, progress: 754 })).toEqual({
    type: 'saved',
    episode_id,
    progress: 754,
  })
  expect(await histories(member)).toEqual([[episode_id, 754, false]])
  expect(await socket.save({ episode_id, progress: 900 })).toMatchObject({ progress: 900 })
  expect(await histories(member)).toEqual([[episode_id, 900, true]])
})

test('saves progress sent over HTTP and notifies the member’s sockets', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const other = await openSocket(await app.another(), member)
  expect(await watch(app, member, episode_id, 60)).toEqual({ episode_id, progress: 60 })
  expect(await other.next('progress')).toEqual({
    type: 'progress',
    episode_id,
    progress: 60,
    is_completed: false,
  })
})

test('lets a source move back its own progress, and another one only after 4 seconds of playback', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const old = await openSocket(app.origin, member)
  const active = await openSocket(app.origin, member)
  await old.save({ episode_id, progress: 300 })
  expect(await active.save({ episode_id, progress: 500 })).toMatchObject({ progress: 500 })
  expect(await active.save({ episode_id, progress: 400 })).toMatchObject({ progress: 400 })
  for (const progress of [301, 302])
    expect(await old.save({ episode_id, progress })).toMatchObject({ progress: 400 })
  app.clock.advance(4_000)
  expect(await old.save({ episode_id, progress: 306 })).toMatchObject({ progress: 306 })
})

test('keeps an episode completed after a replay', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  await watch(app, member, episode_id, 950)
  await watch(app, member, episode_id, 10)
  expect(await histories(member)).toEqual([[episode_id, 10, true]])
})

test('이어보기 has one card for each series: the uncompleted episode, or the next one', async () => {
  const member = await makeMember(app)
  const [first = 0, second = 0, third = 0] = await makePlayable(app, [{}, {}, {}])
  const [film = 0] = await makePlayable(app, [{}])
  const cards = async () =>
    (await member.call(endpoints.watch_history.listContinueWatching, { query: {} })).results.map(
      ({ episode, progress }) => [episode.id, progress],
    )
  await watch(app, member, first, 100)
  app.clock.advance(60_000)
  await watch(app, member, film, 20)
  expect(await cards()).toEqual([
    [film, 20],
    [first, 100],
  ])
  app.clock.advance(60_000)
  await watch(app, member, first, 990)
  expect(await cards()).toEqual([
    [second, 0],
    [film, 20],
  ])
  await watch(app, member, third, 30)
  expect((await cards())[0]).toEqual([third, 30])
  await watch(app, member, film, 1_000)
  expect(await cards()).toEqual([[third, 30]])

  const { results } = await member.call(endpoints.watch_history.listContinueWatching, { query: {} })
  const id = results[0]?.series_id ?? 0
  await member.call(endpoints.watch_history.dismissContinueWatching, { params: { id } })
  expect(await cards()).toEqual([])
  expect(await histories(member)).toHaveLength(3)
  await watch(app, member, third, 40)
  expect(await cards()).toEqual([[third, 40]])
})

test('ignores an earlier position from another source for an episode without a card', async () => {
  const member = await makeMember(app)
  const other = await makeMember(app)
  const [first = 0, second = 0] = await makePlayable(app, [{}, {}])
  await watch(app, member, first, 100)
  await watch(app, member, second, 50)
  // The entry of the first episode has no challenger and no card.
  const socket = await openSocket(app.origin, member)
  const [late] = await Promise.all([
    socket.save({ episode_id: first, progress: 30 }),
    watch(app, other, first, 10),
  ])
  expect(late).toMatchObject({ type: 'saved', episode_id: first, progress: 100 })
  const cards = await member.call(endpoints.watch_history.listContinueWatching, { query: {} })
  expect(cards.results.map(({ episode }) => episode.id)).toEqual([second])
  expect(await histories(other)).toEqual([[first, 10, false]])
})

test('stores nothing while a profile keeps no history, and answers its players as ever', async () => {
  const member = await makeMember(app)
  const [started = 0, fresh = 0] = await makePlayable(app, [{}, {}])
  await watch(app, member, started, 100)
  const { profile } = await member.call(endpoints.accounts.readMe, {})
  const pause = (is_history_paused: boolean) =>
    member.call(endpoints.profiles.updateProfile, {
      params: { id: profile?.id ?? 0 },
      body: { is_history_paused },
    })
  await pause(true)
  const other = await openSocket(app.origin, member)
  const socket = await openSocket(app.origin, member)
  expect(await socket.save({ episode_id: started, progress: 700 })).toMatchObject({ progress: 700 })
  expect(await watch(app, member, fresh, 60)).toEqual({ episode_id: fresh, progress: 60 })
  expect(await histories(member)).toEqual([[started, 100, false]])
  const { rows } = await app.pool.query('select from daily_viewers where object_id = $1', [fresh])
  expect(rows).toEqual([])
  await pause(false)
  app.clock.advance(30_000)
  expect(await socket.save({ episode_id: fresh, progress: 80 })).toMatchObject({ progress: 80 })
  expect(await histories(member)).toEqual([
    [fresh, 80, false],
    [started, 100, false],
  ])
  // The first notice of the other page is about the stored progress.
  expect(await other.next('progress')).toMatchObject({ episode_id: fresh, progress: 80 })
})

test('clears the history of the profile only, and is idempotent', async () => {
  const member = await makeMember(app)
  const other = await makeMember(app)
  const episodes = await makePlayable(app, [{}, {}, {}])
  for (const episode of episodes) await watch(app, member, episode, 50)
  const [first = 0] = episodes
  await watch(app, other, first, 50)
  const clear = () => member.call(endpoints.watch_history.clearWatchHistory, {})
  await Promise.all([clear(), watch(app, member, first, 60), clear()])
  await clear()
  expect(await histories(member)).toEqual([])
  const cards = await member.call(endpoints.watch_history.listContinueWatching, { query: {} })
  expect(cards.results).toEqual([])
  expect(await histories(other)).toEqual([[first, 50, false]])
})

test('likes are idempotent and counted', async () => {
  const member = await makeMember(app)
  const [episode = 0] = await makePlayable(app, [{}])
  const body = { content_type: 'episode', object_id: episode } as const
  const likes = await Promise.all(
    Array.from({ length: 20 }, () => member.call(endpoints.watch_history.like, { body })),
  )
  expect(new Set(likes.map(({ id }) => id)).size).toBe(1)
  const list = await member.call(endpoints.watch_history.listLikes, { query: {} })
  expect(list).toMatchObject({ count: 1, results: [{ ...likes[0], episode: { id: episode } }] })
  expect(list.results[0]?.episode?.like_count).toBe(1)
  const other = await makeMember(app)
  const params = { id: likes[0]?.id ?? 0 }
  await expect(other.call(endpoints.watch_history.unlike, { params })).rejects.toThrow(
    '404 not_found',
  )
  await member.call(endpoints.watch_history.unlike, { params })
  expect(await member.call(endpoints.watch_history.listLikes, { query: {} })).toEqual({
    count: 0,
    results: [],
  })
})

test('lists likes with cards, newest first, without hidden content', async () => {
  const member = await makeMember(app)
  const [first = 0, second = 0] = await makePlayable(app, [{}, {}])
  const episode = await app.call(endpoints.contents.readEpisode, { params: { id: first } })
  const like = (content_type: 'series' | 'episode', object_id: number) =>
    member.call(endpoints.watch_history.like, { body: { content_type, object_id } })
  await like('episode', second)
  await like('series', episode.series.id)
  await like('episode', first)
  type Query = { limit?: number; offset?: number; before_id?: number }
  const listLikes = async (query: Query) => {
    const { count, results } = await member.call(endpoints.watch_history.listLikes, { query })
    return [count, ...results.map((like) => like.series?.id ?? like.episode?.id)]
  }
  expect(await listLikes({})).toEqual([3, first, episode.series.id, second])
  expect(await listLikes({ limit: 1, offset: 1 })).toEqual([3, episode.series.id])
  await app.pool.query('update episodes set is_hidden = true where id = $1', [second])
  expect(await listLikes({})).toEqual([2, first, episode.series.id])
  const { series } = await app.call(endpoints.contents.readEpisode, { params: { id: first } })
  const { like_count } = await app.call(endpoints.contents.readSeries, {
    params: { id: series.id },
  })
  expect(like_count).toBe(1)
})

test('reads likes page by page although some are removed or hidden meanwhile', async () => {
  const member = await makeMember(app)
  const ids = await makePlayable(app, [{}, {}, {}, {}, {}, {}, {}])
  for (const object_id of ids)
    await member.call(endpoints.watch_history.like, {
      body: { content_type: 'episode', object_id },
    })
  const read = async (before_id?: number) => {
    const query = { limit: 2, ...(before_id !== undefined && { before_id }) }
    return (await member.call(endpoints.watch_history.listLikes, { query })).results
  }
  const first = await read()
  // Both likes of the first page are removed, and the next episode is hidden.
  for (const { id } of first) await member.call(endpoints.watch_history.unlike, { params: { id } })
  await app.pool.query('update episodes set is_hidden = true where id = $1', [ids[4]])
  const second = await read(first.at(-1)?.id)
  const third = await read(second.at(-1)?.id)
  expect([...first, ...second, ...third].map(({ object_id }) => object_id)).toEqual(
    [6, 5, 3, 2, 1, 0].map((at) => ids[at]),
  )
  expect(await read(third.at(-1)?.id)).toEqual([])
})

test('removes the likes, votes and reviews of a deleted member from the counters', async () => {
  const [deletedMember, author] = [await makeMember(app), await makeMember(app)]
  const [object_id = 0] = await makePlayable(app, [{}])
  const content_type = 'episode'
  const review = {
    content_type,
    object_id,
    rating: 5,
    context: '좋아요',
    is_spoiler: false,
  } as const
  for (const member of [deletedMember, author]) {
    await watch(app, member, object_id, 10)
    await member.call(endpoints.watch_history.like, { body: { content_type, object_id } })
  }
  await deletedMember.call(endpoints.reviews.writeReview, { body: { ...review, rating: 1 } })
  const { id } = await author.call(endpoints.reviews.writeReview, { body: review })
  await deletedMember.call(endpoints.reviews.markHelpful, { params: { id } })
  const counters = async () =>
    (
      await app.pool.query<Record<string, number>>(
        `select e.like_count, e.review_count, e.rating_average, r.helpful_count
         from episodes e join reviews r on r.episode_id = e.id where r.id = $1`,
        [id],
      )
    ).rows[0]
  expect(Object.values((await counters()) ?? {})).toEqual([2, 2, 3, 1])
  await app.pool.query('delete from members where id = $1', [deletedMember.id])
  expect(Object.values((await counters()) ?? {})).toEqual([1, 1, 5, 0])
})
