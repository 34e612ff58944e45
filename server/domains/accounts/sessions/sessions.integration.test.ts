import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSessionFinder } from './sessions.ts'
import { openGuestSession, createSession } from './sessions.ts'

const {
  readMe,
  listSessions,
  endSession,
  endOtherSessions,
  signOut: logOut,
  signIn: logIn,
} = endpoints.accounts
const {
  sendSignUpCode: sendSignupCode,
  sendPhoneCode,
  createSignInPasskeyOptions: beginPasskeyLogin,
} = endpoints.accounts
const day = 86_400_000

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

type Member = Awaited<ReturnType<typeof makeMember>>

/** Signs the member in on another device. */
async function anotherDevice({ id }: Member, device = 'Safari · iPhone') {
  const client = { address: '203.0.113.7', device }
  const opened = await app.transact((tx) => createSession(tx, id, client, app.clock.now()))
  return { id: opened.id, cookie: `sid=${opened.token}` }
}

const statusOf = async (cookie: string) =>
  (await app.fetch(readMe.path, { headers: { cookie } })).status

/** Collects the ids of sessions from NOTIFY `session_ended`. */
async function listenForEndedSessions(): Promise<number[]> {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  onTestFinished(() => client.end())
  const ended: number[] = []
  client.on('notification', ({ payload = '' }) => ended.push(...payload.split(' ').map(Number)))
  await client.query('listen session_ended')
  return ended
}

test('sends one notification for hundreds of sessions that end together', async () => {
  const member = await makeMember(app)
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  onTestFinished(() => client.end())
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.query('listen session_ended')
  await app.pool.query(
    `insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
     select sha256(n::text::bytea), $1, now(), now(), now(), now(), '', '' from generate_series(1, 400) n`,
    [member.id],
  )
  await app.pool.query('delete from sessions where member_id = $1', [member.id])
  await expect.poll(() => payloads.length).toBe(1)
  expect(payloads[0]?.split(' ')).toHaveLength(401)
})

test('looks up session and member with one query', async () => {
  const member = await makeMember(app)
  expect(await statusOf(member.cookie)).toBe(200)
  let connections = 0
  const count = () => connections++
  app.pool.on('acquire', count)
  onTestFinished(() => void app.pool.off('acquire', count))
  const countConnections = async () => {
    connections = 0
    // A second query reads the profiles for the response.
    expect(await statusOf(member.cookie)).toBe(200)
    const forMember = connections
    expect(await statusOf('sid=junk')).toBe(401)
    return [forMember, connections - forMember]
  }
  // Repeated, because background work after start also acquires connections.
  await expect.poll(countConnections).toEqual([2, 0])
})

test('batches concurrent lookups and returns each caller’s own session', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => makeMember(app)))
  let connections = 0
  const count = () => connections++
  app.pool.on('acquire', count)
  onTestFinished(() => void app.pool.off('acquire', count))
  const find = createSessionFinder(app)
  const tokens = [...members.map(({ cookie }) => cookie.slice(4)), 'unknown', '']
  const sessions = await Promise.all(tokens.map((token) => find(token, app.clock.now())))
  expect(sessions.map((session) => session?.member?.id)).toEqual([
    ...members.map(({ id }) => id),
    undefined,
    undefined,
  ])
  expect(connections).toBe(1)
  const again = await find(tokens[0] ?? '', app.clock.now())
  expect(again?.member?.email).toBe(members[0]?.email)
})

test('a session ends after 14 idle days, or 30 days in total', async () => {
  const member = await makeMember(app)
  const idle = await anotherDevice(member)
  const start = app.clock.now().getTime()
  const at = (ms: number) => app.clock.set(new Date(start + ms).toISOString())
  const expectLastSeen = async (ms: number) =>
    expect
      .poll(async () => {
        const row = await app.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('member_id', '=', member.id)
          .orderBy('id')
          .executeTakeFirst()
        return Date.parse(row?.last_seen_at ?? '') === start + ms
      })
      .toBe(true)

  // `last_seen_at` is written at most every five minutes.
  at(5 * 60_000)
  expect(await statusOf(member.cookie)).toBe(200)
  at(14 * day - 1)
  expect(await statusOf(member.cookie)).toBe(200)
  await expectLastSeen(14 * day - 1)
  expect(await statusOf(idle.cookie)).toBe(200)
  at(28 * day - 2)
  expect(await statusOf(member.cookie)).toBe(200)
  await expectLastSeen(28 * day - 2)
  at(28 * day - 1)
  expect(await statusOf(idle.cookie)).toBe(401)
  at(30 * day - 1)
  expect(await statusOf(member.cookie)).toBe(200)
  at(30 * day)
  expect(await statusOf(member.cookie)).toBe(401)
  const listed = await app.call(listSessions, {}, { cookie: (await anotherDevice(member)).cookie })
  expect(listed.count).toBe(1)
})

