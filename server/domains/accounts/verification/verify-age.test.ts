import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, createGuestClient, otherCode } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())
beforeEach(() => world.clock.set('2026-11-21T12:00:00Z'))

const minute = 60_000

async function somebody(where = world, given: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(where, given)
  const browser = createGuestClient(where, member.cookie)
  return {
    ...member,
    browser,
    sendCode: () => browser.call(accounts.sendAdultCode, {}),
    code: () => codeFor(where, member.phonenumber),
    verify: (code: string, birth_date: string) =>
      browser.call(accounts.verifyAdult, { body: { code, birth_date } }),
    refusal: (code: string, birth_date: string) =>
      browser.refusal(accounts.verifyAdult, { body: { code, birth_date } }),
    me: () => browser.call(accounts.readMe, {}),
  }
}

test('the code on his own phone and a date of birth prove his age for a year', async () => {
  const member = await somebody(world, { signed_in_ago: 5 * minute })
  expect(await member.sendCode()).toMatchObject({ expires_at: '2026-11-21T12:03:00.000Z' })
  const user = await member.verify(await member.code(), '1990-05-05')
  expect(user).toMatchObject({ id: member.id, is_adult_verified: true })
  expect(await member.me()).toEqual(user)
  world.clock.set('2027-11-21T11:59:59Z')
  // By another sign-in: the session of then has ended.
  const later = createGuestClient(world)
  const signIn = { body: { email: member.email, password: member.password } }
  expect(await later.call(accounts.logIn, signIn)).toMatchObject({ is_adult_verified: true })
  world.clock.set('2027-11-21T12:00:00Z')
  expect(await later.call(accounts.readMe, {})).toMatchObject({ is_adult_verified: false })
})

test('the session goes on under another token, no fresher than it was', async () => {
  const member = await somebody(world, { signed_in_ago: 5 * minute })
  await member.sendCode()
  await member.verify(await member.code(), '1990-05-05')
  expect(member.browser.cookie()).not.toBe(member.cookie)
  const old = createGuestClient(world, member.cookie)
  expect((await old.refusal(accounts.readMe, {})).status).toBe(401)
  const { results } = await member.browser.call(accounts.listSessions, {})
  expect(results).toHaveLength(1)
  world.clock.advance(5 * minute)
  const refused = await member.browser.refusal(accounts.beginPasskey, { body: {} })
  expect(refused.code).toBe('reauthentication_required')
})

describe('the law counts years in Korea', () => {
  // Whoever turns 19 within the year, from its first moment in Seoul.
  test.each([
    ['2026-12-31T14:59:59Z', '2007-12-31', true],
    ['2026-12-31T14:59:59Z', '2008-01-01', false],
    ['2026-12-31T15:00:00Z', '2008-12-31', true],
    ['2026-12-31T15:00:00Z', '2009-01-01', false],
  ])('at %s, born on %s: %s', async (now, birth_date, isAdult) => {
    world.clock.set(now)
    const member = await somebody()
    await member.sendCode()
    const code = await member.code()
    if (isAdult) {
      expect(await member.verify(code, birth_date)).toMatchObject({ is_adult_verified: true })
      return
    }
    expect(await member.refusal(code, birth_date)).toMatchObject({ status: 403, code: 'under_age' })
    expect((await member.me()).is_adult_verified).toBe(false)
    expect(member.browser.cookie()).toBe(member.cookie)
    // Nothing of it is kept, and the code proves nothing more: dates are not tried one after another.
    const { rows } = await world.pool.query(
      'select from verifications v join sessions s on s.id = session_id where member_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(0)
    expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
      { field: 'code', code: 'code_ended' },
    ])
  })
})

test('the time of its code is lengthened once', async () => {
  const member = await somebody()
  await member.sendCode()
  world.clock.advance(2 * minute)
  const extend = () => member.browser.call(accounts.extendCode, { body: { channel: 'adult' } })
  expect(await extend()).toMatchObject({
    expires_at: '2026-11-21T12:05:00.000Z',
    can_extend: false,
  })
  await expect(extend()).rejects.toMatchObject({ problem: { code: 'conflict' } })
  world.clock.advance(2 * minute)
  await member.verify(await member.code(), '1990-05-05')
})

