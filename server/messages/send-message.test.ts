import { accountEmails } from '#server/domains/accounts/emails.ts'
import { openMailServer } from '#test/services/smtp-server.ts'
import { freePort } from '#test/processes/npm-start.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { pino } from 'pino'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Message, queueMessage } from './queue-message.ts'
import { createMessageSender, retryDelayMs } from './send-message.ts'

// A busy machine starts workers slowly.
vi.setConfig({ testTimeout: 90_000 })
const patience = { timeout: 40_000, interval: 20 }
const minute = 60_000
const day = 1_440 * minute

const letter = accountEmails.signupCode('402913', 10)
const mailTo = (to: string): Message => ({ kind: 'mail', to, ...letter })

const put = (world: TestApp, message: Message, useless_at?: Date) =>
  world.transact((tx) =>
    queueMessage(tx, message, { now: world.clock.now(), ...(useless_at ? { useless_at } : {}) }),
  )

const waiting = async (world: TestApp) =>
  (await world.pool.query<{ id: number }>('select id from messages order by id')).rows

async function asOwner(world: TestApp, text: string) {
  const client = new pg.Client({ connectionString: world.owner_url })
  await client.connect()
  try {
    return (await client.query<{ run_at: string }>(text)).rows
  } finally {
    await client.end()
  }
}

const jobs = (world: TestApp) =>
  asOwner(world, 'select run_at from graphile_worker._private_jobs where locked_at is null')
/**
 * Jobs that were put off by the shortest wait or longer. They are measured by the clock of the world, which stands still:
 * on a busy machine the first are due again before the last is put off.
 */
const putOff = async (world: TestApp) =>
  (await asOwner(world, 'select run_at from graphile_worker._private_jobs')).filter(
    ({ run_at }) => new Date(run_at).getTime() === world.clock.now().getTime() + retryDelayMs(0),
  )
/** What is put off comes due, as if the time had passed for the queue, too. */
const comeDue = (world: TestApp) =>
  asOwner(world, 'update graphile_worker._private_jobs set run_at = now() where locked_at is null')

/** Sends what waits, past the queue, by one sender that remembers what it met, and says what it logged. */
function senderOf(world: TestApp) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const send = createMessageSender({ ...world, ...world.config, log })
  return {
    lines,
    async sendAll() {
      for (const { id } of await waiting(world)) await send(id)
    },
  }
}

test('a letter arrives as it was written, in both forms, and is gone here', async () => {
  const server = await openMailServer()
  const world = await openTestAppForTest({
    env: {
      SMTP_URL: server.url,
      SITE_URL: 'https://hanpyeon.example',
      MAIL_FROM: '한편 <no-reply@hanpyeon.example>',
    },
  })
  await world.work()
  await put(world, mailTo('first+tag@example.com'))
  await vi.waitUntil(async () => (await waiting(world)).length === 0, patience)
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail?.to).toBe('first+tag@example.com')
  expect(mail?.headers).toMatchObject({
    subject: letter.subject,
    from: '한편 <no-reply@hanpyeon.example>',
    to: 'first+tag@example.com',
    'auto-submitted': 'auto-generated',
    'message-id': expect.stringMatching(/^<message-\d+-[a-z\d]+@hanpyeon\.example>$/),
    date: world.clock.now().toUTCString().replace('GMT', '+0000'),
  })
  expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
  expect(mail?.html.replaceAll('\r\n', '\n').trim()).toBe(letter.html.trim())
})

test('a mail server that was down for a day: nothing is lost, and all goes once after it returned', async () => {
  const port = await freePort()
  const world = await openTestAppForTest({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const people = Array.from({ length: 30 }, (_, at) => `person-${at}@example.com`)
  for (const to of people) await put(world, mailTo(to))
  const useless = new Date(world.clock.now().getTime() + 10 * minute)
  await put(world, mailTo('too-late@example.com'), useless)
  await world.work()
  await vi.waitUntil(async () => (await putOff(world)).length === 31, patience)

  world.clock.advance(day)
  await comeDue(world)
  const after = world.clock.now().getTime()
  await vi.waitUntil(async () => {
    const later = await jobs(world)
    return later.length === 30 && later.every(({ run_at }) => Date.parse(run_at) > after)
  }, patience)
  // Within minutes of its return, however long it was away.
  for (const { run_at } of await jobs(world))
    expect(Date.parse(run_at) - after).toBeLessThanOrEqual(5 * minute)

  const server = await openMailServer({ port })
  world.clock.advance(5 * minute)
  await comeDue(world)
  await vi.waitUntil(async () => (await waiting(world)).length === 0, patience)
  expect(server.received.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
  expect(new Set(server.received.map(({ headers }) => headers['message-id'])).size).toBe(30)
  expect(await jobs(world)).toEqual([])
})

test('a recipient the server refuses for good is dropped, one it puts off waits; the log names neither', async () => {
  const server = await openMailServer({
    recipient: (address) =>
      ({
        'gone@example.com': [550, 'no gone@example.com here'] as [number, string],
        'full@example.com': [452, 'full@example.com is full'] as [number, string],
      })[address],
  })
  const world = await openTestAppForTest({
    env: { SMTP_URL: server.url, SMS_URL: 'http://127.0.0.1:9' },
  })
  for (const name of ['gone', 'full', 'well']) await put(world, mailTo(`${name}@example.com`))
  const [, full] = await waiting(world)
  const { lines, sendAll } = senderOf(world)
  await sendAll()
  // One that is full holds nobody else up.
  expect(server.received.map(({ to }) => to)).toEqual(['well@example.com'])
  expect(await waiting(world)).toEqual([full])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, reason: 'EENVELOPE RCPT TO 550', msg: 'message discarded' },
    { level: 40, reason: 'EENVELOPE RCPT TO 452', msg: 'message rescheduled' },
  ])
  expect(lines.join()).not.toContain('example.com')
  // Five days are enough.
  world.clock.advance(5 * day)
  await sendAll()
  expect(await waiting(world)).toEqual([])
})

