import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => world.close())

const histories = async (member: TestMember) =>
  (await member.call(endpoints.watching.listHistories, { query: {} })).results.map(
    ({ episode, progress, is_completed }) => [episode.id, progress, is_completed],
  )

test('what is said on the socket is saved, and stands in the history', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const socket = await openSocket(world.origin, member)
  expect(await socket.save({ episode_id, progress: 754 })).toEqual({
    ...{ type: 'saved', episode_id, progress: 754 },
  })
  expect(await histories(member)).toEqual([[episode_id, 754, false]])
  expect(await socket.save({ episode_id, progress: 900 })).toMatchObject({ progress: 900 })
  expect(await histories(member)).toEqual([[episode_id, 900, true]])
})

test('the call saves as the socket does, and the member’s sockets hear of it', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const other = await openSocket(await world.another(), member)
  expect(await watch(world, member, episode_id, 60)).toEqual({ episode_id, progress: 60 })
  expect(await other.next('progress')).toEqual({
    ...{ type: 'progress', episode_id, progress: 60, is_completed: false },
  })
})

test('a screen moves back what it wrote; a late message of another does not, until somebody plays there', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const old = await openSocket(world.origin, member)
  const living = await openSocket(world.origin, member)
  await old.save({ episode_id, progress: 300 })
  expect(await living.save({ episode_id, progress: 500 })).toMatchObject({ progress: 500 })
  expect(await living.save({ episode_id, progress: 400 })).toMatchObject({ progress: 400 })
  for (const progress of [301, 302])
    expect(await old.save({ episode_id, progress })).toMatchObject({ progress: 400 })
  world.clock.advance(4_000)
  expect(await old.save({ episode_id, progress: 306 })).toMatchObject({ progress: 306 })
})

test('a short replay does not un-finish', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  await watch(world, member, episode_id, 950)
  await watch(world, member, episode_id, 10)
  expect(await histories(member)).toEqual([[episode_id, 10, true]])
})

test('이어보기 has one card a series: what is unfinished, or the next after what is finished', async () => {
  const member = await makeMember(world)
  const [first = 0, second = 0, third = 0] = await makePlayable(world, [{}, {}, {}])
  const [film = 0] = await makePlayable(world, [{}])
  const cards = async () =>
    (await member.call(endpoints.watching.listContinue, { query: {} })).results.map(
      ({ episode, progress }) => [episode.id, progress],
    )
  await watch(world, member, first, 100)
  world.clock.advance(60_000)
  await watch(world, member, film, 20)
  expect(await cards()).toEqual([
    [film, 20],
    [first, 100],
  ])
  world.clock.advance(60_000)
  await watch(world, member, first, 990)
  expect(await cards()).toEqual([
    [second, 0],
    [film, 20],
  ])
  await watch(world, member, third, 30)
  expect((await cards())[0]).toEqual([third, 30])
  await watch(world, member, film, 1_000)
  expect(await cards()).toEqual([[third, 30]])

  const { results } = await member.call(endpoints.watching.listContinue, { query: {} })
  const id = results[0]?.series_id ?? 0
  await member.call(endpoints.watching.dismissContinue, { params: { id } })
  expect(await cards()).toEqual([])
  expect(await histories(member)).toHaveLength(3)
  await watch(world, member, third, 40)
  expect(await cards()).toEqual([[third, 40]])
})

test('an earlier place from another screen, in what is off the row, is late and breaks nothing', async () => {
  const member = await makeMember(world)
  const other = await makeMember(world)
  const [first = 0, second = 0] = await makePlayable(world, [{}, {}])
  await watch(world, member, first, 100)
  await watch(world, member, second, 50)
  // Nobody has a rival here yet, and the line of the first is on the row no more.
  const socket = await openSocket(world.origin, member)
  const [late] = await Promise.all([
    socket.save({ episode_id: first, progress: 30 }),
    watch(world, other, first, 10),
  ])
  expect(late).toMatchObject({ type: 'saved', episode_id: first, progress: 100 })
  const cards = await member.call(endpoints.watching.listContinue, { query: {} })
  expect(cards.results.map(({ episode }) => episode.id)).toEqual([second])
  expect(await histories(other)).toEqual([[first, 10, false]])
})

