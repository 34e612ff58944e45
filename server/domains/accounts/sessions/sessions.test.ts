import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSessionFinder } from './find-session.ts'
import { openGuestSession, createSession } from './sessions.ts'

const { readMe, listSessions, endSession, endOtherSessions, logOut, logIn } = endpoints.accounts
const { sendSignupCode, sendPhoneCode, beginPasskeyLogin } = endpoints.accounts
const day = 86_400_000

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

type Member = Awaited<ReturnType<typeof makeMember>>

/** Another browser of his, signed in now. */
async function anotherDevice({ id }: Member, device = 'Safari · iPhone') {
  const visitor = { address: '203.0.113.7', device }
  const opened = await world.transact((tx) => createSession(tx, id, visitor, world.clock.now()))
  return { id: opened.id, cookie: `sid=${opened.token}` }
}

const statusOf = async (cookie: string) =>
  (await world.fetch(readMe.path, { headers: { cookie } })).status

/** Ids of sessions as they are said to have ended. */
async function hearEndings(): Promise<number[]> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  onTestFinished(() => client.end())
  const ended: number[] = []
  client.on('notification', ({ payload }) => ended.push(Number(payload)))
  await client.query('listen session_ended')
  return ended
}

test('who is there costs one query', async () => {
  const member = await makeMember(world)
  expect(await statusOf(member.cookie)).toBe(200)
  let taken = 0
  const count = () => taken++
  world.pool.on('acquire', count)
  onTestFinished(() => void world.pool.off('acquire', count))
  // Tried again while the work that a start leaves in the background takes connections, too.
  await vi.waitFor(async () => {
    taken = 0
    expect(await statusOf(member.cookie)).toBe(200)
    expect(taken).toBe(1)
    expect(await statusOf('sid=junk')).toBe(401)
    expect(taken).toBe(1)
  })
})

test('who calls in the same turn is looked up together, and each is himself', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => makeMember(world)))
  let taken = 0
  const count = () => taken++
  world.pool.on('acquire', count)
  onTestFinished(() => void world.pool.off('acquire', count))
  const find = createSessionFinder(world)
  const tokens = [...members.map(({ cookie }) => cookie.slice(4)), 'nobody', '']
  const found = await Promise.all(tokens.map((token) => find(token, world.clock.now())))
  expect(found.map((session) => session?.member?.id)).toEqual([
    ...members.map(({ id }) => id),
    undefined,
    undefined,
  ])
  expect(taken).toBe(1)
  const again = await find(tokens[0] ?? '', world.clock.now())
  expect(again?.member?.email).toBe(members[0]?.email)
})

test('a session lives while it is seen within 14 days, and 30 days at most', async () => {
  const member = await makeMember(world)
  const idle = await anotherDevice(member)
  const start = world.clock.now().getTime()
  const at = (ms: number) => world.clock.set(new Date(start + ms).toISOString())
  const seen = async (ms: number) =>
    expect
      .poll(async () => {
        const row = await world.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .where('member_id', '=', member.id)
          .orderBy('id')
          .executeTakeFirst()
        return Date.parse(row?.last_seen_at ?? '') === start + ms
      })
      .toBe(true)

  // Not written down more often than every five minutes.
  at(5 * 60_000)
  expect(await statusOf(member.cookie)).toBe(200)
  at(14 * day - 1)
  expect(await statusOf(member.cookie)).toBe(200)
  await seen(14 * day - 1)
  expect(await statusOf(idle.cookie)).toBe(200)
  at(28 * day - 2)
  expect(await statusOf(member.cookie)).toBe(200)
  await seen(28 * day - 2)
  at(28 * day - 1)
  expect(await statusOf(idle.cookie)).toBe(401)
  at(30 * day - 1)
  expect(await statusOf(member.cookie)).toBe(200)
  at(30 * day)
  expect(await statusOf(member.cookie)).toBe(401)
  const listed = await world.call(
    listSessions,
    {},
    { cookie: (await anotherDevice(member)).cookie },
  )
  expect(listed.count).toBe(1)
})

