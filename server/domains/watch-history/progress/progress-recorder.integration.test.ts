import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { createLogger } from '#server/shared/logger.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgressSource } from '#server/api/progress-port.ts'
import { createProgressRecorder } from './progress-recorder.ts'
import { checkPlaybackEligibility, createStreamExtender } from '#server/domains/playback/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
})
afterAll(() => app.close())

/** A progress source that records its callbacks. */
function createSource(id: number, retries = true) {
  const events: string[] = []
  const source: ProgressSource = {
    id,
    session_id: 0,
    onSaved: (episode, progress) => void events.push(`saved ${episode} ${progress}`),
    onRejected: ({ code }: ProblemError) => void events.push(code),
    onFailed() {
      events.push('failed')
      return retries
    },
  }
  return { source, events }
}

/** A separate recorder on the database of the test app; `connection.isCut` simulates an outage. */
function createRecorder(connection: { isCut: boolean }) {
  return createProgressRecorder({
    clock: app.clock,
    log: createLogger('silent', 'test'),
    checkEligibility: (requests, now) => checkPlaybackEligibility(app.db, requests, now),
    extendStreams: createStreamExtender(),
    transact(work) {
      if (connection.isCut)
        return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
      return app.transact(work)
    },
  })
}

test('writes and reports only the last update of a batch', async () => {
  const { profile_id } = await makeMember(app)
  const [episode_id = 0, other = 0] = await makePlayable(app, [{}, {}])
  const recorder = createRecorder({ isCut: false })
  const { source, events } = createSource(7)
  for (let progress = 0; progress < 500; progress++)
    recorder.record(profile_id, { episode_id, progress }, source)
  recorder.record(profile_id, { episode_id: other, progress: 3 }, source)
  recorder.record(profile_id, { episode_id, progress: 200 }, source)
  await recorder.drain()
  expect(events).toEqual([`saved ${episode_id} 200`, `saved ${other} 3`])
  await recorder.stop()
})

test('keeps the larger progress of two sources in a batch and reports it to both', async () => {
  const { profile_id } = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const recorder = createRecorder({ isCut: false })
  const [first, second] = [createSource(1), createSource(2)]
  recorder.record(profile_id, { episode_id, progress: 300 }, first.source)
  recorder.record(profile_id, { episode_id, progress: 20 }, second.source)
  await recorder.drain()
  expect([first.events, second.events]).toEqual([
    [`saved ${episode_id} 300`],
    [`saved ${episode_id} 300`],
  ])
  await recorder.stop()
})

test('acknowledges nothing during a database outage and writes pending updates afterwards', async () => {
  const { profile_id } = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  const connection = { isCut: true }
  const recorder = createRecorder(connection)
  const socket = createSource(1)
  const call = createSource(-1, false)
  recorder.record(profile_id, { episode_id, progress: 10 }, socket.source)
  recorder.record(profile_id, { episode_id, progress: 12 }, call.source)
  await recorder.drain()
  expect([socket.events, call.events]).toEqual([['failed'], ['failed']])
  recorder.record(profile_id, { episode_id, progress: 15 }, socket.source)
  connection.isCut = false
  await recorder.drain()
  expect(socket.events).toEqual(['failed', `saved ${episode_id} 15`])
  expect(call.events).toEqual(['failed'])
  await recorder.stop()
})

test('saves the progress of other members in the batch in which a member is deleted', async () => {
  const [deletedMember, remainingMember] = [await makeMember(app), await makeMember(app)]
  const [episode_id = 0, next = 0] = await makePlayable(app, [{}, {}])
  const recorder = createRecorder({ isCut: false })
  const [deletedSource, remainingSource] = [createSource(1), createSource(2)]
  // Caches the eligibility of both members for a minute.
  for (const [member, target] of [
    [deletedMember, deletedSource],
    [remainingMember, remainingSource],
  ] as const)
    for (const episode of [episode_id, next])
      recorder.record(member.profile_id, { episode_id: episode, progress: 5 }, target.source)
  await recorder.drain()
  await app.pool.query('delete from members where id = $1', [deletedMember.id])
  recorder.record(deletedMember.profile_id, { episode_id, progress: 9 }, deletedSource.source)
  recorder.record(remainingMember.profile_id, { episode_id, progress: 9 }, remainingSource.source)
  await recorder.drain()
  expect(deletedSource.events.at(-1)).toBe('authentication_required')
  expect(remainingSource.events.at(-1)).toBe(`saved ${episode_id} 9`)
  await recorder.stop()
})

test('writes the same rows from several processes without deadlocks', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => makeMember(app)))
  const [episode_id = 0] = await makePlayable(app, [{}])
  const recorders = [1, 2, 3, 4].map(() => createRecorder({ isCut: false }))
  const sources = recorders.map((_, index) => createSource(index + 1))
  for (let progress = 1; progress <= 10; progress++) {
    for (const [index, recorder] of recorders.entries())
      // The order differs between recorders.
      for (const { profile_id } of index % 2 ? members : members.toReversed())
        recorder.record(
          profile_id,
          { episode_id, progress: progress * 10 + index },
          sources[index]!.source,
        )
    await Promise.all(recorders.map((recorder) => recorder.drain()))
  }
  const { rows } = await app.pool.query<{ progress: number }>(
    'select distinct progress from watch_histories where episode_id = $1',
    [episode_id],
  )
  expect(rows).toEqual([{ progress: 103 }])
  const { rows: counts } = await app.pool.query(
    'select from profile_list_counts where profile_id = any($1) and histories = 1',
    [members.map(({ profile_id }) => profile_id)],
  )
  expect(counts).toHaveLength(30)
  for (const recorder of recorders) await recorder.stop()
})

test('ignores history entries of other members in a deletion', async () => {
  const [mine, theirs] = [await makeMember(app), await makeMember(app)]
  const [episode_id = 0] = await makePlayable(app, [{}])
  for (const member of [mine, theirs]) await watch(app, member, episode_id, 10)
  const entriesOf = async (member: typeof mine) =>
    (await member.call(endpoints.watch_history.listWatchHistory, { query: {} })).results.map(
      ({ id }) => String(id),
    )
  const [own = ''] = await entriesOf(mine)
  const [other = ''] = await entriesOf(theirs)
  const remove = (watch_id: string[]) =>
    mine.call(endpoints.watch_history.deleteWatchHistory, { query: { watch_id } })
  await expect(remove([other])).rejects.toThrow('404 not_found')
  await remove([other, own])
  expect([await entriesOf(mine), await entriesOf(theirs)]).toEqual([[], [other]])
  await expect(remove([own])).rejects.toThrow('404 not_found')
})

test('treats a socket and the HTTP requests of its session as two sources', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  await watch(app, member, episode_id, 100)
  expect(await watch(app, member, episode_id, 40)).toMatchObject({ progress: 40 })
  const socket = await openSocket(app.origin, member)
  expect(await socket.save({ episode_id, progress: 30 })).toMatchObject({ progress: 40 })
  expect(await socket.save({ episode_id, progress: 50 })).toMatchObject({ progress: 50 })
})
