import type { OutboxMessage } from '#server/messages/dev-outbox.ts'
import type { DemoAccount } from './dev-routes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const mail = (to: string, text = '인증번호는 123456이에요.') => ({
  kind: 'mail' as const,
  to,
  subject: '한편 인증번호',
  text,
  html: `<p>${text}</p>`,
})

const outbox = async () => (await (await app.fetch('/dev/outbox.json')).json()) as OutboxMessage[]

test('lists queued messages newest first once the worker has run', async () => {
  const now = app.clock.now()
  await app.transact((tx) => queueMessage(tx, mail('first@example.com'), { now }))
  await app.transact((tx) =>
    queueMessage(tx, { kind: 'sms', to: '01012345678', text: '[한편] 654321' }, { now }),
  )
  await app.work()
  await expect.poll(async () => (await outbox()).length).toBe(2)
  expect(await outbox()).toEqual([
    {
      id: expect.any(Number),
      kind: 'sms',
      to: '01012345678',
      subject: '',
      text: '[한편] 654321',
      sent_at: now.toISOString(),
    },
    expect.objectContaining({ kind: 'mail', to: 'first@example.com', subject: '한편 인증번호' }),
  ])
})

test('is disabled with a configured gateway or a public site URL', async () => {
  for (const gateway of [
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    { SMS_URL: 'http://127.0.0.1:9' },
    // A local proxy may send a loopback Host and no forwarding header.
    { SITE_URL: 'https://hanpyeon.example' },
  ] as Record<string, string>[]) {
    const disabledApp = await openTestAppForTest({ env: { SEED: 'demo', ...gateway } })
    for (const path of [
      '/dev/outbox.json',
      '/dev/outbox',
      '/dev/authenticator',
      '/dev/accounts.json',
    ])
      expect((await disabledApp.fetch(path)).status).toBe(404)
  }
})

test.each([{ host: 'hanpyeon.example' }, { 'x-forwarded-for': '203.0.113.7' }])(
  'responds 404 to a request from another host: %o',
  async (headers) => {
    // inject() because fetch overrides Host.
    const response = await app.server.http.app.inject({ url: '/dev/outbox.json', headers })
    expect(response.statusCode).toBe(404)
    expect((await app.server.http.app.inject({ url: '/dev/outbox.json' })).statusCode).toBe(200)
  },
)

test('lists the accounts of the demonstration to this machine, and nothing without the demonstration', async () => {
  expect((await app.fetch('/dev/accounts.json')).status).toBe(404)
  const demonstration = await openTestAppForTest({ env: { SEED: 'demo' } })
  const { url, host } = { url: '/dev/accounts.json', host: 'hanpyeon.example' }
  const { app: http } = demonstration.server.http
  expect((await http.inject({ url, headers: { host } })).statusCode).toBe(404)
  const read = async () => (await (await demonstration.fetch(url)).json()) as DemoAccount[]
  // Members with these addresses are not accounts of the demonstration by that alone.
  const member = await makeMember(demonstration, { email: 'viewer@hanpyeon.test' })
  expect(await read()).toEqual([])
  await demonstration.pool.query('update members set is_demo = true where id = $1', [member.id])
  expect(await read()).toEqual([
    { email: member.email, password: 'hanpyeon-viewer-1', is_staff: false, code: null },
  ])
})
