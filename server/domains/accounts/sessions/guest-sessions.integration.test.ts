import { accounts } from '#contract/accounts/accounts.ts'
import { createAuthenticator, type CeremonyOptions } from '#test/services/webauthn-authenticator.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createVerifiedGuest,
  createGuestClient,
  signUpForm,
  verifyEmail,
  verifyPhone,
} from '#test/app/guest-client.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { expect, it } from 'vitest'
import { runAccountsMaintenance } from '../registration.ts'

const minute = 60_000

const guestRows = async (app: TestApp) =>
  (await app.pool.query('select from sessions where member_id is null')).rowCount

it('deletes the session of a passkey challenge after 30 minutes', async () => {
  const app = await openTestAppForTest()
  await createGuestClient(app).call(accounts.createSignInPasskeyOptions, {})
  app.clock.advance(30 * minute - 1)
  await runAccountsMaintenance(app)
  expect(await guestRows(app)).toBe(1)
  app.clock.advance(1)
  await runAccountsMaintenance(app)
  expect(await guestRows(app)).toBe(0)
})

it('deletes the session of an abandoned sign-up after a day', async () => {
  const app = await openTestAppForTest()
  await createVerifiedGuest(app)
  app.clock.advance(24 * 60 * minute - 1)
  await runAccountsMaintenance(app)
  expect(await guestRows(app)).toBe(1)
  app.clock.advance(1)
  await runAccountsMaintenance(app)
  expect(await guestRows(app)).toBe(0)
})

it('extends the session of a passkey challenge when a sign-up begins in it', async () => {
  const app = await openTestAppForTest()
  const browser = createGuestClient(app)
  const form = signUpForm()
  await browser.call(accounts.createSignInPasskeyOptions, {})
  app.clock.advance(25 * minute)
  await verifyEmail(app, browser, form.email)
  await verifyPhone(app, browser, form.phonenumber)
  app.clock.advance(25 * minute)
  expect((await browser.fetch(accounts.signUp, { body: form })).status).toBe(201)
})

it('limits guest sessions for passkey challenges to 30 in five minutes for one IP address', async () => {
  const app = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const begin = (browser = createGuestClient(app)) =>
    browser.fetch(accounts.createSignInPasskeyOptions, {})
  const browser = createGuestClient(app)
  for (let n = 0; n < 30; n++) expect((await begin(n === 0 ? browser : undefined)).status).toBe(200)
  const refusal = await begin()
  expect(refusal.status).toBe(429)
  expect(refusal.headers.get('retry-after')).toBe('300')
  expect(refusal.headers.getSetCookie()).toEqual([])
  expect(await guestRows(app)).toBe(30)
  // A browser with a session opens no new one, so it is not counted.
  expect((await begin(browser)).status).toBe(200)
  app.clock.advance(5 * minute)
  expect((await begin()).status).toBe(200)
})

it('signs in with a passkey before the challenge expires', async () => {
  const app = await openTestAppForTest({ env: { SITE_URL: 'http://hanpyeon.test:8080' } })
  const key = createAuthenticator('http://hanpyeon.test:8080')
  const member = await makeMember(app)
  const options = await member.call(accounts.createPasskeyOptions, { body: {} })
  await member.call(accounts.registerPasskey, {
    body: { name: '열쇠', response: key.make(options as unknown as CeremonyOptions) },
  })
  const browser = createGuestClient(app)
  const challenge = await browser.call(accounts.createSignInPasskeyOptions, {})
  app.clock.advance(4 * minute)
  const response = key.answer(challenge as unknown as CeremonyOptions)
  await browser.call(accounts.signInWithPasskey, { body: { response } })
  expect(await browser.call(accounts.readMe, {})).toMatchObject({ id: member.id })
})