test('liking twice is the same like, and the work says how many like it', async () => {
  const member = await makeMember(world)
  const [episode = 0] = await makePlayable(world, [{}])
  const body = { content_type: 'episode', object_id: episode } as const
  const likes = await Promise.all(
    Array.from({ length: 20 }, () => member.call(endpoints.watching.like, { body })),
  )
  expect(new Set(likes.map(({ id }) => id)).size).toBe(1)
  const list = await member.call(endpoints.watching.listLikes, { query: {} })
  expect(list).toMatchObject({ count: 1, results: [{ ...likes[0], episode: { id: episode } }] })
  expect(list.results[0]?.episode?.like_count).toBe(1)
  const other = await makeMember(world)
  const params = { id: likes[0]?.id ?? 0 }
  await expect(other.call(endpoints.watching.unlike, { params })).rejects.toThrow('404 not_found')
  await member.call(endpoints.watching.unlike, { params })
  expect(await member.call(endpoints.watching.listLikes, { query: {} })).toEqual({
    ...{ count: 0, results: [] },
  })
})

test('the wishlist is in the order it was made, with the card of each; hidden works are left out', async () => {
  const member = await makeMember(world)
  const [one = 0, two = 0] = await makePlayable(world, [{}, {}])
  const episode = await world.call(endpoints.contents.readEpisode, { params: { id: one } })
  const like = (content_type: 'series' | 'episode', object_id: number) =>
    member.call(endpoints.watching.like, { body: { content_type, object_id } })
  await like('episode', two)
  await like('series', episode.series.id)
  await like('episode', one)
  const named = async (query: { limit?: number; offset?: number }) => {
    const { count, results } = await member.call(endpoints.watching.listLikes, {
      query: query as Record<string, string>,
    })
    return [count, ...results.map((like) => like.series?.id ?? like.episode?.id)]
  }
  expect(await named({})).toEqual([3, one, episode.series.id, two])
  expect(await named({ limit: 1, offset: 1 })).toEqual([3, episode.series.id])
  await world.pool.query('update episodes set is_hidden = true where id = $1', [two])
  expect(await named({})).toEqual([3, one, episode.series.id])
  const { series } = await world.call(endpoints.contents.readEpisode, { params: { id: one } })
  const { like_count } = await world.call(endpoints.contents.readSeries, {
    params: { id: series.id },
  })
  expect(like_count).toBe(1)
})

test('who leaves takes his likes, votes and reviews out of the figures', async () => {
  const [leaving, author] = [await makeMember(world), await makeMember(world)]
  const [object_id = 0] = await makePlayable(world, [{}])
  const content_type = 'episode'
  const review = {
    content_type,
    object_id,
    rating: 5,
    context: '좋아요',
    is_spoiler: false,
  } as const
  for (const member of [leaving, author]) {
    await watch(world, member, object_id, 10)
    await member.call(endpoints.watching.like, { body: { content_type, object_id } })
  }
  await leaving.call(endpoints.reviews.writeReview, { body: { ...review, rating: 1 } })
  const { id } = await author.call(endpoints.reviews.writeReview, { body: review })
  await leaving.call(endpoints.reviews.markHelpful, { params: { id } })
  const figures = async () =>
    (
      await world.pool.query<Record<string, number>>(
        `select e.like_count, e.review_count, e.rating_average, r.helpful_count
         from episodes e join reviews r on r.episode_id = e.id where r.id = $1`,
        [id],
      )
    ).rows[0]
  expect(Object.values((await figures()) ?? {})).toEqual([2, 2, 3, 1])
  await world.pool.query('delete from members where id = $1', [leaving.id])
  expect(Object.values((await figures()) ?? {})).toEqual([1, 1, 5, 0])
})
