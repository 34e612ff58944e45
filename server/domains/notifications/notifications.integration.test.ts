import { dayMs } from '#contract/core/seoul-time.ts'
import { endpoints } from '#contract/index.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import { expectProblem, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openSocket } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notify } from './notify.ts'

const {
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
  updateNotificationSettings,
} = endpoints.notifications

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app.close())

const list = (member: Pick<TestMember, 'call'>, query = {}) =>
  member.call(listNotifications, { query })
const titles = async (member: Pick<TestMember, 'call'>) =>
  (await list(member)).results.map(({ title }) => title)

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ subject: string }>(
    'select subject from messages where recipient = $1 order by id',
    [email],
  )
  return rows.map(({ subject }) => subject)
}

async function answerOne(member: TestMember, title = '결제가 두 번 됐어요') {
  const { id } = await createTestInquiry(member, { title })
  await staff.call(endpoints.customer_services.answerInquiry, {
    params: { id },
    body: { answer: '한 번만 결제됐어요.' },
  })
  return id
}

/** Notifies the account of a sign-in on a new device. */
const notifyOfDevice = ({ id }: Pick<TestMember, 'id'>, key: string) =>
  app.transact((tx) =>
    notify(
      tx,
      {
        kind: 'new_device',
        key,
        recipient: { member_id: id, profile_id: null },
        data: { device: `Chrome · ${key}` },
      },
      app.clock.now(),
    ),
  )

it('shows an answer in the inbox, on open pages and by mail', async () => {
  const member = await makeMember(app)
  const socket = await openSocket(app.origin, member)
  const id = await answerOne(member)
  expect(await socket.next('notifications')).toEqual({
    type: 'notifications',
    change: 'added',
    is_account: true,
  })
  expect(await list(member)).toMatchObject({
    unread_count: 1,
    next_before_id: null,
    results: [
      {
        kind: 'inquiry_answered',
        title: '문의에 답변이 도착했어요',
        body: '결제가 두 번 됐어요',
        path: `/customer-service/inquirys/list?id=${id}`,
        is_read: false,
      },
    ],
  })
  expect(await mailsTo(member.email)).toHaveLength(1)
})

it('notifies once, however often the same event is repeated', async () => {
  const member = await makeMember(app)
  await Promise.all(Array.from({ length: 8 }, () => notifyOfDevice(member, `${member.id}`)))
  expect(await titles(member)).toEqual(['새 기기에서 로그인했어요'])
})

it('marks one and all as read, and tells the other pages', async () => {
  const member = await makeMember(app)
  for (const key of ['a', 'b', 'c']) await notifyOfDevice(member, `${member.id}.${key}`)
  const { results } = await list(member)
  const [newest, second] = results.map(({ id }) => id)
  const socket = await openSocket(app.origin, member)
  const mark = (body: { id: number; is_up_to?: boolean }, by = member) =>
    by.call(markNotificationsRead, { body })
  expect(await mark({ id: second! })).toEqual({ unread_count: 2 })
  expect(await mark({ id: second! })).toEqual({ unread_count: 2 })
  expect(await socket.next('notifications')).toMatchObject({ change: 'read' })
  await mark({ id: newest!, is_up_to: true }, await makeMember(app))
  expect((await list(member)).unread_count).toBe(2)
  expect(await mark({ id: newest!, is_up_to: true })).toEqual({ unread_count: 0 })
  expect((await list(member)).results.map(({ is_read }) => is_read)).toEqual([true, true, true])
})

it('lists pages by key', async () => {
  const member = await makeMember(app)
  for (let count = 0; count < 5; count++) await notifyOfDevice(member, `${member.id}.${count}`)
  const first = await list(member, { limit: 2 })
  const second = await list(member, { limit: 2, before_id: first.next_before_id! })
  const third = await list(member, { limit: 2, before_id: second.next_before_id! })
  const ids = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id))
  expect(new Set(ids).size).toBe(5)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(third.next_before_id).toBe(null)
})

it('shows nothing of the account to a children’s profile', async () => {
  const { browser, create, select, id } = await openAccount(app)
  await notifyOfDevice({ id }, `${id}`)
  expect(await titles(browser)).toHaveLength(1)
  await select((await create({ name: '아이', is_child: true, age_limit: 'ALL' })).id)
  expect(await list(browser)).toEqual({ unread_count: 0, results: [], next_before_id: null })
  const problem = await expectProblem(browser.call(readNotificationSettings, {}))
  expect(problem.code).toBe('child_profile')
})

it('switches the inbox and the mail of a kind off, but no mail that is required', async () => {
  const member = await makeMember(app)
  const update = (kind: 'inquiry_answered' | 'payment', channel: 'in_app' | 'email') =>
    member.call(updateNotificationSettings, { body: { change: { kind, channel, is_on: false } } })
  await update('inquiry_answered', 'email')
  await answerOne(member, '첫 문의')
  expect(await titles(member)).toHaveLength(1)
  expect(await mailsTo(member.email)).toEqual([])
  const { switches } = await update('inquiry_answered', 'in_app')
  expect(switches.filter(({ kind }) => kind === 'inquiry_answered')).toMatchObject([
    { channel: 'in_app', is_on: false, is_required: false },
    { channel: 'email', is_on: false, is_required: false },
    { channel: 'push', is_on: true, is_required: false },
  ])
  await answerOne(member, '둘째 문의')
  expect(await titles(member)).toHaveLength(1)
  expect((await expectProblem(update('payment', 'email'))).code).toBe('invalid_request')
})

it('keeps mail that can be switched off until the quiet hours end', async () => {
  const member = await makeMember(app)
  const seoulHour = (app.clock.now().getUTCHours() + 9) % 24
  const quiet_hours = { from: seoulHour, to: (seoulHour + 2) % 24 }
  const settings = await member.call(updateNotificationSettings, { body: { quiet_hours } })
  expect(settings.quiet_hours).toEqual(quiet_hours)
  await answerOne(member)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from messages where recipient = $1',
    [member.email],
  )
  const job = (await readJobs(app)).find(({ key }) => key === `message:${rows[0]?.id}`)
  expect(job!.run_at.getTime() - app.clock.now().getTime()).toBeGreaterThan(3_600_000)
  const off = await member.call(updateNotificationSettings, { body: { quiet_hours: null } })
  expect(off.quiet_hours).toBe(null)
})

it('deletes notifications after 90 days', async () => {
  const member = await makeMember(app)
  await notifyOfDevice(member, `${member.id}.old`)
  app.clock.advance(60 * dayMs)
  await notifyOfDevice(member, `${member.id}.new`)
  app.clock.advance(31 * dayMs)
  await app.runTask('notifications')
  const { rows } = await app.pool.query<{ key: string }>(
    `select key from notification_events where member_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ key: `${member.id}.new` }])
})
