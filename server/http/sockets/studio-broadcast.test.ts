import { endpoints } from '#contract/index.ts'
import { type StudioEvent, StudioEventsMessage, studioSocketPath } from '#contract/studio/events.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'

let world: TestApp
let other: string
beforeAll(async () => {
  world = await openTestApp()
  other = await world.another()
})
afterAll(() => world?.close())

/** Opens the studio's line as a browser does. @returns what it heard, message by message; a refusal's status is thrown. */
async function listen(origin: string, { cookie }: Pick<TestMember, 'cookie'>) {
  const socket = new WebSocket(origin.replace('http', 'ws') + studioSocketPath, {
    ...{ origin, headers: { cookie } },
  })
  onTestFinished(() => socket.terminate())
  const heard: StudioEvent[][] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    const told = StudioEventsMessage.safeParse(JSON.parse((data as Buffer).toString()))
    if (told.success) heard.push(told.data.news)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
    socket.once('unexpected-response', (_request, { statusCode }) =>
      reject(new Error(String(statusCode))),
    )
  })
  const until = (count: number) =>
    vi.waitUntil(() => heard.length >= count, { interval: 5, timeout: 5_000 })
  await until(1)
  return { socket, heard, closed, until }
}

const addWork = (staff: TestMember, title: string) =>
  staff.call(endpoints.studio_catalogue.createWork, {
    body: { title, is_series: true, age_rating: 'ALL', category_ids: [1] },
  })

test('opens to staff with a second factor alone', async () => {
  await expect(listen(world.origin, { cookie: '' })).rejects.toThrow('401')
  await expect(listen(world.origin, await makeMember(world))).rejects.toThrow('403')
  const staff = await makeMember(world, { is_staff: true })
  await world.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    staff.id,
  ])
  await expect(listen(world.origin, staff)).rejects.toThrow('403')
})

test('what one does, all hear of, at every server, once it stands; nothing of what it says', async () => {
  const one = await makeMember(world, { is_staff: true, username: '한가람' })
  const two = await makeMember(world, { is_staff: true })
  const [here, there] = await Promise.all([listen(world.origin, one), listen(other, two)])
  expect([here.heard, there.heard]).toEqual([[[]], [[]]])
  const { id } = await addWork(one, '아직 비밀인 작품')
  await Promise.all([here.until(2), there.until(2)])
  const news = { subject_kind: 'series', subject_id: id, by: { id: one.id, username: '한가람' } }
  expect([here.heard[1], there.heard[1]]).toEqual([[news], [news]])
})

test('what a member asks and takes back, and that a review is reported, is told at once, at every server', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const { heard, until } = await listen(other, staff)
  const member = await makeMember(world)
  const { id } = await createTestInquiry(member, { title: '자막이 안 나와요' })
  await until(2)
  await member.call(endpoints.customer_services.deleteInquiry, { params: { id } })
  await until(3)
  const news = { subject_kind: 'inquiry', subject_id: id, by: null }
  expect(heard.slice(1)).toEqual([[news], [news]])

  const [episode] = await makePlayable(world, [{}])
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
     select $1, series_id, 2, '별로예요', false, $3, $3 from episodes where id = $2 returning id`,
    [member.id, episode, world.clock.now()],
  )
  const params = { id: rows[0]?.id ?? 0 }
  await staff.call(endpoints.reviews.reportReview, { params, body: { reason: 'abuse' } })
  await until(4)
  expect(heard.at(-1)).toEqual([{ subject_kind: 'review', subject_id: params.id, by: null }])
})

test('of more than anybody could read at once it says that all may have changed', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const { heard, until } = await listen(world.origin, staff)
  await world.pool.query(
    `select pg_notify('studio_news', json_build_object(
       'subject_kind', 'episode', 'subject_id', id, 'by', null)::text) from generate_series(1, 101) as id`,
  )
  await until(2)
  expect(heard[1]).toEqual([])
})

test('after a time in which a server heard nothing it says that all may have changed', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const { heard, until } = await listen(world.origin, staff)
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'hanpyeon stale' and datname = current_database()`,
  )
  await until(2)
  expect(heard[1]).toEqual([])
  const { id } = await addWork(staff, '다시 들리는 작품')
  await until(3)
  expect(heard[2]).toMatchObject([{ subject_kind: 'series', subject_id: id }])
})

test('takes nothing in, and closes once its session may not work here any more', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const { socket, closed } = await listen(world.origin, staff)
  const refused = new Promise<string>((resolve) =>
    socket.once('message', (data) => resolve((data as Buffer).toString())),
  )
  socket.send('{"episode_id":1,"progress":1}')
  expect(await refused).toContain('invalid_request')
  await staff.call(endpoints.accounts.logOut, {})
  expect(await closed).toBe(4401)
})
