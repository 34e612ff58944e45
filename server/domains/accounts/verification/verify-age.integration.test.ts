import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, createGuestClient, otherCode } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())
beforeEach(() => app.clock.set('2026-11-21T12:00:00Z'))

const minute = 60_000

async function createMember(testApp = app, options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(testApp, options)
  const browser = createGuestClient(testApp, member.cookie)
  return {
    ...member,
    browser,
    sendCode: () => browser.call(accounts.sendAgeVerificationCode, {}),
    code: () => codeFor(testApp, member.phonenumber),
    verify: (code: string, birth_date: string) =>
      browser.call(accounts.verifyAge, { body: { code, birth_date } }),
    refusal: (code: string, birth_date: string) =>
      browser.refusal(accounts.verifyAge, { body: { code, birth_date } }),
    me: () => browser.call(accounts.readMe, {}),
  }
}

test('verifies the age for a year by a code to the member’s phone and the date of birth', async () => {
  const member = await createMember(app, { signed_in_ago: 5 * minute })
  expect(await member.sendCode()).toMatchObject({ expires_at: '2026-11-21T12:03:00.000Z' })
  const user = await member.verify(await member.code(), '1990-05-05')
  expect(user).toMatchObject({ id: member.id, is_adult_verified: true })
  expect(await member.me()).toEqual(user)
  app.clock.set('2027-11-21T11:59:59Z')
  // The first session has expired, so this signs in again.
  const later = createGuestClient(app)
  const signIn = { body: { email: member.email, password: member.password } }
  expect(await later.call(accounts.signIn, signIn)).toMatchObject({ is_adult_verified: true })
  app.clock.set('2027-11-21T12:00:00Z')
  expect(await later.call(accounts.readMe, {})).toMatchObject({ is_adult_verified: false })
})

test('rotates the session token without renewing the time of sign-in', async () => {
  const member = await createMember(app, { signed_in_ago: 5 * minute })
  await member.sendCode()
  await member.verify(await member.code(), '1990-05-05')
  expect(member.browser.cookie()).not.toBe(member.cookie)
  const old = createGuestClient(app, member.cookie)
  expect((await old.refusal(accounts.readMe, {})).status).toBe(401)
  const { results } = await member.browser.call(accounts.listSessions, {})
  expect(results).toHaveLength(1)
  app.clock.advance(5 * minute)
  const refused = await member.browser.refusal(accounts.createPasskeyOptions, { body: {} })
  expect(refused.code).toBe('reauthentication_required')
})

describe('the legal age by calendar year in Seoul', () => {
  async function createMemberWithCode(now: string) {
    app.clock.set(now)
    const member = await createMember()
    await member.sendCode()
    return { member, code: await member.code() }
  }

  test.each([
    ['2026-12-31T14:59:59Z', '2007-12-31'],
    ['2026-12-31T15:00:00Z', '2008-12-31'],
  ])('is reached at %s if born on %s', async (now, birth_date) => {
    const { member, code } = await createMemberWithCode(now)
    expect(await member.verify(code, birth_date)).toMatchObject({ is_adult_verified: true })
  })

  test.each([
    ['2026-12-31T14:59:59Z', '2008-01-01'],
    ['2026-12-31T15:00:00Z', '2009-01-01'],
  ])('is not reached at %s if born on %s', async (now, birth_date) => {
    const { member, code } = await createMemberWithCode(now)
    expect(await member.refusal(code, birth_date)).toMatchObject({ status: 403, code: 'under_age' })
    expect((await member.me()).is_adult_verified).toBe(false)
    expect(member.browser.cookie()).toBe(member.cookie)
    // The verification is deleted and the code is consumed, so dates of birth cannot be enumerated.
    const { rows } = await app.pool.query(
      'select from verification_codes v join sessions s on s.id = session_id where member_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(0)
    expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
      { field: 'code', code: 'code_expired' },
    ])
  })
})

test('extends the lifetime of the code once', async () => {
  const member = await createMember()
  await member.sendCode()
  app.clock.advance(2 * minute)
  const extend = () => member.browser.call(accounts.extendCode, { body: { channel: 'adult' } })
  expect(await extend()).toMatchObject({
    expires_at: '2026-11-21T12:05:00.000Z',
    can_extend: false,
  })
  await expect(extend()).rejects.toMatchObject({ problem: { code: 'conflict' } })
  app.clock.advance(2 * minute)
  await member.verify(await member.code(), '1990-05-05')
})

