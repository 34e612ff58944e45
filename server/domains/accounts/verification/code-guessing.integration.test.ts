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

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const minute = 60_000

const send = (browser: GuestClient, email: string) =>
  browser.call(accounts.sendSignUpCode, { body: { email } })
const confirm = (browser: GuestClient, email: string, code: string) =>
  browser.call(accounts.confirmSignUpCode, { body: { email, code } })
/** Sends a code a minute later, and once more in the rare case that it equals `other`. */
async function sendCodeUnlike(other: string, browser: GuestClient, email: string) {
  for (;;) {
    app.clock.advance(minute)
    await send(browser, email)
    const code = await codeFor(app, email)
    if (code !== other) return code
  }
}
/** Submits a wrong code and returns the error of the field `code`. */
async function errorOf(browser: GuestClient, email: string, code: string) {
  const problem = await browser.refusal(accounts.confirmSignUpCode, { body: { email, code } })
  expect(problem.status).toBe(400)
  expect(problem.errors).toHaveLength(1)
  expect(problem.errors[0]?.field).toBe('code')
  return problem.errors[0]
}
const count = async (table: string, where = 'true', values: unknown[] = []) => {
  const { rows } = await app.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  )
  return rows[0]?.n
}

test('reports the attempts left for five wrong codes, then rejects the correct code', async () => {
  const browser = createGuestClient(app)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(app, email)
  for (const left of [4, 3, 2, 1])
    expect((await errorOf(browser, email, otherCode(code, left)))?.detail).toBe(
      `인증번호가 달라요. ${left}번 더 입력할 수 있어요.`,
    )
  const spent = '인증번호를 여러 번 틀렸어요. 새 인증번호를 받아 주세요.'
  expect((await errorOf(browser, email, otherCode(code)))?.detail).toBe(spent)
  expect((await errorOf(browser, email, code))?.detail).toBe(spent)
  expect(await browser.call(accounts.readSignUp, {})).toMatchObject({ email: null })
})

test('counts exactly five of 32 concurrent attempts, then rejects the code', async () => {
  const browser = createGuestClient(app)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(app, email)
  const errors = await Promise.all(
    Array.from({ length: 32 }, (_, n) => errorOf(browser, email, otherCode(code, n + 1))),
  )
  const attemptsLeft = errors.map((error) => error?.detail.match(/(\d)번 더/)?.[1] ?? '0')
  expect(attemptsLeft.filter((left) => left !== '0').sort()).toEqual(['1', '2', '3', '4'])
  expect(await count('verification_codes', 'attempts > 5')).toBe(0)
  expect((await errorOf(browser, email, code))?.code).toBe('incorrect_code')
})

test('accepts the correct code among 32 concurrent attempts only within the first five', async () => {
  const browser = createGuestClient(app)
  const email = freshEmail()
  await send(browser, email)
  const code = await codeFor(app, email)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, n) =>
      browser.fetch(accounts.confirmSignUpCode, {
        body: { email, code: otherCode(code, n === 31 ? 0 : n + 1) },
      }),
    ),
  )
  const successes = answers.filter(({ status }) => status === 200).length
  const { email: verifiedEmail } = await browser.call(accounts.readSignUp, {})
  expect(verifiedEmail).toBe(successes === 1 ? email : null)
})

test('resets the attempts and invalidates the previous code when a new code is sent', async () => {
  const browser = createGuestClient(app)
  const email = freshEmail()
  await send(browser, email)
  const previousCode = await codeFor(app, email)
  await errorOf(browser, email, otherCode(previousCode))
  const code = await sendCodeUnlike(previousCode, browser, email)
  expect((await errorOf(browser, email, previousCode))?.detail).toContain('4번')
  await confirm(browser, email, code)
})

test('rejects a code sent for another browser or another target', async () => {
  const [mine, other] = [createGuestClient(app), createGuestClient(app)]
  const [email, another] = [freshEmail(), freshEmail()]
  await send(other, another)
  const othersCode = await codeFor(app, another)
  // This browser has requested no code.
  expect((await errorOf(mine, another, othersCode))?.code).toBe('code_expired')
  const code = await sendCodeUnlike(othersCode, mine, email)
  expect((await errorOf(mine, email, othersCode))?.code).toBe('incorrect_code')
  // The correct digits, but for a different address.
  expect((await errorOf(mine, another, code))?.code).toBe('incorrect_code')
  await confirm(mine, email, code)
})
