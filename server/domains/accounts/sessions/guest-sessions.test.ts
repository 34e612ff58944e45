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
import { runAccountsMaintenance } from '../maintenance.ts'

const minute = 60_000

const guestRows = async (world: TestApp) =>
  (await world.pool.query('select from sessions where member_id is null')).rowCount

it('removes the session of a passkey challenge after 30 minutes', async () => {
  const world = await openTestAppForTest()
  await createGuestClient(world).call(accounts.beginPasskeyLogin, {})
  world.clock.advance(30 * minute - 1)
  await runAccountsMaintenance(world)
  expect(await guestRows(world)).toBe(1)
  world.clock.advance(1)
  await runAccountsMaintenance(world)
  expect(await guestRows(world)).toBe(0)
})

it('removes the session of a sign-up that was left after a day', async () => {
  const world = await openTestAppForTest()
  await createVerifiedGuest(world)
  world.clock.advance(24 * 60 * minute - 1)
  await runAccountsMaintenance(world)
  expect(await guestRows(world)).toBe(1)
  world.clock.advance(1)
  await runAccountsMaintenance(world)
  expect(await guestRows(world)).toBe(0)
})

it('keeps a sign-up that begins in the session of a passkey challenge', async () => {
  const world = await openTestAppForTest()
  const browser = createGuestClient(world)
  const form = signUpForm()
  await browser.call(accounts.beginPasskeyLogin, {})
  world.clock.advance(25 * minute)
  await verifyEmail(world, browser, form.email)
  await verifyPhone(world, browser, form.phonenumber)
  world.clock.advance(25 * minute)
  expect((await browser.fetch(accounts.signUp, { body: form })).status).toBe(201)
})

it('opens 30 passkey challenges in five minutes for one address, and none of them with a session', async () => {
  const world = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const begin = (browser = createGuestClient(world)) =>
    browser.fetch(accounts.beginPasskeyLogin, {})
  const browser = createGuestClient(world)
  for (let n = 0; n < 30; n++) expect((await begin(n === 0 ? browser : undefined)).status).toBe(200)
  const refused = await begin()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('300')
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(await guestRows(world)).toBe(30)
  // A browser that has a session opens none, so that it is not counted.
  expect((await begin(browser)).status).toBe(200)
  world.clock.advance(5 * minute)
  expect((await begin()).status).toBe(200)
})

it('signs in with a passkey within the life of the challenge', async () => {
  const world = await openTestAppForTest({ env: { SITE_URL: 'http://hanpyeon.test:8080' } })
  const key = createAuthenticator('http://hanpyeon.test:8080')
  const member = await makeMember(world)
  const options = await member.call(accounts.beginPasskey, { body: {} })
  await member.call(accounts.addPasskey, {
    body: { name: '열쇠', response: key.make(options as unknown as CeremonyOptions) },
  })
  const browser = createGuestClient(world)
  const challenge = await browser.call(accounts.beginPasskeyLogin, {})
  world.clock.advance(4 * minute)
  const response = key.answer(challenge as unknown as CeremonyOptions)
  await browser.call(accounts.logInWithPasskey, { body: { response } })
  expect(await browser.call(accounts.readMe, {})).toMatchObject({ id: member.id })
})
