import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createGuestClient,
  freshEmail,
  freshPhone,
  lastMessage,
  signUpForm,
  verifyEmail,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ env: { PHONE_VERIFICATION: 'off' } })))
afterAll(() => app?.close())

/** Enters an address, which is verified, and a number, which is not. */
async function enterContacts(phonenumber = freshPhone()) {
  const browser = createGuestClient(app)
  const email = freshEmail()
  await verifyEmail(app, browser, email)
  const status = await browser.call(accounts.sendPhoneCode, { body: { phonenumber } })
  return { browser, email, phonenumber, status }
}

test('signs up with a number that gets no code, and says so', async () => {
  const { browser, email, phonenumber, status } = await enterContacts()
  const verified_until = new Date(app.clock.now().getTime() + 30 * 60_000).toISOString()
  expect(status.verified_until).toBe(verified_until)
  expect(await lastMessage(app, phonenumber)).toBeUndefined()
  expect(await browser.call(accounts.readSignUp, {})).toEqual({
    email,
    phonenumber,
    verified_until,
    verifies_phone: false,
  })
  const user = await browser.call(accounts.signUp, { body: signUpForm({ email, phonenumber }) })
  expect(user).toMatchObject({ email, phonenumber })
})

test('still refuses a number that has an account', async () => {
  const member = await makeMember(app)
  const { browser, email } = await enterContacts(member.phonenumber)
  const body = signUpForm({ email, phonenumber: member.phonenumber })
  expect(await browser.refusal(accounts.signUp, { body })).toMatchObject({ code: 'phone_in_use' })
})

test('verifies no age and finds no address by a number', async () => {
  const member = await makeMember(app)
  const browser = createGuestClient(app, member.cookie)
  const refused = { code: 'phone_verification_off', status: 403 }
  expect(await browser.refusal(accounts.sendAgeVerificationCode, {})).toMatchObject(refused)
  const age = { code: '123456', birth_date: '1990-05-05' }
  expect(await browser.refusal(accounts.verifyAge, { body: age })).toMatchObject(refused)
  const guest = createGuestClient(app)
  const { username, phonenumber } = member
  await guest.call(accounts.sendPhoneCode, { body: { phonenumber } })
  const body = { username, phonenumber }
  expect(await guest.refusal(accounts.recoverEmail, { body })).toMatchObject(refused)
})
