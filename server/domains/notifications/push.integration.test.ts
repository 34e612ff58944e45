import { endpoints } from '#contract/index.ts'
import { startPushService } from '../../../simulators/push/push-service.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notify } from './notify.ts'

const { readPushState, subscribeToPush, unsubscribeFromPush, markNotificationsRead } =
  endpoints.notifications
const { updateNotificationSettings, listNotifications } = endpoints.notifications

let app: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  // At noon in Seoul.
  app = await openTestApp({
    now: '2026-11-23T12:00:00+09:00',
    env: { PUSH_SERVICE_URL: service.origin },
  })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

let count = 0
async function makeSubscriber() {
  const member = await makeMember(app)
  const browser = `browser-${(count += 1)}`
  await member.call(subscribeToPush, { body: service.subscribe(browser) })
  return { member, browser }
}

/** Notifies the member of a sign-in on a new device. */
async function notifyOf(member: TestMember, key = 'Chrome') {
  await app.transact((tx) =>
    notify(
      tx,
      {
        kind: 'new_device',
        key: `${member.id}:${key}`,
        recipient: { member_id: member.id, profile_id: null },
        data: { device: key },
      },
      app.clock.now(),
    ),
  )
}

/** Reads the jobs of push messages to a member's sessions. Their keys name their payloads. */
async function pushJobs({ id }: Pick<TestMember, 'id'>) {
  const { rows } = await app.pool.query<{ id: string }>(
    'select id::text from sessions where member_id = $1',
    [id],
  )
  const jobs = (await readJobs(app)).filter(({ task }) => task === 'send_push')
  return jobs.flatMap(({ key, run_at }) => {
    const [, event_id, session_id] = key?.split(':') ?? []
    if (!rows.some((session) => session.id === session_id)) return []
    return [{ run_at, payload: { session_id: Number(session_id), event_id: Number(event_id) } }]
  })
}

async function runPushes(jobs: Awaited<ReturnType<typeof pushJobs>>) {
  expect(jobs).toHaveLength(1)
  for (const { payload } of jobs) await app.workNow('send_push', payload)
}

const receivedBy = (browser: string) =>
  service.received.filter((push) => push.browser === browser).map(({ payload }) => payload)

it('sends an encrypted message without personal data, which opens its page', async () => {
  const { member, browser } = await makeSubscriber()
  await notifyOf(member, 'Chrome · 김한편의 노트북')
  await runPushes(await pushJobs(member))
  expect(receivedBy(browser)).toEqual([
    {
      id: expect.any(Number) as number,
      title: '새 기기에서 로그인했어요',
      body: '',
      path: '/mypage/profile#devices',
    },
  ])
  expect(await member.call(readPushState, {})).toMatchObject({ is_subscribed: true })
})

it('sends nothing after signing out, and nothing that was read or switched off', async () => {
  const gone = await makeSubscriber()
  await notifyOf(gone.member)
  const jobs = await pushJobs(gone.member)
  await gone.member.call(endpoints.accounts.signOut, {})
  await runPushes(jobs)
  expect(receivedBy(gone.browser)).toEqual([])
  const { rows } = await app.pool.query('select from push_subscriptions where endpoint like $1', [
    `%/${gone.browser}`,
  ])
  expect(rows).toEqual([])

  const reader = await makeSubscriber()
  await notifyOf(reader.member)
  const [first] = (await reader.member.call(listNotifications, { query: {} })).results
  await reader.member.call(markNotificationsRead, { body: { id: first!.id } })
  await runPushes(await pushJobs(reader.member))
  expect(receivedBy(reader.browser)).toEqual([])

  const quiet = await makeSubscriber()
  await quiet.member.call(updateNotificationSettings, {
    body: { change: { kind: 'new_device', channel: 'push', is_on: false } },
  })
  await notifyOf(quiet.member)
  await runPushes(await pushJobs(quiet.member))
  expect(receivedBy(quiet.browser)).toEqual([])
})

it('waits for the end of quiet hours', async () => {
  const { member, browser } = await makeSubscriber()
  await member.call(updateNotificationSettings, { body: { quiet_hours: { from: 11, to: 14 } } })
  await notifyOf(member)
  await runPushes(await pushJobs(member))
  expect(receivedBy(browser)).toEqual([])
  const [job] = await pushJobs(member)
  expect(job!.run_at.toISOString()).toBe('2026-11-23T05:00:00.000Z')
})

it.each([404, 410])('deletes a subscription that its service answers with %i', async (status) => {
  const { member, browser } = await makeSubscriber()
  service.faults.set(browser, { status })
  await notifyOf(member)
  await runPushes(await pushJobs(member))
  expect(await member.call(readPushState, {})).toMatchObject({ is_subscribed: false })
})

it('drops a message that is too large, and keeps the subscription', async () => {
  const { member, browser } = await makeSubscriber()
  service.faults.set(browser, { status: 413 })
  await notifyOf(member)
  const jobs = await pushJobs(member)
  await runPushes(jobs)
  // A job that runs again has another time.
  expect(await pushJobs(member)).toEqual(jobs)
  expect(await member.call(readPushState, {})).toMatchObject({ is_subscribed: true })
})

it.each([
  ['after the time that a busy service names', { status: 429, retry_after: '120' }, 120],
  ['after half a minute if it names none', { status: 503 }, 30],
])('sends again %s', async (_, fault, seconds) => {
  const { member, browser } = await makeSubscriber()
  service.faults.set(browser, fault)
  await notifyOf(member)
  await runPushes(await pushJobs(member))
  const [job] = await pushJobs(member)
  expect(job!.run_at.getTime() - app.clock.now().getTime()).toBe(seconds * 1_000)
  service.faults.delete(browser)
  await runPushes(await pushJobs(member))
  expect(receivedBy(browser)).toHaveLength(1)
})

it('moves the subscription of a browser to the member who signs in next', async () => {
  const first = await makeSubscriber()
  const second = await makeMember(app)
  await second.call(subscribeToPush, { body: service.subscribe(first.browser) })
  expect(await first.member.call(readPushState, {})).toMatchObject({ is_subscribed: false })
  await second.call(unsubscribeFromPush, {})
  expect(await second.call(readPushState, {})).toMatchObject({ is_subscribed: false })
})

it('refuses an endpoint that is no push service', async () => {
  const member = await makeMember(app)
  const { keys } = service.subscribe('elsewhere')
  const problem = await expectProblem(
    member.call(subscribeToPush, { body: { endpoint: 'http://169.254.169.254/latest', keys } }),
  )
  expect(problem.code).toBe('invalid_request')
})
