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

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ env: { SITE_URL: site_url } })))
afterAll(() => world?.close())

/** A staff member who signed in with his password, in a browser of his own. */
async function staff(given: { is_staff?: boolean } = { is_staff: true }) {
  const member = await makeMember(world, given)
  const { email, password } = member
  const browser = createGuestClient(world)
  await browser.call(accounts.logIn, { body: { email, password } })
  return {
    member,
    browser,
    logIn: () => browser.call(accounts.logIn, { body: { email, password } }),
  }
}

const codeOf = (secret: string, after = 0) =>
  new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() + after })
const begin = (browser: GuestClient, body: { current_password?: string } = {}) =>
  browser.call(second_factor.beginAuthenticator, { body })
const prove = (browser: GuestClient, code: string) =>
  browser.call(second_factor.prove, { body: { code } })
const stateOf = (browser: GuestClient) => browser.call(second_factor.read, {})
const enters = (browser: GuestClient) => browser.call(endpoints.studio.listActs, { query: {} })
const refusedAs = (answer: Promise<unknown>, code: string) =>
  expect(answer).rejects.toMatchObject({ problem: { code } })

/** The same with an authenticator app, which the session that set it up has proven. */
async function equipped() {
  const one = await staff()
  const { secret } = await begin(one.browser)
  const { recovery_codes } = await one.browser.call(second_factor.confirmAuthenticator, {
    body: { code: codeOf(secret) },
  })
  return { ...one, secret, recovery_codes }
}

describe('the studio', () => {
  test('is closed to a password alone, and open for twelve hours after a code', async () => {
    const { browser, secret, logIn } = await equipped()
    world.clock.advance(minute)
    await logIn()
    await refusedAs(enters(browser), 'second_factor_required')
    const { proven_until } = await prove(browser, codeOf(secret))
    expect(Date.parse(proven_until ?? '') - world.clock.now().getTime()).toBe(12 * hour)
    await enters(browser)
    world.clock.advance(12 * hour - 1)
    await enters(browser)
    world.clock.advance(1)
    await refusedAs(enters(browser), 'second_factor_required')
  })

  test('proving it begins another token: one that was seen before is worth nothing (D-22)', async () => {
    const { browser, secret, logIn } = await equipped()
    world.clock.advance(minute)
    await logIn()
    const before = browser.cookie()
    await prove(browser, codeOf(secret))
    expect(browser.cookie()).not.toBe(before)
    await refusedAs(enters(createGuestClient(world, before)), 'authentication_required')
  })

  test('has nothing for members', async () => {
    const { browser } = await staff({})
    await refusedAs(stateOf(browser), 'forbidden')
    await refusedAs(begin(browser), 'forbidden')
  })
})

describe('a code', () => {
  test('is taken once, a minute around, and written as people write it', async () => {
    const { browser, secret } = await equipped()
    world.clock.advance(10 * minute)
    const code = codeOf(secret)
    await prove(browser, `${code.slice(0, 3)} ${code.slice(3)}`)
    await refusedAs(prove(browser, code), 'invalid_request')
    // The clock of a phone runs half a minute ahead: what it shows then is taken, what came before is not any more.
    await prove(browser, codeOf(secret, 30_000))
    world.clock.advance(5 * minute)
    await refusedAs(prove(browser, codeOf(secret, -90_000)), 'invalid_request')
    await refusedAs(prove(browser, codeOf(secret, 90_000)), 'invalid_request')
  })

  test('is not guessed: after five wrong ones nothing is looked at, whoever asks', async () => {
    const { browser, secret, logIn } = await equipped()
    world.clock.advance(minute)
    await logIn()
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) await refusedAs(prove(browser, wrong), 'invalid_request')
    await refusedAs(prove(browser, codeOf(secret)), 'rate_limited')
    world.clock.advance(minute)
    await prove(browser, codeOf(secret))
  })

  test('of those sent at once one is taken', async () => {
    const { browser, secret } = await equipped()
    world.clock.advance(minute)
    const code = codeOf(secret)
    const cookie = browser.cookie()
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => prove(createGuestClient(world, cookie), code)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of recovery opens it once where the phone is lost', async () => {
    const { browser, recovery_codes, logIn } = await equipped()
    expect(new Set(recovery_codes).size).toBe(10)
    await logIn()
    const [first = ''] = recovery_codes
    expect(first).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await prove(browser, first.toLowerCase())).toMatchObject({ recovery_codes_left: 9 })
    await logIn()
    await refusedAs(prove(browser, first), 'invalid_request')
  })
})

