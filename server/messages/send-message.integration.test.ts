import { ServiceSettings } from '#contract/service/staff.ts'
import { fillMessage } from './service-placeholders.ts'
import { accountEmails } from '#server/domains/accounts/emails.ts'
import { readJobs, rescheduleJobs } from '#test/fixtures/job-queue.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { freePort } from '#test/processes/npm-start.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { pino } from 'pino'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Message, queueMessage } from './queue-message.ts'
import { createMessageSender, retryDelayMs } from './send-message.ts'

const waitOptions = { timeout: 40_000, interval: 20 }
const minute = 60_000
const day = 1_440 * minute

const email = fillMessage(
  accountEmails.signupCode('402913', 10),
  ServiceSettings.parse({
    company_name: '주식회사 한편',
    address: '서울특별시 마포구 한편길 12, 4층',
  }),
)
const mailTo = (to: string): Message => ({ kind: 'mail', to, ...email })

const enqueueMessage = (app: TestApp, message: Message, expires_at?: Date) =>
  app.transact((tx) =>
    queueMessage(tx, message, { now: app.clock.now(), ...(expires_at ? { expires_at } : {}) }),
  )

const listMessages = async (app: TestApp) =>
  (await app.pool.query<{ id: number }>('select id from messages order by id')).rows

const jobs = async (app: TestApp) => (await readJobs(app)).filter((job) => !job.locked_by)
/**
 * Jobs rescheduled by at least the shortest delay, by the fixed clock of the test app: on a busy machine the first are
 * due again before the last is rescheduled.
 */
const rescheduledJobs = async (app: TestApp) =>
  (await readJobs(app)).filter(
    ({ run_at }) => run_at.getTime() === app.clock.now().getTime() + retryDelayMs(0),
  )

/** Sends waiting messages with one sender, bypassing the queue, and collects its log lines. */
function senderOf(app: TestApp, settings: { sms_url?: string } = {}) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const send = createMessageSender({ ...app, ...app.config, ...settings, log })
  return {
    lines,
    async sendAll() {
      for (const { id } of await listMessages(app)) await send(id)
    },
  }
}

test('delivers an e-mail in both forms and deletes it', async () => {
  const server = await openMailServer()
  const app = await openTestAppForTest({
    env: {
      SMTP_URL: server.url,
      SITE_URL: 'https://hanpyeon.example',
      MAIL_FROM: '한편 <no-reply@hanpyeon.example>',
    },
  })
  await app.work()
  await enqueueMessage(app, mailTo('first+tag@example.com'))
  await vi.waitUntil(async () => (await listMessages(app)).length === 0, waitOptions)
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail?.to).toBe('first+tag@example.com')
  expect(mail?.headers).toMatchObject({
    subject: email.subject,
    from: '한편 <no-reply@hanpyeon.example>',
    to: 'first+tag@example.com',
    'auto-submitted': 'auto-generated',
    'message-id': expect.stringMatching(/^<message-\d+-[a-z\d]+@hanpyeon\.example>$/),
    date: app.clock.now().toUTCString().replace('GMT', '+0000'),
  })
  expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(email.text.trim())
  expect(mail?.html.replaceAll('\r\n', '\n').trim()).toBe(email.html.trim())
})

