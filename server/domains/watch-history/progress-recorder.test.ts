import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createLogger } from '#server/shared/logger.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgressRecorder } from './progress-recorder.ts'
import { type ProgressSource } from './progress-update.ts'
import { checkPlaybackEligibility, createStreamExtender } from '#server/domains/playback/index.ts'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => world.close())

/** A screen that notes what it is told. */
function screenOf(id: number, waits = true) {
  const told: string[] = []
  const screen: ProgressSource = {
    id,
    session_id: 0,
    onSaved: (episode, progress) => void told.push(`saved ${episode} ${progress}`),
    onRejected: ({ code }: ProblemError) => void told.push(code),
    onFailed() {
      told.push('failed')
      return waits
    },
  }
  return { screen, told }
}

/** A recorder of its own on the world's database, which may be cut off. */
function recorderOf(reach: { cut: boolean }) {
  return createProgressRecorder({
    ...{ clock: world.clock, log: createLogger('silent', 'test') },
    admit: (questions, now) => checkPlaybackEligibility(world.db, questions, now),
    renew: createStreamExtender(),
    transact(work) {
      if (reach.cut)
        return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      return world.transact(work)
    },
  })
}

test('of many words within a round the last is written, and told once', async () => {
  const { id } = await makeMember(world)
  const [episode_id = 0, other = 0] = await makePlayable(world, [{}, {}])
  const recorder = recorderOf({ cut: false })
  const { screen, told } = screenOf(7)
  for (let progress = 0; progress < 500; progress++)
    recorder.record(id, { episode_id, progress }, screen)
  recorder.record(id, { episode_id: other, progress: 3 }, screen)
  recorder.record(id, { episode_id, progress: 200 }, screen)
  await recorder.drain()
  expect(told).toEqual([`saved ${episode_id} 200`, `saved ${other} 3`])
  await recorder.stop()
})

test('two screens within a round: forward wins, and both hear what stands', async () => {
  const { id } = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const recorder = recorderOf({ cut: false })
  const [one, two] = [screenOf(1), screenOf(2)]
  recorder.record(id, { episode_id, progress: 300 }, one.screen)
  recorder.record(id, { episode_id, progress: 20 }, two.screen)
  await recorder.drain()
  expect([one.told, two.told]).toEqual([[`saved ${episode_id} 300`], [`saved ${episode_id} 300`]])
  await recorder.stop()
})

test('while the database is away nothing is acknowledged; what waits is written when it is back', async () => {
  const { id } = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  const reach = { cut: true }
  const recorder = recorderOf(reach)
  const socket = screenOf(1)
  const call = screenOf(-1, false)
  recorder.record(id, { episode_id, progress: 10 }, socket.screen)
  recorder.record(id, { episode_id, progress: 12 }, call.screen)
  await recorder.drain()
  expect([socket.told, call.told]).toEqual([['failed'], ['failed']])
  recorder.record(id, { episode_id, progress: 15 }, socket.screen)
  reach.cut = false
  await recorder.drain()
  expect(socket.told).toEqual(['failed', `saved ${episode_id} 15`])
  expect(call.told).toEqual(['failed'])
  await recorder.stop()
})

test('a member who leaves in the middle takes nobody’s progress with him', async () => {
  const [leaving, staying] = [await makeMember(world), await makeMember(world)]
  const [episode_id = 0, next = 0] = await makePlayable(world, [{}, {}])
  const recorder = recorderOf({ cut: false })
  const [gone, there] = [screenOf(1), screenOf(2)]
  // Both are admitted now, and asked about again only in a minute.
  for (const [member, one] of [
    [leaving, gone],
    [staying, there],
  ] as const)
    for (const episode of [episode_id, next])
      recorder.record(member.id, { episode_id: episode, progress: 5 }, one.screen)
  await recorder.drain()
  await world.pool.query('delete from members where id = $1', [leaving.id])
  recorder.record(leaving.id, { episode_id, progress: 9 }, gone.screen)
  recorder.record(staying.id, { episode_id, progress: 9 }, there.screen)
  await recorder.drain()
  await recorder.drain()
  expect(gone.told.at(-1)).toBe('authentication_required')
  expect(there.told.at(-1)).toBe(`saved ${episode_id} 9`)
  await recorder.stop()
})

test('many processes writing the same rows keep each other from nothing', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => makeMember(world)))
  const [episode_id = 0] = await makePlayable(world, [{}])
  const recorders = [1, 2, 3, 4].map(() => recorderOf({ cut: false }))
  const screens = recorders.map((_, at) => screenOf(at + 1))
  for (let progress = 1; progress <= 10; progress++) {
    for (const [at, recorder] of recorders.entries())
      // Each in an order of its own.
      for (const { id } of at % 2 ? members : members.toReversed())
        recorder.record(id, { episode_id, progress: progress * 10 + at }, screens[at]!.screen)
    await Promise.all(recorders.map((recorder) => recorder.drain()))
  }
  const { rows } = await world.pool.query<{ progress: number }>(
    'select distinct progress from histories where episode_id = $1',
    [episode_id],
  )
  expect(rows).toEqual([{ progress: 103 }])
  const { rows: counts } = await world.pool.query(
    'select from member_counts where member_id = any($1) and histories = 1',
    [members.map(({ id }) => id)],
  )
  expect(counts).toHaveLength(30)
  for (const recorder of recorders) await recorder.stop()
})

test('another’s lines are as absent as none, whatever stands beside them', async () => {
  const [mine, theirs] = [await makeMember(world), await makeMember(world)]
  const [episode_id = 0] = await makePlayable(world, [{}])
  for (const member of [mine, theirs]) await watch(world, member, episode_id, 10)
  const linesOf = async (member: typeof mine) =>
    (await member.call(endpoints.watching.listHistories, { query: {} })).results.map(({ id }) =>
      String(id),
    )
  const [own = ''] = await linesOf(mine)
  const [foreign = ''] = await linesOf(theirs)
  const remove = (watch_id: string[]) =>
    mine.call(endpoints.watching.deleteHistories, { query: { watch_id } })
  await expect(remove([foreign])).rejects.toThrow('404 not_found')
  await remove([foreign, own])
  expect([await linesOf(mine), await linesOf(theirs)]).toEqual([[], [foreign]])
  await expect(remove([own])).rejects.toThrow('404 not_found')
})

test('a socket and the calls of its session are two screens; the session’s calls are one', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  await watch(world, member, episode_id, 100)
  expect(await watch(world, member, episode_id, 40)).toMatchObject({ progress: 40 })
  const socket = await openSocket(world.origin, member)
  expect(await socket.save({ episode_id, progress: 30 })).toMatchObject({ progress: 40 })
  expect(await socket.save({ episode_id, progress: 50 })).toMatchObject({ progress: 50 })
})
