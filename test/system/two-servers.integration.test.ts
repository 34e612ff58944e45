import { accounts } from '#contract/accounts/accounts.ts'
import { contents } from '#contract/contents/contents.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { watch_history } from '#contract/watch-history/watch-history.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMailServer } from '#test/services/smtp-server.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents, topUp } from '#test/fixtures/payments.ts'
import { freshEmail, createGuestClient } from '#test/app/guest-client.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'

// Two servers on one database behave as one. Tests of sockets, streams and inquiries cover those across servers.

let app: TestApp
let other: string
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  other = await app.another()
})
afterAll(() => app?.close())

/** Sends a request to the second server with the session of a member. */
const fetchFromSecond = (member: TestMember, path: string, init: RequestInit = {}) =>
  fetch(other + path, {
    ...init,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: member.cookie,
      ...(init.headers as Record<string, string> | undefined),
    },
  })

test('signs out at both servers at once', async () => {
  const member = await makeMember(app)
  expect((await fetchFromSecond(member, accounts.readMe.path)).status).toBe(200)
  await member.call(accounts.signOut, {})
  expect((await fetchFromSecond(member, accounts.readMe.path)).status).toBe(401)
})

test('reads progress and likes from either server', async () => {
  const member = await makeMember(app)
  const [episode_id = 0] = await makePlayable(app, [{}])
  await watch(app, member, episode_id, 321)
  const histories = await (
    await fetchFromSecond(member, watch_history.listWatchHistory.path)
  ).json()
  expect(histories).toMatchObject({ count: 1, results: [{ progress: 321 }] })
  const body = JSON.stringify({ content_type: 'episode', object_id: episode_id })
  await fetchFromSecond(member, watch_history.like.path, { method: 'POST', body })
  expect(await member.call(watch_history.listLikes, { query: {} })).toMatchObject({ count: 1 })
})

test('shows an edit at both servers, whichever cached the response', async () => {
  const [episode_id = 0] = await makePlayable(app, [{}])
  const path = contents.readEpisode.path.replace('{id}', String(episode_id))
  const titles = () =>
    Promise.all(
      [app.origin, other].map(async (origin) => {
        const { title } = (await (await fetch(origin + path)).json()) as { title: string }
        return title
      }),
    )
  expect(await titles()).toEqual(['1화', '1화'])
  expect(await titles()).toEqual(['1화', '1화'])
  await app.pool.query(`update episodes set title = '다시 쓴 1화' where id = $1`, [episode_id])
  await expect.poll(titles, { interval: 5 }).toEqual(['다시 쓴 1화', '다시 쓴 1화'])
})

test('charges once for one idempotency key sent to both servers, with equal responses', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const [episode = 0] = await makePlayable(app, [
    { is_free: false, price: 500, in_subscription: false },
  ])
  const body = JSON.stringify({
    changed_point: -500,
    is_event: false,
    is_topup: false,
    payment_method: 'point',
    episode,
    ...givenConsents,
  })
  const charge = async (origin: string) => {
    for (;;) {
      const response = await fetch(origin + transactions.createPointTransaction.path, {
        method: 'POST',
        body,
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          cookie: member.cookie,
          'idempotency-key': `press-of-${member.id}`,
        },
      })
      // 409: the first request is still being processed.
      if (response.status !== 409) return [response.status, await response.json()]
    }
  }
  const [first, second] = await Promise.all([app.origin, other].map(charge))
  expect(first?.[0]).toBe(201)
  expect(second).toEqual(first)
  const { rows } = await app.pool.query('select from purchases where episode_id = $1', [episode])
  expect(rows).toHaveLength(1)
})

test('shares rate limits between servers', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const second = await limited.another()
  const email = freshEmail()
  const send = async (origin: string) => {
    const browser = createGuestClient(limited)
    const response = await fetch(origin + accounts.sendSignUpCode.path, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie: browser.cookie(),
      },
      body: JSON.stringify({ email }),
    })
    return response.status
  }
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    statuses.push(await send(n % 2 ? second : limited.origin))
    limited.clock.advance(61_000)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  expect(await send(second)).toBe(429)
})

test('sends every e-mail once with two workers', async () => {
  const mailServer = await openMailServer()
  const workerApp = await openTestAppForTest({ env: { SMTP_URL: mailServer.url } })
  await Promise.all([workerApp.work(), workerApp.work()])
  const recipients = Array.from({ length: 40 }, (_, n) => `one-of-many-${n}@example.com`)
  await Promise.all(
    recipients.map((to) =>
      workerApp.transact((tx) =>
        queueMessage(
          tx,
          { kind: 'mail', to, subject: '소식', text: '소식이에요.', html: '' },
          { now: workerApp.clock.now() },
        ),
      ),
    ),
  )
  const queuedCount = async () => (await workerApp.pool.query('select from messages')).rowCount
  await vi.waitUntil(async () => (await queuedCount()) === 0, { timeout: 60_000, interval: 20 })
  expect(mailServer.received.map(({ to }) => to).sort()).toEqual(recipients.toSorted())
})