test('a date that cannot be is refused before the code is looked at', async () => {
  const member = await somebody()
  await member.sendCode()
  for (const birth_date of ['2026-11-22', '1875-12-31', '0001-01-01', '2001-02-29', '19900505'])
    expect((await member.refusal(await member.code(), birth_date)).errors).toMatchObject([
      { field: 'birth_date', code: 'wrong_format' },
    ])
  await member.verify(await member.code(), '1990-05-05')
})

test('codes are as hard to guess as any, and no code of another kind or phone counts', async () => {
  const member = await somebody()
  await member.browser.call(accounts.sendPhoneCode, { body: { phonenumber: member.phonenumber } })
  expect((await member.refusal(await member.code(), '1990-05-05')).errors).toMatchObject([
    { field: 'code', code: 'code_ended' },
  ])
  await member.sendCode()
  expect((await member.browser.refusal(accounts.sendAdultCode, {})).code).toBe('too_early')
  const code = await member.code()
  for (let left = 4; left >= 0; left--)
    expect((await member.refusal(otherCode(code), '1990-05-05')).errors).toMatchObject([
      { field: 'code', code: 'wrong_code' },
    ])
  expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
    { field: 'code', code: 'wrong_code' },
  ])
  expect((await member.me()).is_adult_verified).toBe(false)
})

test('a work for adults plays for who has proven his age, and is sold to him', async () => {
  const [free = 0, sold = 0] = await makeEpisodes(world, [
    { series: { age_rating: '19' }, is_free: true },
    { is_free: false, price: 900 },
  ])
  const member = await somebody()
  const codeOf = async (id: number) =>
    (await member.browser.refusal(endpoints.playback.readVideo, { params: { id }, query: {} })).code
  expect([await codeOf(free), await codeOf(sold)]).toEqual([
    'adult_verification_required',
    'adult_verification_required',
  ])
  await member.sendCode()
  await member.verify(await member.code(), '1990-05-05')
  expect([await codeOf(free), await codeOf(sold)]).toEqual(['video_not_ready', 'purchase_required'])
})

describe('where a service proves who people are', () => {
  /** A service that answers what `answers` holds, in order; undefined breaks the line. */
  async function serviced(...answers: (Record<string, unknown> | undefined)[]) {
    const asked: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        asked.push(JSON.parse(body))
        const answer = answers.shift()
        if (answer) response.end(JSON.stringify(answer))
        else request.socket.destroy()
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const there = await openTestAppForTest({ env: { IDENTITY_URL: `http://127.0.0.1:${port}/` } })
    const member = await somebody(there)
    await member.sendCode()
    return { member, asked, code: await member.code() }
  }

  test('it is asked with name, phone and date', async () => {
    const { member, asked, code } = await serviced({ verified: true, adult: true })
    expect(await member.verify(code, '1990-05-05')).toMatchObject({ is_adult_verified: true })
    expect(asked).toEqual([
      { name: member.username, phonenumber: member.phonenumber, birth_date: '1990-05-05' },
    ])
  })

  test('what it does not confirm is refused', async () => {
    const { member, code } = await serviced({ verified: false })
    expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
      { field: 'birth_date', code: 'not_confirmed' },
    ])
    expect((await member.me()).is_adult_verified).toBe(false)
  })

  test('it may say that somebody is no adult, and never that a child is one', async () => {
    const no = await serviced({ verified: true, adult: false })
    expect((await no.member.refusal(no.code, '1990-05-05')).code).toBe('under_age')
    const child = await serviced({ verified: true, adult: true })
    expect((await child.member.refusal(child.code, '2015-05-05')).code).toBe('under_age')
  })

  test('when it is away the same code is good a little later', async () => {
    const { member, code } = await serviced(undefined, { verified: true })
    expect(await member.refusal(code, '1990-05-05')).toMatchObject({
      status: 503,
      code: 'service_unavailable',
    })
    expect((await member.me()).is_adult_verified).toBe(false)
    expect(await member.verify(code, '1990-05-05')).toMatchObject({ is_adult_verified: true })
  })
})