test('lists devices last seen first and marks the current one', async () => {
  const member = await makeMember(app)
  app.clock.advance(60_000)
  const phone = await anotherDevice(member)
  await makeMember(app)
  const list = await member.call(listSessions, {})
  expect(list.count).toBe(2)
  expect(list.results).toMatchObject([
    { id: phone.id, device: 'Safari · iPhone', address: '203.0.113.7', is_current: false },
    { device: 'Chrome · Linux', is_current: true },
  ])
})

test('only the owner can sign out a device, and the end is notified', async () => {
  const member = await makeMember(app)
  const phone = await anotherDevice(member)
  const otherMember = await makeMember(app)
  const ended = await listenForEndedSessions()

  const refusals = []
  for (const id of [phone.id, 2_147_483_647]) {
    const response = await otherMember.fetch(endSession.path.replace('{id}', String(id)), {
      method: 'DELETE',
    })
    expect(response.status).toBe(404)
    const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
    refusals.push(problem)
  }
  expect(refusals[0]).toEqual(refusals[1])
  expect(await statusOf(phone.cookie)).toBe(200)

  await member.call(endSession, { params: { id: phone.id } })
  expect(await statusOf(phone.cookie)).toBe(401)
  expect(await statusOf(member.cookie)).toBe(200)
  await expect.poll(() => ended.length > 0).toBe(true)
  expect(ended).toEqual([phone.id])
})

test('signing out the current device clears its cookie', async () => {
  const member = await makeMember(app)
  const [current] = (await member.call(listSessions, {})).results
  const response = await member.fetch(endSession.path.replace('{id}', String(current?.id)), {
    method: 'DELETE',
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
  expect(await statusOf(member.cookie)).toBe(401)
})

test('ends all other sessions of the member only, with a notification for each', async () => {
  const member = await makeMember(app)
  const others = [await anotherDevice(member), await anotherDevice(member)]
  const otherMember = await makeMember(app)
  const ended = await listenForEndedSessions()
  await member.call(endOtherSessions, {})
  expect(await Promise.all(others.map(({ cookie }) => statusOf(cookie)))).toEqual([401, 401])
  expect(await statusOf(member.cookie)).toBe(200)
  expect(await statusOf(otherMember.cookie)).toBe(200)
  await expect.poll(() => ended.length).toBe(2)
  expect(ended.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
})

test('signing out ends the session and clears the cookie; without a session it also returns 204', async () => {
  const member = await makeMember(app)
  const ended = await listenForEndedSessions()
  for (let time = 0; time < 2; time++) {
    const response = await member.fetch(logOut.path, { method: 'POST' })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
    expect(await statusOf(member.cookie)).toBe(401)
  }
  await expect.poll(() => ended.length).toBe(1)
})

test('marks guest sessions of a sign-up, but not those of passkey sign-in or e-mail recovery', async () => {
  const cookieNames = (answer: Response) =>
    answer.headers.getSetCookie().map((line) => line.replace(/=.*/, ''))
  const signingUp = createGuestClient(app)
  const first = { body: { email: `left-${randomUUID()}@example.com` } }
  expect(cookieNames(await signingUp.fetch(sendSignupCode, first))).toEqual(['sid', 'has_session'])
  expect(await signingUp.call(readMe, {})).toMatchObject({ id: null, email: '' })
  const passkeyGuest = createGuestClient(app)
  expect(cookieNames(await passkeyGuest.fetch(beginPasskeyLogin, {}))).toEqual(['sid'])
  expect(passkeyGuest.cookie()).not.toBe('')
  expect((await passkeyGuest.refusal(readMe, {})).code).toBe('authentication_required')
  const recoveryGuest = createGuestClient(app)
  const phone = { body: { phonenumber: '01099998888' } }
  expect(cookieNames(await recoveryGuest.fetch(sendPhoneCode, phone))).toEqual(['sid'])
  expect((await recoveryGuest.refusal(readMe, {})).code).toBe('authentication_required')
})

test('a guest session is unauthorized and ends at sign-in', async () => {
  const member = await makeMember(app)
  const client = { address: '203.0.113.7', device: '' }
  const guest = await app.transact((tx) =>
    openGuestSession(tx, 'challenge', client, app.clock.now()),
  )
  const cookie = `sid=${guest.token}`
  expect(await statusOf(cookie)).toBe(401)
  expect((await app.fetch(listSessions.path, { headers: { cookie } })).status).toBe(401)
  const ended = await listenForEndedSessions()
  await app.call(logIn, { body: { email: member.email, password: member.password } }, { cookie })
  expect(await statusOf(cookie)).toBe(401)
  await expect.poll(() => ended.includes(guest.id)).toBe(true)
})
