import { endpoints } from '#contract/index.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { openSocket, watch } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const { like } = endpoints.watch_history
const { listNotifications, updateNotificationSettings } = endpoints.notifications

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Creates a series with two public episodes and others without a film. */
async function makeRunning(title: string, unopened = 1, series = {}) {
  const made = await makeSeries(app, { title, ...series }, [
    ...Array.from({ length: 2 }, () => ({ is_free: true })),
    ...Array.from({ length: unopened }, () => ({ is_free: true, video_state: 'none' })),
  ])
  await announce()
  return made
}

const openAll = (series_id: number) =>
  app.pool.query(`update episodes set video_state = 'ready' where series_id = $1`, [series_id])

/** Runs the task and its jobs until every follower has been notified. */
async function announce() {
  await app.runTask('release_alerts')
  for (let ids = await pendingIds(); ids.length > 0; ids = await pendingIds())
    for (const event_id of ids) await app.workNow('announce_episode', { event_id })
}

async function pendingIds(): Promise<number[]> {
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from notification_events where last_profile_id is not null',
  )
  return rows.map(({ id }) => id)
}

const titlesOf = async (member: Pick<TestMember, 'call'>) =>
  (await member.call(listNotifications, { query: {} })).results.map(({ title }) => title)

const likeSeries = (member: Pick<TestMember, 'call'>, object_id: number) =>
  member.call(like, { body: { content_type: 'series', object_id } })

it('notifies the profiles that like or watch a series of a new episode, once', async () => {
  const { id, episode_ids } = await makeRunning('달 세탁소')
  const [fan, viewer, stranger] = [
    await makeMember(app),
    await makeMember(app),
    await makeMember(app),
  ]
  await likeSeries(fan, id)
  await watch(app, viewer, episode_ids[0]!, 10)
  await announce()
  expect(await titlesOf(fan)).toEqual([])
  const socket = await openSocket(app.origin, viewer)
  await openAll(id)
  await announce()
  await announce()
  expect(await titlesOf(fan)).toEqual(['《달 세탁소》 3화'])
  expect(await titlesOf(viewer)).toEqual(['《달 세탁소》 3화'])
  expect(await titlesOf(stranger)).toEqual([])
  expect(await socket.next('notifications')).toMatchObject({ change: 'added', is_account: false })
})

it('announces episodes that open together in one notification', async () => {
  const { id } = await makeRunning('밤의 우체국', 4)
  const fan = await makeMember(app)
  await likeSeries(fan, id)
  await openAll(id)
  await announce()
  expect(await titlesOf(fan)).toEqual(['《밤의 우체국》 새 회차 4개'])
})

it('does not call an episode new that was hidden and is shown again', async () => {
  const { id } = await makeRunning('다시 열린 문')
  const fan = await makeMember(app)
  await likeSeries(fan, id)
  await openAll(id)
  await announce()
  for (const is_hidden of [true, false])
    await app.pool.query('update series set is_hidden = $2 where id = $1', [id, is_hidden])
  await announce()
  expect(await titlesOf(fan)).toEqual(['《다시 열린 문》 3화'])
})

it('notifies no profile of a work above its age limit, nor one that switched the kind off', async () => {
  const { id } = await makeRunning('열다섯의 밤', 1, { age_rating: '15' })
  const { browser, create, select } = await openAccount(app)
  await likeSeries(browser, id)
  const { id: child } = await create({ name: '아이', is_child: true, age_limit: '12' })
  await app.pool.query(
    `insert into likes (profile_id, series_id, created_at) values ($1, $2, now())`,
    [child, id],
  )
  const silent = await makeMember(app)
  await likeSeries(silent, id)
  await silent.call(updateNotificationSettings, {
    body: { change: { kind: 'new_episode', channel: 'in_app', is_on: false } },
  })
  await openAll(id)
  await announce()
  expect(await titlesOf(browser)).toEqual(['《열다섯의 밤》 3화'])
  await select(child)
  expect(await titlesOf(browser)).toEqual([])
  expect(await titlesOf(silent)).toEqual([])
  const { rows } = await app.pool.query('select from notifications where profile_id = $1', [child])
  expect(rows).toEqual([])
})