test('refuses an impossible date before checking the code', async () => {
  const member = await createMember()
  await member.sendCode()
  for (const birth_date of ['2026-11-22', '1875-12-31', '0001-01-01', '2001-02-29', '19900505'])
    expect((await member.refusal(await member.code(), birth_date)).errors).toMatchObject([
      { field: 'birth_date', code: 'invalid_format' },
    ])
  await member.verify(await member.code(), '1990-05-05')
})

test('limits attempts and accepts no code of another channel', async () => {
  const member = await createMember()
  await member.browser.call(accounts.sendPhoneCode, { body: { phonenumber: member.phonenumber } })
  expect((await member.refusal(await member.code(), '1990-05-05')).errors).toMatchObject([
    { field: 'code', code: 'code_expired' },
  ])
  await member.sendCode()
  expect((await member.browser.refusal(accounts.sendAgeVerificationCode, {})).code).toBe(
    'resend_too_soon',
  )
  const code = await member.code()
  for (let left = 4; left >= 0; left--)
    expect((await member.refusal(otherCode(code), '1990-05-05')).errors).toMatchObject([
      { field: 'code', code: 'incorrect_code' },
    ])
  expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
    { field: 'code', code: 'incorrect_code' },
  ])
  expect((await member.me()).is_adult_verified).toBe(false)
})

test('lets a member with verified age watch and buy adult titles', async () => {
  const [free = 0, sold = 0] = await makeEpisodes(app, [
    { series: { age_rating: '19' }, is_free: true },
    { is_free: false, price: 900 },
  ])
  const member = await createMember()
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

describe('with an external identity provider', () => {
  /** Starts a provider that sends `responses` in order; undefined drops the connection. */
  async function openWithProvider(
    ...responses: (Record<string, unknown> | Promise<Record<string, unknown>> | undefined)[]
  ) {
    const requests: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        requests.push(JSON.parse(body))
        void Promise.resolve(responses.shift()).then((answer) => {
          if (answer) response.end(JSON.stringify(answer))
          else request.socket.destroy()
        })
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const providerApp = await openTestAppForTest({
      env: { IDENTITY_URL: `http://127.0.0.1:${port}/` },
    })
    const member = await createMember(providerApp)
    await member.sendCode()
    return { member, requests, code: await member.code() }
  }

  test('sends name, phone and date of birth', async () => {
    const { member, requests, code } = await openWithProvider({ verified: true, adult: true })
    expect(await member.verify(code, '1990-05-05')).toMatchObject({ is_adult_verified: true })
    expect(requests).toEqual([
      { name: member.username, phonenumber: member.phonenumber, birth_date: '1990-05-05' },
    ])
  })

  test('refuses what the provider does not confirm', async () => {
    const { member, code } = await openWithProvider({ verified: false })
    expect((await member.refusal(code, '1990-05-05')).errors).toMatchObject([
      { field: 'birth_date', code: 'not_verified' },
    ])
    expect((await member.me()).is_adult_verified).toBe(false)
  })

  test('lets the provider deny adulthood but not grant it to a minor', async () => {
    const denied = await openWithProvider({ verified: true, adult: false })
    expect((await denied.member.refusal(denied.code, '1990-05-05')).code).toBe('under_age')
    const minor = await openWithProvider({ verified: true, adult: true })
    expect((await minor.member.refusal(minor.code, '2015-05-05')).code).toBe('under_age')
  })

  test('asks about one date of birth for a code, whatever is sent at once', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
    const { member, requests, code } = await openWithProvider(...Array(5).fill(promise))
    const refusedCodes: unknown[] = []
    const sent = ['1990-01-01', '1990-01-02', '1990-01-03', '1990-01-04', '1990-01-05'].map(
      async (birth_date) => refusedCodes.push((await member.refusal(code, birth_date)).errors?.[0]),
    )
    await expect.poll(() => refusedCodes).toHaveLength(4)
    resolve({ verified: false })
    await Promise.all(sent)
    expect(requests).toHaveLength(1)
    expect(refusedCodes).toMatchObject([
      ...Array(4).fill({ field: 'code', code: 'code_expired' }),
      { field: 'birth_date', code: 'not_verified' },
    ])
  })

  test('accepts the same code again after a provider failure', async () => {
    const { member, code } = await openWithProvider(undefined, { verified: true })
    expect(await member.refusal(code, '1990-05-05')).toMatchObject({
      status: 503,
      code: 'service_unavailable',
    })
    expect((await member.me()).is_adult_verified).toBe(false)
    expect(await member.verify(code, '1990-05-05')).toMatchObject({ is_adult_verified: true })
  })
})