test('keeps messages during an outage of the mail server and sends each once afterwards', async () => {
  const port = await freePort()
  const app = await openTestAppForTest({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const recipients = Array.from({ length: 30 }, (_, at) => `person-${at}@example.com`)
  for (const to of recipients) await enqueueMessage(app, mailTo(to))
  const useless = new Date(app.clock.now().getTime() + 10 * minute)
  await enqueueMessage(app, mailTo('too-late@example.com'), useless)
  await app.work()
  await vi.waitUntil(async () => (await rescheduledJobs(app)).length === 31, waitOptions)

  app.clock.advance(day)
  await rescheduleJobs(app)
  const after = app.clock.now().getTime()
  await vi.waitUntil(async () => {
    const later = await jobs(app)
    return later.length === 30 && later.every(({ run_at }) => run_at.getTime() > after)
  }, waitOptions)
  // Within minutes of recovery, however long the outage was.
  for (const { run_at } of await jobs(app))
    expect(run_at.getTime() - after).toBeLessThanOrEqual(5 * minute)

  const server = await openMailServer({ port })
  app.clock.advance(5 * minute)
  await rescheduleJobs(app)
  await vi.waitUntil(async () => (await listMessages(app)).length === 0, waitOptions)
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
  expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(30)
  expect(await jobs(app)).toEqual([])
})

test('discards permanently rejected recipients, retries temporary rejections, and logs no addresses', async () => {
  const server = await openMailServer({
    recipient: (address) =>
      ({
        'gone@example.com': [550, 'no gone@example.com here'] as [number, string],
        'full@example.com': [452, 'full@example.com is full'] as [number, string],
      })[address],
  })
  const app = await openTestAppForTest({
    env: { SMTP_URL: server.url, SMS_URL: 'http://127.0.0.1:9' },
  })
  for (const name of ['gone', 'full', 'well'])
    await enqueueMessage(app, mailTo(`${name}@example.com`))
  const [, full] = await listMessages(app)
  const { lines, sendAll } = senderOf(app)
  await sendAll()
  // A full mailbox does not delay other recipients.
  expect(server.received.map(({ to }) => to)).toEqual(['well@example.com'])
  expect(await listMessages(app)).toEqual([full])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, reason: 'EENVELOPE RCPT TO 550', msg: 'message discarded' },
    { level: 40, reason: 'EENVELOPE RCPT TO 452', msg: 'message rescheduled' },
  ])
  expect(lines.join()).not.toContain('example.com')
  // Messages are discarded after five days.
  app.clock.advance(5 * day)
  await sendAll()
  expect(await listMessages(app)).toEqual([])
})

test('keeps mail when authentication fails, and backs off', async () => {
  const server = await openMailServer({
    recipient: () => [530, 'authentication required'],
  })
  const app = await openTestAppForTest({
    env: { SMTP_URL: server.url, SMS_URL: 'http://127.0.0.1:9' },
  })
  for (const name of ['a', 'b', 'c']) await enqueueMessage(app, mailTo(`${name}@example.com`))
  const { sendAll, lines } = senderOf(app)
  await sendAll()
  expect(await listMessages(app)).toHaveLength(3)
  // The first attempt detected the outage; the others backed off without connecting.
  expect(lines).toHaveLength(1)
  app.clock.advance(minute)
  await sendAll()
  expect(lines).toHaveLength(2)
})

test('rejects an untrusted certificate unless the URL allows it', async () => {
  const server = await openMailServer({ smtp: { disabledCommands: ['AUTH'] } })
  for (const [query, count] of [
    ['', 0],
    ['?tls.rejectUnauthorized=false', 1],
  ] as const) {
    const app = await openTestAppForTest({ env: { SMTP_URL: server.url + query } })
    await enqueueMessage(app, mailTo('user@example.com'))
    await senderOf(app).sendAll()
    expect(server.received).toHaveLength(count)
    expect(await listMessages(app)).toHaveLength(1 - count)
  }
})

test('rejects header injection on enqueue and on sending', async () => {
  const server = await openMailServer()
  const app = await openTestAppForTest({ env: { SMTP_URL: server.url } })
  const bad = [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    '<a@example.com>',
  ]
  await expect(enqueueMessage(app, mailTo(bad[0] ?? ''))).rejects.toThrow('control character')
  await expect(
    enqueueMessage(app, {
      ...mailTo('a@example.com'),
      subject: 'x\nBcc: b@example.com',
    } as Message),
  ).rejects.toThrow('control character')
  for (const to of bad)
    await app.pool.query(
      `insert into messages (kind, recipient, subject, text, created_at) values ('mail', $1, 's', 't', now())`,
      [to],
    )
  await senderOf(app).sendAll()
  expect(server.received).toEqual([])
  expect(await listMessages(app)).toEqual([])
})

