import { studioSocketPath } from '#contract/core/sockets.ts'
import { endpoints } from '#contract/index.ts'
import { type StudioEvent, StudioEventsMessage } from '#contract/studio/events.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'

let app: TestApp
let otherOrigin: string
beforeAll(async () => {
  app = await openTestApp()
  otherOrigin = await app.another()
})
afterAll(() => app?.close())

/**
 * Opens a studio socket as a browser does. @returns the received events by message. @throws the status of a rejected
 * upgrade.
 */
async function openStudioSocket(origin: string, { cookie }: Pick<TestMember, 'cookie'>) {
  const socket = new WebSocket(origin.replace('http', 'ws') + studioSocketPath, {
    origin,
    headers: { cookie },
  })
  onTestFinished(() => socket.terminate())
  const events: StudioEvent[][] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    const message = StudioEventsMessage.safeParse(JSON.parse((data as Buffer).toString()))
    if (message.success) events.push(message.data.events)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
    socket.once('unexpected-response', (_request, { statusCode }) =>
      reject(new Error(String(statusCode))),
    )
  })
  const waitForEvents = (count: number) =>
    vi.waitUntil(() => events.length >= count, { interval: 5, timeout: 20_000 })
  await waitForEvents(1)
  return { socket, events, closed, waitForEvents }
}

const addWork = (staff: TestMember, title: string) =>
  staff.call(endpoints.studio_catalogue.createWork, {
    body: { title, is_series: true, age_rating: 'ALL', category_ids: [1] },
  })

test('opens for staff with a second factor only', async () => {
  await expect(openStudioSocket(app.origin, { cookie: '' })).rejects.toThrow('401')
  await expect(openStudioSocket(app.origin, await makeMember(app))).rejects.toThrow('403')
  const staff = await makeMember(app, { is_staff: true })
  await app.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    staff.id,
  ])
  await expect(openStudioSocket(app.origin, staff)).rejects.toThrow('403')
})

test('sends studio events to every server after commit, without content', async () => {
  const actor = await makeMember(app, { is_staff: true, username: '한가람' })
  const observer = await makeMember(app, { is_staff: true })
  const [local, remote] = await Promise.all([
    openStudioSocket(app.origin, actor),
    openStudioSocket(otherOrigin, observer),
  ])
  expect([local.events, remote.events]).toEqual([[[]], [[]]])
  const { id } = await addWork(actor, '아직 비밀인 작품')
  await Promise.all([local.waitForEvents(2), remote.waitForEvents(2)])
  const event = { subject_kind: 'series', subject_id: id, by: { id: actor.id, username: '한가람' } }
  expect([local.events[1], remote.events[1]]).toEqual([[event], [event]])
})

test('sends inquiries, their deletion and review reports to every server', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { events, waitForEvents } = await openStudioSocket(otherOrigin, staff)
  const member = await makeMember(app)
  const { id } = await createTestInquiry(member, { title: '자막이 안 나와요' })
  await waitForEvents(2)
  await member.call(endpoints.customer_services.deleteInquiry, { params: { id } })
  await waitForEvents(3)
  const event = { subject_kind: 'inquiry', subject_id: id, by: null }
  expect(events.slice(1)).toEqual([[event], [event]])

  const [episode] = await makePlayable(app, [{}])
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
     select $1, series_id, 2, '별로예요', false, $3, $3 from episodes where id = $2 returning id`,
    [member.profile_id, episode, app.clock.now()],
  )
  const params = { id: rows[0]?.id ?? 0 }
  await staff.call(endpoints.reviews.reportReview, { params, body: { reason: 'abuse' } })
  await waitForEvents(4)
  expect(events.at(-1)).toEqual([{ subject_kind: 'review', subject_id: params.id, by: null }])
})

test('sends an event to the roles that may read its subject', async () => {
  const owner = await makeMember(app, { is_staff: true })
  const [editor, support] = [
    await makeMember(app, { is_staff: true, staff_role: 'editor' }),
    await makeMember(app, { is_staff: true, staff_role: 'support' }),
  ]
  const [ofEditor, ofSupport, ofOwner] = await Promise.all(
    [editor, support, owner].map((member) => openStudioSocket(otherOrigin, member)),
  )
  const { id } = await addWork(editor, '새 작품')
  await Promise.all([ofEditor!.waitForEvents(2), ofOwner!.waitForEvents(2)])
  const inquiry = await createTestInquiry(await makeMember(app), { title: '자막이 안 나와요' })
  await Promise.all([ofSupport!.waitForEvents(2), ofOwner!.waitForEvents(3)])
  const work = { subject_kind: 'series', subject_id: id }
  const question = { subject_kind: 'inquiry', subject_id: inquiry.id }
  expect(ofEditor!.events.slice(1)).toMatchObject([[work]])
  expect(ofSupport!.events.slice(1)).toMatchObject([[question]])
  expect(ofOwner!.events.slice(1)).toMatchObject([[work], [question]])
})

test('applies a changed role to open sockets, and sends its member the change', async () => {
  const owner = await makeMember(app, { is_staff: true })
  const member = await makeMember(app, { is_staff: true, staff_role: 'editor' })
  const { events, waitForEvents } = await openStudioSocket(app.origin, member)
  await owner.call(endpoints.studio_staff.setRole, {
    params: { id: member.id },
    body: { role: 'support', from_role: 'editor', reason: '자리 이동' },
  })
  // The change, and the resync event after the session was read again.
  await waitForEvents(3)
  expect(events.slice(1)).toMatchObject([[{ subject_kind: 'member', subject_id: member.id }], []])
  await addWork(owner, '보이지 않는 작품')
  const { id } = await createTestInquiry(await makeMember(app), { title: '결제가 안 돼요' })
  await waitForEvents(4)
  expect(events.slice(3)).toMatchObject([[{ subject_kind: 'inquiry', subject_id: id }]])
})

test('sends a resync event for many events at once', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { events, waitForEvents } = await openStudioSocket(app.origin, staff)
  await app.pool.query(
    `select pg_notify('studio_events', json_build_object(
       'subject_kind', 'episode', 'subject_id', id, 'by', null)::text) from generate_series(1, 101) as id`,
  )
  await waitForEvents(2)
  expect(events[1]).toEqual([])
})

test('sends a resync event after the notification connection was lost', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { events, waitForEvents } = await openStudioSocket(app.origin, staff)
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'hanpyeon notifications' and datname = current_database()`,
  )
  await waitForEvents(2)
  expect(events[1]).toEqual([])
  const { id } = await addWork(staff, '다시 들리는 작품')
  await waitForEvents(3)
  expect(events[2]).toMatchObject([{ subject_kind: 'series', subject_id: id }])
})

test('rejects messages, and closes when the session ends', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const { socket, closed } = await openStudioSocket(app.origin, staff)
  const error = new Promise<string>((resolve) =>
    socket.once('message', (data) => resolve((data as Buffer).toString())),
  )
  socket.send('{"episode_id":1,"progress":1}')
  expect(await error).toContain('invalid_request')
  await staff.call(endpoints.accounts.signOut, {})
  expect(await closed).toBe(4401)
})
