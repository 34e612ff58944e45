import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/members.ts'
import { makePlayable, openSocket, watch } from '#test/watching.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld({ now: '2026-05-01T12:00:00Z' })
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