test('sends SMS to the gateway as JSON with one idempotency key for all attempts', async () => {
  const statuses = [500, 429, 201]
  const gateway = await openGateway(() => statuses.shift() ?? 201)
  const app = await openTestAppForTest({
    env: { SMS_URL: gateway.url.replace('//', '//shop:s%3Acret@') },
  })
  await enqueueMessage(app, { kind: 'sms', to: '01012345678', text: '[한편] 인증번호 402913' })
  const { sendAll } = senderOf(app)
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await listMessages(app)).toHaveLength(1)
    await sendAll()
    app.clock.advance(minute)
  }
  expect(await listMessages(app)).toEqual([])
  expect(gateway.received).toHaveLength(3)
  for (const { body, headers } of gateway.received) {
    expect(JSON.parse(body)).toEqual({ to: '01012345678', text: '[한편] 인증번호 402913' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': gateway.received[0]?.headers['idempotency-key'],
      authorization: `Basic ${Buffer.from('shop:s:cret').toString('base64')}`,
    })
  }
  expect(gateway.received[0]?.headers['idempotency-key']).toMatch(/^message-\d+-\w+$/)
})

test('discards an SMS that the gateway rejects, and one past its useful time', async () => {
  const gateway = await openGateway(() => 422)
  const app = await openTestAppForTest({ env: { SMS_URL: gateway.url } })
  const { sendAll, lines } = senderOf(app)
  await enqueueMessage(app, { kind: 'sms', to: '01012345678', text: 'x' })
  await sendAll()
  expect(await listMessages(app)).toEqual([])
  expect(lines.join()).not.toContain('01012345678')
  const expiry = new Date(app.clock.now().getTime() + 3 * minute)
  await enqueueMessage(app, { kind: 'sms', to: '01012345678', text: 'x' }, expiry)
  app.clock.set(expiry.toISOString())
  await sendAll()
  expect(await listMessages(app)).toEqual([])
  expect(gateway.received).toHaveLength(1)
})

test('retries after a gateway closes the connection', async () => {
  const server = createSocketServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const app = await openTestAppForTest({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMS_URL: `http://127.0.0.1:${port}` },
  })
  await enqueueMessage(app, { kind: 'sms', to: '01012345678', text: 'x' })
  await enqueueMessage(app, mailTo('user@example.com'))
  await senderOf(app).sendAll()
  expect(await listMessages(app)).toHaveLength(2)
})

test.each([
  ['beyond loopback', { SITE_URL: 'https://hanpyeon.example' }],
  ['with a mail server only', { SMTP_URL: 'smtp://127.0.0.1:9' }],
])('keeps an SMS unsent without a gateway %s, and sends it once there is one', async (_, env) => {
  const app = await openTestAppForTest({ env })
  await enqueueMessage(app, { kind: 'sms', to: '01012345678', text: 'x' })
  const { sendAll, lines } = senderOf(app)
  await sendAll()
  const { rows } = await app.pool.query('select sent_at from messages')
  expect(rows).toEqual([{ sent_at: null }])
  expect(lines.join()).toContain('SMS_URL is not set: such messages wait unsent')
  expect(lines.join()).not.toContain('01012345678')

  const gateway = await openGateway(() => 200)
  app.clock.advance(minute)
  await senderOf(app, { sms_url: gateway.url }).sendAll()
  expect(gateway.received).toHaveLength(1)
  expect(await listMessages(app)).toEqual([])
})

test.each([
  [0, 5_000],
  [7_000, 7_000],
  [minute, minute],
  [day, 5 * minute],
])('after %d ms the retry delay is %d ms', (age, wait) => {
  expect(retryDelayMs(age)).toBe(wait)
})

async function openGateway(answer: () => number) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer()).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms` }
}
