import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  codeFor,
  freshEmail,
  freshPhone,
  createGuestClient,
  type GuestClient,
  otherCode,
  verifyPhone,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ now: '2026-11-20T15:30:00Z' })))
afterAll(() => app?.close())

const search = (browser: GuestClient, username: string, phonenumber: string) =>
  browser.refusal(accounts.recoverEmail, { body: { username, phonenumber } })

test('returns the masked address and the date of sign-up in Seoul', async () => {
  const [email, browser] = [`minji-${freshEmail()}`, createGuestClient(app)]
  const { phonenumber } = await makeMember(app, { email, username: '김민지' })
  await verifyPhone(app, browser, phonenumber)
  // In NFD, as macOS may send it.
  const body = { username: ' 김민지 '.normalize('NFD'), phonenumber }
  expect(await browser.call(accounts.recoverEmail, { body })).toEqual({
    email: 'mi****@example.com',
    joined_on: '2026-11-21',
  })
  // The verification was consumed.
  expect((await search(browser, '김민지', phonenumber)).code).toBe('verification_required')
})

test('requires the phone verified in the same browser', async () => {
  const { username, phonenumber } = await makeMember(app)
  const [noCode, other, unconfirmed] = [
    createGuestClient(app),
    createGuestClient(app),
    createGuestClient(app),
  ]
  await verifyPhone(app, other, phonenumber)
  await unconfirmed.call(accounts.sendPhoneCode, { body: { phonenumber } })
  for (const browser of [noCode, unconfirmed])
    expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
  // A verified phone does not give access to another member's account.
  const ownPhone = createGuestClient(app)
  await verifyPhone(app, ownPhone, freshPhone())
  expect((await search(ownPhone, username, phonenumber)).code).toBe('verification_required')
})

test('a wrong name and an unregistered phone get the same response', async () => {
  const answers = []
  for (let n = 0; n < 20; n++) {
    const phonenumber = n % 2 ? freshPhone() : (await makeMember(app)).phonenumber
    const browser = createGuestClient(app)
    await verifyPhone(app, browser, phonenumber)
    const { request_id: _, ...problem } = await search(browser, '박아무개', phonenumber)
    expect([problem.status, problem.code]).toEqual([404, 'account_not_found'])
    answers.push(JSON.stringify(problem))
  }
  expect(new Set(answers).size).toBe(1)
})

test('a verification is valid for five attempts, also concurrent ones', async () => {
  const { username, phonenumber } = await makeMember(app)
  const browser = createGuestClient(app)
  await verifyPhone(app, browser, phonenumber)
  const codes = (
    await Promise.all(Array.from({ length: 12 }, () => search(browser, '박아무개', phonenumber)))
  ).map(({ code }) => code)
  expect(codes.filter((code) => code === 'account_not_found')).toHaveLength(5)
  expect(codes.filter((code) => code === 'verification_required')).toHaveLength(7)
  expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
})

test('wrong codes after the correct one also consume the verification', async () => {
  const { username, phonenumber } = await makeMember(app)
  const browser = createGuestClient(app)
  await verifyPhone(app, browser, phonenumber)
  const code = otherCode(await codeFor(app, phonenumber))
  for (let n = 0; n < 6; n++)
    await browser.refusal(accounts.confirmPhoneCode, { body: { phonenumber, code } })
  expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
})

test('a cross-site request is refused and does not consume the verification', async () => {
  const { username, phonenumber } = await makeMember(app)
  const browser = createGuestClient(app)
  await verifyPhone(app, browser, phonenumber)
  const body = { username, phonenumber }
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await browser.fetch(accounts.recoverEmail, { body }, foreign)).status).toBe(403)
  await browser.call(accounts.recoverEmail, { body })
})
