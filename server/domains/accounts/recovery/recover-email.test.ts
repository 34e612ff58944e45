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

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ now: '2026-11-20T15:30:00Z' })))
afterAll(() => world?.close())

const search = (browser: GuestClient, username: string, phonenumber: string) =>
  browser.refusal(accounts.recoverId, { body: { username, phonenumber } })

test('tells the address, masked, and the day he joined in Seoul', async () => {
  const [email, browser] = [`minji-${freshEmail()}`, createGuestClient(world)]
  const { phonenumber } = await makeMember(world, { email, username: '김민지' })
  await verifyPhone(world, browser, phonenumber)
  // As a Mac types it.
  const body = { username: ' 김민지 '.normalize('NFD'), phonenumber }
  expect(await browser.call(accounts.recoverId, { body })).toEqual({
    email: 'mi****@example.com',
    joined_on: '2026-11-21',
  })
  // The proof was good for one.
  expect((await search(browser, '김민지', phonenumber)).code).toBe('verification_required')
})

test('needs the phone proven in this very browser', async () => {
  const { username, phonenumber } = await makeMember(world)
  const [nobody, other, sent] = [
    createGuestClient(world),
    createGuestClient(world),
    createGuestClient(world),
  ]
  await verifyPhone(world, other, phonenumber)
  await sent.call(accounts.sendPhoneCode, { body: { phonenumber } })
  for (const browser of [nobody, sent])
    expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
  // His own phone, somebody else's account.
  const own = createGuestClient(world)
  await verifyPhone(world, own, freshPhone())
  expect((await search(own, username, phonenumber)).code).toBe('verification_required')
})

test('a wrong name and a phone nobody joined with are answered alike', async () => {
  const answers = []
  for (let n = 0; n < 20; n++) {
    const phonenumber = n % 2 ? freshPhone() : (await makeMember(world)).phonenumber
    const browser = createGuestClient(world)
    await verifyPhone(world, browser, phonenumber)
    const { request_id: _, ...problem } = await search(browser, '박아무개', phonenumber)
    expect([problem.status, problem.code]).toEqual([404, 'account_not_found'])
    answers.push(JSON.stringify(problem))
  }
  expect(new Set(answers).size).toBe(1)
})

test('a proof is good for five tries, at once or one after the other', async () => {
  const { username, phonenumber } = await makeMember(world)
  const browser = createGuestClient(world)
  await verifyPhone(world, browser, phonenumber)
  const codes = (
    await Promise.all(Array.from({ length: 12 }, () => search(browser, '박아무개', phonenumber)))
  ).map(({ code }) => code)
  expect(codes.filter((code) => code === 'account_not_found')).toHaveLength(5)
  expect(codes.filter((code) => code === 'verification_required')).toHaveLength(7)
  expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
})

test('wrong codes typed after the right one use the proof up as well', async () => {
  const { username, phonenumber } = await makeMember(world)
  const browser = createGuestClient(world)
  await verifyPhone(world, browser, phonenumber)
  const code = otherCode(await codeFor(world, phonenumber))
  for (let n = 0; n < 6; n++)
    await browser.refusal(accounts.confirmPhoneCode, { body: { phonenumber, code } })
  expect((await search(browser, username, phonenumber)).code).toBe('verification_required')
})

test('another site learns nothing, and uses nothing up', async () => {
  const { username, phonenumber } = await makeMember(world)
  const browser = createGuestClient(world)
  await verifyPhone(world, browser, phonenumber)
  const body = { username, phonenumber }
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await browser.fetch(accounts.recoverId, { body }, foreign)).status).toBe(403)
  await browser.call(accounts.recoverId, { body })
})
