import { accounts } from '#contract/accounts/accounts.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { endpoints } from '#contract/index.ts'
import { createAuthenticator, type CeremonyOptions } from '#test/services/webauthn-authenticator.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { lastMessage, createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const site_url = 'http://hanpyeon.test:8080'
const minute = 60_000
const hour = 60 * minute

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ env: { SITE_URL: site_url } })))
afterAll(() => app?.close())

/** A staff member signed in by password, in a new browser. */
async function staff(options: { is_staff?: boolean } = { is_staff: true }) {
  const member = await makeMember(app, options)
  const { email, password } = member
  const browser = createGuestClient(app)
  await browser.call(accounts.signIn, { body: { email, password } })
  return {
    member,
    browser,
    logIn: () => browser.call(accounts.signIn, { body: { email, password } }),
  }
}

const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + offsetMs })
const begin = (browser: GuestClient, body: { current_password?: string } = {}) =>
  browser.call(second_factor.beginTotpEnrollment, { body })
const verify = (browser: GuestClient, code: string) =>
  browser.call(second_factor.verifyCode, { body: { code } })
const stateOf = (browser: GuestClient) => browser.call(second_factor.read, {})
const openStudio = (browser: GuestClient) =>
  browser.call(endpoints.studio.listAuditLog, { query: {} })
const expectRefusal = (answer: Promise<unknown>, code: string) =>
  expect(answer).rejects.toMatchObject({ problem: { code } })

/** A staff member with an authenticator app, verified in the session that enrolled it. */
async function staffWithApp() {
  const account = await staff()
  const { secret } = await begin(account.browser)
  const { recovery_codes } = await account.browser.call(second_factor.confirmTotpEnrollment, {
    body: { code: codeOf(secret) },
  })
  return { ...account, secret, recovery_codes }
}

describe('the studio', () => {
  test('requires a second factor, which is valid for twelve hours', async () => {
    const { browser, secret, logIn } = await staffWithApp()
    app.clock.advance(minute)
    await logIn()
    await expectRefusal(openStudio(browser), 'second_factor_required')
    const { proven_until } = await verify(browser, codeOf(secret))
    expect(Date.parse(proven_until ?? '') - app.clock.now().getTime()).toBe(12 * hour)
    await openStudio(browser)
    app.clock.advance(12 * hour - 1)
    await openStudio(browser)
    app.clock.advance(1)
    await expectRefusal(openStudio(browser), 'second_factor_required')
  })

  test('rotates the session token after verification', async () => {
    const { browser, secret, logIn } = await staffWithApp()
    app.clock.advance(minute)
    await logIn()
    const before = browser.cookie()
    await verify(browser, codeOf(secret))
    expect(browser.cookie()).not.toBe(before)
    await expectRefusal(openStudio(createGuestClient(app, before)), 'authentication_required')
  })

  test('refuses members that are not staff', async () => {
    const { browser } = await staff({})
    await expectRefusal(stateOf(browser), 'forbidden')
    await expectRefusal(begin(browser), 'forbidden')
  })
})

describe('a TOTP or recovery code', () => {
  test('is accepted once, with clock drift and with spaces', async () => {
    const { browser, secret } = await staffWithApp()
    app.clock.advance(10 * minute)
    const code = codeOf(secret)
    await verify(browser, `${code.slice(0, 3)} ${code.slice(3)}`)
    await expectRefusal(verify(browser, code), 'invalid_request')
    // A code of the next time step is accepted; after that, earlier steps are refused.
    await verify(browser, codeOf(secret, 30_000))
    app.clock.advance(5 * minute)
    await expectRefusal(verify(browser, codeOf(secret, -90_000)), 'invalid_request')
    await expectRefusal(verify(browser, codeOf(secret, 90_000)), 'invalid_request')
  })

  test('is rate-limited after five wrong attempts', async () => {
    const { browser, secret, logIn } = await staffWithApp()
    app.clock.advance(minute)
    await logIn()
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) await expectRefusal(verify(browser, wrong), 'invalid_request')
    await expectRefusal(verify(browser, codeOf(secret)), 'rate_limited')
    app.clock.advance(minute)
    await verify(browser, codeOf(secret))
  })

  test('is accepted once for concurrent requests', async () => {
    const { browser, secret } = await staffWithApp()
    app.clock.advance(minute)
    const code = codeOf(secret)
    const cookie = browser.cookie()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => verify(createGuestClient(app, cookie), code)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is accepted once as a recovery code', async () => {
    const { browser, recovery_codes, logIn } = await staffWithApp()
    expect(new Set(recovery_codes).size).toBe(10)
    await logIn()
    const [first = ''] = recovery_codes
    expect(first).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await verify(browser, first.toLowerCase())).toMatchObject({ recovery_codes_left: 9 })
    await logIn()
    await expectRefusal(verify(browser, first), 'invalid_request')
  })
})