test('a server that does not know us loses no mail, and is left in peace for a while', async () => {
  const server = await openMailServer({
    recipient: () => [530, 'authentication required'],
  })
  const world = await openTestAppForTest({
    env: { SMTP_URL: server.url, SMS_URL: 'http://127.0.0.1:9' },
  })
  for (const name of ['a', 'b', 'c']) await put(world, mailTo(`${name}@example.com`))
  const { sendAll, lines } = senderOf(world)
  await sendAll()
  expect(await waiting(world)).toHaveLength(3)
  // The first one found it closed: the others did not have to.
  expect(lines).toHaveLength(1)
  world.clock.advance(minute)
  await sendAll()
  expect(lines).toHaveLength(2)
})

test('a certificate nobody vouches for is not spoken to, unless the address says so', async () => {
  const server = await openMailServer({ smtp: { disabledCommands: ['AUTH'] } })
  for (const [query, count] of [
    ['', 0],
    ['?tls.rejectUnauthorized=false', 1],
  ] as const) {
    const world = await openTestAppForTest({ env: { SMTP_URL: server.url + query } })
    await put(world, mailTo('somebody@example.com'))
    await senderOf(world).sendAll()
    expect(server.received).toHaveLength(count)
    expect(await waiting(world)).toHaveLength(1 - count)
  }
})

test('what would become a header of its own is not taken, and not sent', async () => {
  const server = await openMailServer()
  const world = await openTestAppForTest({ env: { SMTP_URL: server.url } })
  const bad = [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    '<a@example.com>',
  ]
  await expect(put(world, mailTo(bad[0] ?? ''))).rejects.toThrow('control character')
  await expect(
    put(world, { ...mailTo('a@example.com'), subject: 'x\nBcc: b@example.com' } as Message),
  ).rejects.toThrow('control character')
  for (const to of bad)
    await world.pool.query(
      `insert into messages (kind, recipient, subject, text, created_at) values ('mail', $1, 's', 't', now())`,
      [to],
    )
  await senderOf(world).sendAll()
  expect(server.received).toEqual([])
  expect(await waiting(world)).toEqual([])
})

test('an SMS goes to the gateway as JSON, with one key for all attempts', async () => {
  const answers = [500, 429, 201]
  const gateway = await openGateway(() => answers.shift() ?? 201)
  const world = await openTestAppForTest({
    env: { SMS_URL: gateway.url.replace('//', '//shop:s%3Acret@') },
  })
  await put(world, { kind: 'sms', to: '01012345678', text: '[한편] 인증번호 402913' })
  const { sendAll } = senderOf(world)
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await waiting(world)).toHaveLength(1)
    await sendAll()
    world.clock.advance(minute)
  }
  expect(await waiting(world)).toEqual([])
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

test('an SMS the gateway will never take is dropped; one that came too late is not sent', async () => {
  const gateway = await openGateway(() => 422)
  const world = await openTestAppForTest({ env: { SMS_URL: gateway.url } })
  const { sendAll, lines } = senderOf(world)
  await put(world, { kind: 'sms', to: '01012345678', text: 'x' })
  await sendAll()
  expect(await waiting(world)).toEqual([])
  expect(lines.join()).not.toContain('01012345678')
  const soon = new Date(world.clock.now().getTime() + 3 * minute)
  await put(world, { kind: 'sms', to: '01012345678', text: 'x' }, soon)
  world.clock.set(soon.toISOString())
  await sendAll()
  expect(await waiting(world)).toEqual([])
  expect(gateway.received).toHaveLength(1)
})

test('a gateway that hangs up is down, not deaf', async () => {
  const server = createSocketServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const world = await openTestAppForTest({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMS_URL: `http://127.0.0.1:${port}` },
  })
  await put(world, { kind: 'sms', to: '01012345678', text: 'x' })
  await put(world, mailTo('somebody@example.com'))
  await senderOf(world).sendAll()
  expect(await waiting(world)).toHaveLength(2)
})

test('with one gateway alone, the other kind stays here and it is said so', async () => {
  const server = await openMailServer()
  const world = await openTestAppForTest({ env: { SMTP_URL: server.url } })
  await put(world, { kind: 'sms', to: '01012345678', text: 'x' })
  const { sendAll, lines } = senderOf(world)
  await sendAll()
  const { rows } = await world.pool.query('select sent_at from messages')
  expect(rows).toEqual([{ sent_at: world.clock.now().toISOString() }])
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, msg: 'SMS_URL is not set: SMS stay in the database' },
  ])
})

test.each([
  [0, 5_000],
  [7_000, 7_000],
  [minute, minute],
  [day, 5 * minute],
])('after %d ms a message waits %d ms more', (age, wait) => {
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