test('devices are listed newest seen first, and the one that asks is told apart', async () => {
  const member = await makeMember(world)
  world.clock.advance(60_000)
  const phone = await anotherDevice(member)
  await makeMember(world)
  const list = await member.call(listSessions, {})
  expect(list.count).toBe(2)
  expect(list.results).toMatchObject([
    { id: phone.id, device: 'Safari · iPhone', address: '203.0.113.7', is_current: false },
    { device: 'Chrome · Linux', is_current: true },
  ])
})

test('a device is signed out by its owner alone, and its ending is told to whoever listens', async () => {
  const member = await makeMember(world)
  const phone = await anotherDevice(member)
  const stranger = await makeMember(world)
  const ended = await hearEndings()

  const refusals = []
  for (const id of [phone.id, 2_147_483_647]) {
    const response = await stranger.fetch(endSession.path.replace('{id}', String(id)), {
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

test('who signs out the device he is at loses its cookie', async () => {
  const member = await makeMember(world)
  const [here] = (await member.call(listSessions, {})).results
  const response = await member.fetch(endSession.path.replace('{id}', String(here?.id)), {
    method: 'DELETE',
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
  expect(await statusOf(member.cookie)).toBe(401)
})

test('all others end at once, each told, and nobody else is touched', async () => {
  const member = await makeMember(world)
  const others = [await anotherDevice(member), await anotherDevice(member)]
  const stranger = await makeMember(world)
  const ended = await hearEndings()
  await member.call(endOtherSessions, {})
  expect(await Promise.all(others.map(({ cookie }) => statusOf(cookie)))).toEqual([401, 401])
  expect(await statusOf(member.cookie)).toBe(200)
  expect(await statusOf(stranger.cookie)).toBe(200)
  await expect.poll(() => ended.length).toBe(2)
  expect(ended.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
})

test('signing out ends the session and takes the cookie; without a session it is 204 too', async () => {
  const member = await makeMember(world)
  const ended = await hearEndings()
  for (let time = 0; time < 2; time++) {
    const response = await member.fetch(logOut.path, { method: 'POST' })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^sid=; .*Max-Age=0/)
    expect(await statusOf(member.cookie)).toBe(401)
  }
  await expect.poll(() => ended.length).toBe(1)
})

test('a sign-up that was left is a session without a member; asking for a passkey or a code for an id is not', async () => {
  // D-12
  const given = (answer: Response) =>
    answer.headers.getSetCookie().map((line) => line.replace(/=.*/, ''))
  const begun = createGuestClient(world)
  const first = { body: { email: `left-${randomUUID()}@example.com` } }
  expect(given(await begun.fetch(sendSignupCode, first))).toEqual(['sid', 'has_session'])
  expect(await begun.call(readMe, {})).toMatchObject({ id: null, email: '' })
  const looking = createGuestClient(world)
  expect(given(await looking.fetch(beginPasskeyLogin, {}))).toEqual(['sid'])
  expect(looking.cookie()).not.toBe('')
  expect((await looking.refusal(readMe, {})).code).toBe('authentication_required')
  const finding = createGuestClient(world)
  const phone = { body: { phonenumber: '01099998888' } }
  expect(given(await finding.fetch(sendPhoneCode, phone))).toEqual(['sid'])
  expect((await finding.refusal(readMe, {})).code).toBe('authentication_required')
})

test('a session without a member is nobody, and ends when he signs in', async () => {
  const member = await makeMember(world)
  const visitor = { address: '203.0.113.7', device: '' }
  const begun = await world.transact((tx) =>
    openGuestSession(tx, 'challenge', visitor, world.clock.now()),
  )
  const cookie = `sid=${begun.token}`
  expect(await statusOf(cookie)).toBe(401)
  expect((await world.fetch(listSessions.path, { headers: { cookie } })).status).toBe(401)
  const ended = await hearEndings()
  await world.call(logIn, { body: { email: member.email, password: member.password } }, { cookie })
  expect(await statusOf(cookie)).toBe(401)
  await expect.poll(() => ended.includes(begun.id)).toBe(true)
})
