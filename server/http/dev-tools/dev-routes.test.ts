import type { OutboxMessage } from '#server/messages/dev-outbox.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let world: TestApp
beforeAll(async () => {
  world = await openTestApp()
})
afterAll(() => world.close())

const mail = (to: string, text = '인증번호는 123456이에요.') => ({
  kind: 'mail' as const,
  to,
  subject: '한편 인증번호',
  text,
  html: `<p>${text}</p>`,
})

const outbox = async () => (await (await world.fetch('/dev/outbox.json')).json()) as OutboxMessage[]

test('what is queued is in the outbox once the worker ran, newest first', async () => {
  const now = world.clock.now()
  await world.transact((tx) => queueMessage(tx, mail('first@example.com'), { now }))
  await world.transact((tx) =>
    queueMessage(tx, { kind: 'sms', to: '01012345678', text: '[한편] 654321' }, { now }),
  )
  await world.work()
  await vi.waitUntil(async () => (await outbox()).length === 2, { timeout: 5_000 })
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

test('a server with a gateway has no outbox, nor has one that a proxy on this machine shows to all', async () => {
  for (const gateway of [
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    { SMS_URL: 'http://127.0.0.1:9' },
    // Such a proxy may call it by a name of this machine, and say nothing of whom it heard.
    { SITE_URL: 'https://hanpyeon.example' },
  ] as Record<string, string>[]) {
    const other = await openTestAppForTest({ env: gateway })
    for (const path of ['/dev/outbox.json', '/dev/outbox', '/dev/authenticator'])
      expect((await other.fetch(path)).status).toBe(404)
  }
})

test.each([{ host: 'hanpyeon.example' }, { 'x-forwarded-for': '203.0.113.7' }])(
  'whoever comes from elsewhere finds nothing: %o',
  async (headers) => {
    // fetch keeps its own Host: this goes past it.
    const answer = await world.house.http.app.inject({ url: '/dev/outbox.json', headers })
    expect(answer.statusCode).toBe(404)
    expect((await world.house.http.app.inject({ url: '/dev/outbox.json' })).statusCode).toBe(200)
  },
)
