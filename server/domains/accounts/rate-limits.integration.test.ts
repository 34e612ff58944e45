import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createVerifiedGuest,
  codeFor,
  freshEmail,
  freshPhone,
  createGuestClient,
  lastMessage,
  verifyEmail,
  verifyPhone,
} from '#test/app/guest-client.ts'
import { deleteAllJobs, readJobs } from '#test/fixtures/job-queue.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const openLimitedApp = () => openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
const hour = 3_600_000

const resetJobs = async (app: TestApp) =>
  (await readJobs(app)).filter(({ task }) => task === 'send_password_reset')

test('limits codes for one mailbox to five an hour, with or without an account', async () => {
  const app = await openLimitedApp()
  const { email: known } = await makeMember(app)
  for (const email of [known, freshEmail()]) {
    for (let n = 0; n < 5; n++)
      await createGuestClient(app).call(accounts.sendSignUpCode, { body: { email } })
    app.clock.advance(600_000)
    const response = await createGuestClient(app).fetch(accounts.sendSignUpCode, {
      body: { email },
    })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ code: 'rate_limited' })
    expect(response.headers.get('retry-after')).toBe('3000')
  }
  app.clock.advance(hour)
  await createGuestClient(app).call(accounts.sendSignUpCode, { body: { email: known } })
})

test('limits codes from one IP address to 20 an hour, not counting early resends', async () => {
  const app = await openLimitedApp()
  const browser = createGuestClient(app)
  for (let n = 0; n < 20; n++) {
    const body = { phonenumber: freshPhone() }
    await browser.call(accounts.sendPhoneCode, { body })
    expect((await browser.refusal(accounts.sendPhoneCode, { body })).code).toBe('resend_too_soon')
    app.clock.advance(60_000)
  }
  const body = { phonenumber: freshPhone() }
  expect((await browser.refusal(accounts.sendPhoneCode, { body })).code).toBe('rate_limited')
  expect(await codeFor(app, body.phonenumber)).toBe('')
})

test('limits sign-ups from one IP address to ten an hour', async () => {
  const app = await openLimitedApp()
  const signUpOnce = async () => {
    // Codes have separate limits, which this test does not cover.
    await app.pool.query("delete from rate_limits where bucket like 'codes%'")
    const { browser, form } = await createVerifiedGuest(app)
    return browser.fetch(accounts.signUp, { body: form })
  }
  for (let n = 0; n < 10; n++) expect((await signUpOnce()).status).toBe(201)
  expect((await signUpOnce()).status).toBe(429)
  app.clock.advance(hour)
  expect((await signUpOnce()).status).toBe(201)
})

test('limits e-mail recovery to five attempts an hour for one phone, across verifications', async () => {
  const app = await openLimitedApp()
  const { phonenumber } = await makeMember(app)
  const code = async () => {
    const browser = createGuestClient(app)
    await verifyPhone(app, browser, phonenumber)
    const body = { username: '박아무개', phonenumber }
    const codes = []
    for (let n = 0; n < 3; n++)
      codes.push((await browser.refusal(accounts.recoverEmail, { body })).code)
    return codes
  }
  const unknown = 'account_not_found'
  expect(await code()).toEqual([unknown, unknown, unknown])
  expect(await code()).toEqual([unknown, unknown, 'rate_limited'])
})

test('stores the subjects of rate limits as keyed hashes only', async () => {
  const app = await openLimitedApp()
  const [email, browser] = [freshEmail(), createGuestClient(app)]
  await verifyEmail(app, browser, email)
  const { rows } = await app.pool.query<{ bucket: string }>('select bucket from rate_limits')
  expect(rows.map(({ bucket }) => bucket.split(':')[0]).sort()).toEqual([
    'codes_from_address',
    'codes_to_target',
  ])
  for (const { bucket } of rows) expect(bucket).toMatch(/^\w+:[\w-]{43}$/)
})

test('a clock that was 400 days ahead blocks no code and no reset link afterwards', async () => {
  const app = await openLimitedApp()
  const { email } = await makeMember(app)
  const [browser, target] = [createGuestClient(app), freshEmail()]
  const now = app.clock.now()
  app.clock.advance(400 * 24 * hour)
  await browser.call(accounts.sendSignUpCode, { body: { email: target } })
  for (let n = 0; n < 4; n++) {
    await createGuestClient(app).call(accounts.sendSignUpCode, { body: { email: target } })
    await createGuestClient(app).call(accounts.requestPasswordReset, { body: { email } })
  }
  app.clock.set(now.toISOString())
  await deleteAllJobs(app)
  await browser.call(accounts.sendSignUpCode, { body: { email: target } })
  await createGuestClient(app).call(accounts.requestPasswordReset, { body: { email } })
  expect(await resetJobs(app)).toHaveLength(1)
})

test('codes that others send to a phone do not block the age verification of its owner', async () => {
  const app = await openLimitedApp()
  const member = await makeMember(app)
  const body = { phonenumber: member.phonenumber }
  for (let n = 0; n < 5; n++) await createGuestClient(app).call(accounts.sendPhoneCode, { body })
  expect((await createGuestClient(app).refusal(accounts.sendPhoneCode, { body })).code).toBe(
    'rate_limited',
  )
  await member.call(accounts.sendAgeVerificationCode, {})
})

test('whatever a stranger requested within the hour, the owner has a valid one, and may request more after using it', async () => {
  const app = await openLimitedApp()
  const { email } = await makeMember(app)
  await deleteAllJobs(app)
  const request = () =>
    createGuestClient(app).call(accounts.requestPasswordReset, { body: { email } })
  for (let n = 0; n < 4; n++) await request()
  expect(await resetJobs(app)).toHaveLength(3)
  await app.workNow('send_password_reset', { email })
  const [, uidb64 = '', token = ''] =
    (await lastMessage(app, email))?.text.match(/change\/([^/]+)\/(\S+)/) ?? []
  app.clock.advance(hour - 1)
  await request()
  expect(await resetJobs(app)).toHaveLength(3)
  const new_password = 'a-lantern-in-the-rain'
  const body = { uidb64, token, new_password, confirm_password: new_password }
  await createGuestClient(app).call(accounts.resetPassword, { body })
  await request()
  expect(await resetJobs(app)).toHaveLength(4)
})
