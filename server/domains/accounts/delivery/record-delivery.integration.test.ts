import { endpoints } from '#contract/index.ts'
import { lastMessage } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeliveryRecorder } from './record-delivery.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { resolveSecret } from '#server/config.ts'

const { accounts, email_changes, studio_members, studio_marketing } = endpoints
const secret = 'a secret of more than thirty-two characters'

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ env: { MAIL_EVENTS_SECRET: secret } })
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

type Event = { id?: string; kind?: string; email: string; at?: Date }

const post = (body: unknown, password = secret, type = 'text/plain; charset=UTF-8') =>
  app.fetch('/webhooks/mail-events', {
    method: 'POST',
    headers: {
      'content-type': type,
      authorization: `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  })
const send = async ({ id = randomUUID(), kind = 'bounced', email, at = app.clock.now() }: Event) =>
  expect((await post({ events: [{ id, kind, email, at: at.toISOString() }] })).status).toBe(200)
const countsOf = async ({ id }: TestMember) =>
  (await staff.call(studio_members.readMember, { params: { id } })).delivery
const isFailing = async (member: TestMember) =>
  (await member.call(accounts.readMe, {})).is_email_failing

test('counts bounces for staff, tells the member, and stops mail that nobody needs', async () => {
  const member = await makeMember(app, { is_marketing_agreed: true })
  await send({ email: member.email, kind: 'delayed' })
  expect(await countsOf(member)).toMatchObject({ mail: 1, email_failed_at: null })
  expect(await isFailing(member)).toBe(false)
  const filters = {
    joined_from: null,
    joined_to: null,
    has_plan: null,
    watched_within_days: null,
    not_watched_for_days: null,
  }
  const audience = async () =>
    (await staff.call(studio_marketing.countAudience, { body: filters })).count
  const before = await audience()
  await send({ email: member.email })
  expect(await countsOf(member)).toMatchObject({
    mail: 2,
    email_failed_at: app.clock.now().toISOString(),
  })
  expect(await isFailing(member)).toBe(true)
  expect(await audience()).toBe(before - 1)
  const { results } = await staff.call(studio_members.findMembers, { body: { q: member.email } })
  expect(results).toMatchObject([{ failed_messages: 2 }])
  // Security mail still goes out.
  await app.call(accounts.requestPasswordReset, { body: { email: member.email } })
  await app.workNow('send_password_reset', { email: member.email })
  expect((await lastMessage(app, member.email))?.subject).toContain('비밀번호')
})

test('repeated, forged, late and future webhooks change nothing', async () => {
  const member = await makeMember(app)
  const event = { id: 'once', email: member.email }
  for (let time = 0; time < 3; time++) await send({ ...event, kind: 'delayed' })
  await Promise.all(Array.from({ length: 8 }, () => send({ ...event, kind: 'delayed' })))
  expect(await countsOf(member)).toMatchObject({ mail: 1, email_failed_at: null })

  const forged = {
    events: [{ id: 'f', kind: 'bounced', email: member.email, at: app.clock.now() }],
  }
  const answer = await post(forged, 'another secret')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('Basic')
  expect((await post('no object')).status).toBe(200)
  const old = new Date(app.clock.now().getTime() - 31 * 86_400_000)
  await send({ email: member.email, at: old })
  expect(await isFailing(member)).toBe(false)

  const future = new Date(app.clock.now().getTime() + 86_400_000)
  await send({ email: member.email, at: future })
  expect((await countsOf(member)).email_failed_at).toBe(app.clock.now().toISOString())
  const stranger = await post(forged.events.map((given) => ({ ...given, email: 'x@example.com' })))
  expect(stranger.status).toBe(200)
})

test('a changed address starts without failures, and late reports about the former one change nothing', async () => {
  const member = await makeMember(app)
  const at = app.clock.now()
  await send({ email: member.email })
  const email = `${randomUUID().slice(0, 8)}@example.org`
  await member.call(email_changes.requestEmailChange, { body: { email } })
  const token = /#confirm=([\w-]{43})/.exec((await lastMessage(app, email))?.text ?? '')?.[1] ?? ''
  app.clock.advance(60_000)
  await app.call(email_changes.confirmEmailChange, { body: { token } })
  const failedAt = async () => (await countsOf(member)).email_failed_at
  expect(await failedAt()).toBeNull()
  await send({ email: member.email })
  // A report about the address before it was this member's.
  await send({ email, at })
  expect(await failedAt()).toBeNull()
})

test('sends mail again when the member asks, until the next bounce', async () => {
  const member = await makeMember(app)
  await send({ email: member.email })
  await member.call(email_changes.resumeEmail, {})
  expect(await isFailing(member)).toBe(false)
  expect((await lastMessage(app, member.email))?.subject).toContain('다시 잘 도착해요')
  await expect(member.call(email_changes.resumeEmail, {})).rejects.toThrow('409')
  await send({ email: member.email, kind: 'complained' })
  expect(await isFailing(member)).toBe(true)
})

test('records SMS that did not arrive, and forgets it with one that did or with another number', async () => {
  const member = await makeMember(app)
  const encryption = createEncryption(resolveSecret(app.config, 'encryption'))
  const record = createDeliveryRecorder({ encryption, clock: app.clock })
  const report = (kind: 'arrived' | 'undelivered', event_id: string) =>
    app.transact((tx) =>
      record(tx, {
        channel: 'sms',
        recipient: member.phonenumber,
        kind,
        provider: 'sms',
        event_id,
        reason: 'solapi 3040',
        at: app.clock.now(),
      }),
    )
  const isPhoneFailing = async () => (await member.call(accounts.readMe, {})).is_phone_failing
  await report('undelivered', 'sms-1')
  await report('undelivered', 'sms-1')
  expect(await countsOf(member)).toMatchObject({ sms: 1, mail: 0 })
  expect(await isPhoneFailing()).toBe(true)
  await report('arrived', 'sms-2')
  expect(await isPhoneFailing()).toBe(false)
})

test('has no webhook without a secret', async () => {
  const other = await openTestApp()
  const response = await other.fetch('/webhooks/mail-events', { method: 'POST' })
  expect([404, 405]).toContain(response.status)
  await other.close()
})