describe('an authenticator app', () => {
  test('is active after its first code, and the member gets an e-mail', async () => {
    const { browser, member } = await staff()
    const { secret, uri } = await begin(browser)
    expect(decodeURIComponent(uri)).toMatch(new RegExp(`^otpauth://totp/한편:${member.email}\\?`))
    expect(await stateOf(browser)).toMatchObject({ has_authenticator: false, proven_until: null })
    await expectRefusal(
      browser.call(second_factor.confirmTotpEnrollment, { body: { code: '000000' } }),
      'invalid_request',
    )
    await expectRefusal(verify(browser, codeOf(secret)), 'invalid_request')
    await browser.call(second_factor.confirmTotpEnrollment, { body: { code: codeOf(secret) } })
    expect(await stateOf(browser)).toMatchObject({
      has_authenticator: true,
      recovery_codes_left: 10,
    })
    await openStudio(browser)
    expect((await lastMessage(app, member.email))?.subject).toContain('인증 앱')
  })

  test('cannot be replaced with the password alone, nor can a passkey be added', async () => {
    const { browser, logIn } = await staffWithApp()
    await logIn()
    await expectRefusal(begin(browser), 'second_factor_required')
    await expectRefusal(
      browser.call(accounts.createPasskeyOptions, { body: {} }),
      'second_factor_required',
    )
  })

  test('is replaced after verification and reauthentication, and valid until then', async () => {
    const { browser, member, secret, recovery_codes } = await staffWithApp()
    app.clock.advance(11 * minute)
    await expectRefusal(begin(browser), 'reauthentication_required')
    const next = await begin(browser, { current_password: member.password })
    await verify(browser, codeOf(secret))
    app.clock.advance(minute)
    await browser.call(second_factor.confirmTotpEnrollment, { body: { code: codeOf(next.secret) } })
    app.clock.advance(minute)
    await expectRefusal(verify(browser, codeOf(secret)), 'invalid_request')
    await expectRefusal(verify(browser, recovery_codes[0] ?? ''), 'invalid_request')
    await verify(browser, codeOf(next.secret))
  })
})

describe('a passkey', () => {
  const optionsOf = async (browser: GuestClient) =>
    (await browser.call(second_factor.createPasskeyOptions, {})) as unknown as CeremonyOptions
  const verifyBy = (browser: GuestClient, response: Record<string, unknown>) =>
    browser.call(second_factor.verifyPasskey, { body: { response } })

  async function staffWithPasskey() {
    const account = await staff()
    const key = createAuthenticator(site_url)
    const made = await account.browser.call(accounts.createPasskeyOptions, { body: {} })
    const response = key.make(made as unknown as CeremonyOptions)
    await account.browser.call(accounts.registerPasskey, { body: { name: '열쇠', response } })
    return { ...account, key }
  }

  test('verifies the second factor; another member’s passkey or another challenge does not', async () => {
    const [mine, others] = [await staffWithPasskey(), await staffWithPasskey()]
    await expectRefusal(openStudio(mine.browser), 'second_factor_required')
    await expectRefusal(
      verifyBy(mine.browser, others.key.answer(await optionsOf(mine.browser))),
      'passkey_rejected',
    )
    const login = await mine.browser.call(accounts.createSignInPasskeyOptions, {})
    await expectRefusal(
      verifyBy(mine.browser, mine.key.answer(login as unknown as CeremonyOptions)),
      'passkey_rejected',
    )
    const answer = mine.key.answer(await optionsOf(mine.browser))
    await verifyBy(mine.browser, answer)
    await openStudio(mine.browser)
    await expectRefusal(verifyBy(mine.browser, answer), 'passkey_rejected')
  })

  test('counts as both factors at sign-in only with user verification', async () => {
    const { browser, key } = await staffWithPasskey()
    const options = async () =>
      (await browser.call(accounts.createSignInPasskeyOptions, {})) as unknown as CeremonyOptions
    const logIn = (response: Record<string, unknown>) =>
      browser.call(accounts.signInWithPasskey, { body: { response } })
    await logIn(key.answer(await options(), { flags: 0b0000_0001 }))
    await expectRefusal(openStudio(browser), 'second_factor_required')
    await logIn(key.answer(await options()))
    await openStudio(browser)
  })
})
