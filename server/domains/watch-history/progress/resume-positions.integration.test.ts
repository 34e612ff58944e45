import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { makePlayable, openSocket } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let second: string
let episode_id = 0
beforeAll(async () => {
  app = await openTestApp({ now: '2026-05-01T12:00:00Z' })
  second = await app.another()
  ;[episode_id = 0] = await makePlayable(app, [{}])
  await app.pool.query(
    `with asset as (
       insert into media_assets (state, source_name, duration, orientation, ready_at)
       values ('ready', 'film.mp4', 1000, 'horizontal', now()) returning id)
     update episodes set asset_id = asset.id from asset where episodes.id = $1`,
    [episode_id],
  )
})
afterAll(() => app?.close())

/** Opens the film at a server. @returns where it resumes */
async function resumeAt(origin: string, { cookie }: TestMember) {
  const path = endpoints.playback.readVideo.path.replace('{id}', String(episode_id))
  const response = await fetch(`${origin}${path}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  return ((await response.json()) as { resume_at: number }).resume_at
}

const storedProgress = async ({ profile_id }: TestMember) => {
  const { rows } = await app.pool.query<{ progress: number }>(
    'select progress from watch_histories where profile_id = $1',
    [profile_id],
  )
  return rows[0]?.progress
}

test('resumes at any server where another device plays, and stores that when it leaves', async () => {
  const member = await makeMember(app)
  const player = await openSocket(app.origin, member)
  await player.save({ episode_id, progress: 100 })
  app.clock.advance(5_000)
  player.send({ episode_id, progress: 105 })
  await expect.poll(() => resumeAt(app.origin, member)).toBe(105)
  app.clock.advance(3_000)
  // On a busy machine an answer may take longer than the 50 ms in which it counts.
  await expect.poll(() => resumeAt(second, member)).toBe(108)
  expect(await storedProgress(member)).toBe(100)
  player.socket.close()
  await expect.poll(() => storedProgress(member)).toBe(105)
  expect(await resumeAt(second, member)).toBe(105)
})

test('resumes at the stored position when nobody answers', async () => {
  const member = await makeMember(app)
  const player = await openSocket(app.origin, member)
  await player.save({ episode_id, progress: 100 })
  player.socket.close()
  await player.closed
  app.clock.advance(10_000)
  expect(await resumeAt(second, member)).toBe(100)
})