describe('an authenticator', () => {
  test('counts from its first code on, and its owner is told', async () => {
    const { browser, member } = await staff()
    const { secret, uri } = await begin(browser)
    expect(decodeURIComponent(uri)).toMatch(new RegExp(`^otpauth://totp/한편:${member.email}\\?`))
    expect(await stateOf(browser)).toMatchObject({ has_authenticator: false, proven_until: null })
    await refusedAs(
      browser.call(second_factor.confirmAuthenticator, { body: { code: '000000' } }),
      'invalid_request',
    )
    await refusedAs(prove(browser, codeOf(secret)), 'invalid_request')
    await browser.call(second_factor.confirmAuthenticator, { body: { code: codeOf(secret) } })
    expect(await stateOf(browser)).toMatchObject({
      has_authenticator: true,
      recovery_codes_left: 10,
    })
    await enters(browser)
    expect((await lastMessage(world, member.email))?.subject).toContain('인증 앱')
  })

  test('is not set up by a password alone where there is one, nor is a passkey added', async () => {
    const { browser, logIn } = await equipped()
    await logIn()
    await refusedAs(begin(browser), 'second_factor_required')
    await refusedAs(browser.call(accounts.beginPasskey, { body: {} }), 'second_factor_required')
  })

  test('is replaced by who proved the one before and his password; until then that one counts', async () => {
    const { browser, member, secret, recovery_codes } = await equipped()
    world.clock.advance(11 * minute)
    await refusedAs(begin(browser), 'reauthentication_required')
    const next = await begin(browser, { current_password: member.password })
    await prove(browser, codeOf(secret))
    world.clock.advance(minute)
    await browser.call(second_factor.confirmAuthenticator, { body: { code: codeOf(next.secret) } })
    world.clock.advance(minute)
    await refusedAs(prove(browser, codeOf(secret)), 'invalid_request')
    await refusedAs(prove(browser, recovery_codes[0] ?? ''), 'invalid_request')
    await prove(browser, codeOf(next.secret))
  })
})

describe('a passkey', () => {
  const optionsOf = async (browser: GuestClient) =>
    (await browser.call(second_factor.beginPasskey, {})) as unknown as CeremonyOptions
  const proveBy = (browser: GuestClient, response: Record<string, unknown>) =>
    browser.call(second_factor.provePasskey, { body: { response } })

  async function keyed() {
    const one = await staff()
    const key = createAuthenticator(site_url)
    const made = await one.browser.call(accounts.beginPasskey, { body: {} })
    const response = key.make(made as unknown as CeremonyOptions)
    await one.browser.call(accounts.addPasskey, { body: { name: '열쇠', response } })
    return { ...one, key }
  }

  test('proves it after a password; somebody else’s does not, nor an answer to another question', async () => {
    const [mine, others] = [await keyed(), await keyed()]
    await refusedAs(enters(mine.browser), 'second_factor_required')
    await refusedAs(
      proveBy(mine.browser, others.key.answer(await optionsOf(mine.browser))),
      'passkey_rejected',
    )
    const login = await mine.browser.call(accounts.beginPasskeyLogin, {})
    await refusedAs(
      proveBy(mine.browser, mine.key.answer(login as unknown as CeremonyOptions)),
      'passkey_rejected',
    )
    const answer = mine.key.answer(await optionsOf(mine.browser))
    await proveBy(mine.browser, answer)
    await enters(mine.browser)
    await refusedAs(proveBy(mine.browser, answer), 'passkey_rejected')
  })

  test('that knew its owner signs in with both factors; one that was merely there does not', async () => {
    const { browser, key } = await keyed()
    const options = async () =>
      (await browser.call(accounts.beginPasskeyLogin, {})) as unknown as CeremonyOptions
    const logIn = (response: Record<string, unknown>) =>
      browser.call(accounts.logInWithPasskey, { body: { response } })
    await logIn(key.answer(await options(), { flags: 0b0000_0001 }))
    await refusedAs(enters(browser), 'second_factor_required')
    await logIn(key.answer(await options()))
    await enters(browser)
  })
})
