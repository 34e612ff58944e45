import { accounts } from '#contract/accounts/accounts.ts'
import {
  codeFor,
  freshEmail,
  createGuestClient,
  type GuestClient,
  otherCode,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const minute = 60_000

const send = (browser: GuestClient, email: string) =>
  browser.call(accounts.sendSignupCode, { body: { email } })
const confirm = (browser: GuestClient, email: string, code: string) =>
  browser.call(accounts.confirmSignupCode, { body: { email, code } })
/** What is said of the code, and how many tries are left as the words have it. */
async function faultOf(browser: GuestClient, email: string, code: string) {
  const problem = await browser.refusal(accounts.confirmSignupCode, { body: { email, code } })
  expect(problem.status).toBe(400)
  expect(problem.errors).toHaveLength(1)
  expect(problem.errors[0]?.field).toBe('code')
  return problem.errors[0]
}
const count = async (table: string, where = 'true', values: unknown[] = []) => {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  )
  return rows[0]?.n
}

test('five wrong ones are told with how many are left; then the right one is wrong as well', async () => {
  const browser = createGuestClient(world)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(world, email)
  for (const left of [4, 3, 2, 1])
    expect((await faultOf(browser, email, otherCode(code, left)))?.detail).toBe(
      `인증번호가 달라요. ${left}번 더 입력할 수 있어요.`,
    )
  const spent = '인증번호를 여러 번 틀렸어요. 새 인증번호를 받아 주세요.'
  expect((await faultOf(browser, email, otherCode(code)))?.detail).toBe(spent)
  expect((await faultOf(browser, email, code))?.detail).toBe(spent)
  expect(await browser.call(accounts.readSignup, {})).toMatchObject({ email: null })
})

test('of 32 guesses at once exactly five count, and the code is spent', async () => {
  const browser = createGuestClient(world)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(world, email)
  const faults = await Promise.all(
    Array.from({ length: 32 }, (_, n) => faultOf(browser, email, otherCode(code, n + 1))),
  )
  const told = faults.map((fault) => fault?.detail.match(/(\d)번 더/)?.[1] ?? '0')
  expect(told.filter((left) => left !== '0').sort()).toEqual(['1', '2', '3', '4'])
  expect(await count('verifications', 'attempts > 5')).toBe(0)
  expect((await faultOf(browser, email, code))?.code).toBe('wrong_code')
})

test('the right one among 32 at once is right only if it was one of the first five', async () => {
  const browser = createGuestClient(world)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(world, email)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      browser.fetch(accounts.confirmSignupCode, {
        body: { email, code: otherCode(code, n === 31 ? 0 : n + 1) },
      }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200).length
  const { email: proven } = await browser.call(accounts.readSignup, {})
  expect(proven).toBe(won === 1 ? email : null)
})

test('another code begins with five tries again, and the one before is worth nothing', async () => {
  const browser = createGuestClient(world)
  const email = freshEmail()
  await send(browser, email)
  const before = await codeFor(world, email)
  await faultOf(browser, email, otherCode(before))
  world.clock.advance(minute)
  await send(browser, email)
  const code = await codeFor(world, email)
  if (before !== code) expect((await faultOf(browser, email, before))?.detail).toContain('4번')
  await confirm(browser, email, code)
})

test("another browser's code, and a code for another target, are no good here", async () => {
  const [mine, other] = [createGuestClient(world), createGuestClient(world)]
  const [email, another] = [freshEmail(), freshEmail()]
  await send(other, another)
  const othersCode = await codeFor(world, another)
  // Nothing was sent for this browser.
  expect((await faultOf(mine, another, othersCode))?.code).toBe('code_ended')
  await send(mine, email)
  const code = await codeFor(world, email)
  if (code !== othersCode) expect((await faultOf(mine, email, othersCode))?.code).toBe('wrong_code')
  // The right digits, for an address they were not sent to.
  expect((await faultOf(mine, another, code))?.code).toBe('wrong_code')
  await confirm(mine, email, code)
})
