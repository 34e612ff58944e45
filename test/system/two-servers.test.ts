import { accounts } from '#contract/accounts/accounts.ts'
import { contents } from '#contract/contents/contents.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { watch_history } from '#contract/contents/watch-history.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMailServer } from '#test/services/smtp-server.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents, topUp } from '#test/fixtures/payments.ts'
import { freshEmail, createGuestClient } from '#test/app/guest-client.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'

// Two servers on one database behave as one. What sockets, streams and inquiries do across servers is tested with them.

let world: TestApp
let other: string
beforeAll(async () => {
  world = await openTestApp({ gateway: true })
  other = await world.another()
})
afterAll(() => world?.close())

/** Asks the second server as the browser of a member. */
const elsewhere = (member: TestMember, path: string, init: RequestInit = {}) =>
  fetch(other + path, {
    ...init,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: member.cookie,
      ...(init.headers as Record<string, string> | undefined),
    },
  })

test('who logs out at one is out at the other, at once', async () => {
  const member = await makeMember(world)
  expect((await elsewhere(member, accounts.readMe.path)).status).toBe(200)
  await member.call(accounts.logOut, {})
  expect((await elsewhere(member, accounts.readMe.path)).status).toBe(401)
})

test('what is saved at one is read at the other: progress and likes', async () => {
  const member = await makeMember(world)
  const [episode_id = 0] = await makePlayable(world, [{}])
  await watch(world, member, episode_id, 321)
  const histories = await (await elsewhere(member, watch_history.listHistories.path)).json()
  expect(histories).toMatchObject({ count: 1, results: [{ progress: 321 }] })
  const body = JSON.stringify({ content_type: 'episode', object_id: episode_id })
  await elsewhere(member, watch_history.like.path, { method: 'POST', body })
  expect(await member.call(watch_history.listLikes, { query: {} })).toMatchObject({ count: 1 })
})

test('an edit shows at both, whichever had the answer prepared', async () => {
  const [episode_id = 0] = await makePlayable(world, [{}])
  const path = contents.readEpisode.path.replace('{id}', String(episode_id))
  const titles = () =>
    Promise.all(
      [world.origin, other].map(async (origin) => {
        const { title } = (await (await fetch(origin + path)).json()) as { title: string }
        return title
      }),
    )
  expect(await titles()).toEqual(['1화', '1화'])
  expect(await titles()).toEqual(['1화', '1화'])
  await world.pool.query(`update episodes set title = '다시 쓴 1화' where id = $1`, [episode_id])
  await expect.poll(titles, { interval: 5 }).toEqual(['다시 쓴 1화', '다시 쓴 1화'])
})

test('a key sent to both at once buys once, and both answer alike', async () => {
  const member = await makeMember(world)
  await topUp(world, member, 10_000)
  const [episode = 0] = await makePlayable(world, [
    { is_free: false, price: 500, in_subscription: false },
  ])
  const body = JSON.stringify({
    ...{ changed_point: -500, is_event: false, is_topup: false, payment_method: 'point', episode },
    ...givenConsents,
  })
  const press = async (origin: string) => {
    for (;;) {
      const response = await fetch(origin + transactions.chargePoints.path, {
        ...{ method: 'POST', body },
        headers: {
          ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
          ...{ cookie: member.cookie, 'idempotency-key': `press-of-${member.id}` },
        },
      })
      // While the first is being answered.
      if (response.status !== 409) return [response.status, await response.json()]
    }
  }
  const [one, two] = await Promise.all([world.origin, other].map(press))
  expect(one?.[0]).toBe(201)
  expect(two).toEqual(one)
  const { rows } = await world.pool.query('select from purchases where episode_id = $1', [episode])
  expect(rows).toHaveLength(1)
})

test('what members are allowed is counted together', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const second = await limited.another()
  const email = freshEmail()
  const send = async (origin: string) => {
    const browser = createGuestClient(limited)
    const response = await fetch(origin + accounts.sendSignupCode.path, {
      method: 'POST',
      headers: {
        ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        cookie: browser.cookie(),
      },
      body: JSON.stringify({ email }),
    })
    return response.status
  }
  const told: number[] = []
  for (let n = 0; n < 6; n++) {
    told.push(await send(n % 2 ? second : limited.origin))
    limited.clock.advance(61_000)
  }
  expect(told).toEqual([202, 202, 202, 202, 202, 429])
  expect(await send(second)).toBe(429)
})

test('two workers share the work: every mail goes out, and once', async () => {
  const mails = await openMailServer()
  const working = await openTestAppForTest({ env: { SMTP_URL: mails.url } })
  await Promise.all([working.work(), working.work()])
  const wanted = Array.from({ length: 40 }, (_, n) => `one-of-many-${n}@example.com`)
  await Promise.all(
    wanted.map((to) =>
      working.transact((tx) =>
        queueMessage(
          tx,
          { kind: 'mail', to, subject: '소식', text: '소식이에요.', html: '' },
          { now: working.clock.now() },
        ),
      ),
    ),
  )
  const left = async () => (await working.pool.query('select from messages')).rowCount
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 25_000, interval: 20 })
  expect(mails.received.map(({ to }) => to).sort()).toEqual(wanted.toSorted())
})
