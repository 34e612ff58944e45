import { accounts } from '#contract/accounts/accounts.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { createAuthenticator, type CeremonyOptions } from '#test/services/webauthn-authenticator.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createVerifiedGuest,
  codeFor,
  freshPhone,
  createGuestClient,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const site_url = 'http://hanpyeon.test:8080'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await openTestApp({ env: { SITE_URL: site_url } })
  owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(`
    create function fail_commit() returns trigger language plpgsql as $$
    begin raise exception 'commit fails in this test'; end $$`)
})
afterEach(() => owner.query('drop trigger if exists fail_commit on sessions'))
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

/** Makes every transaction that writes a session fail at commit. */
const failCommits = () =>
  owner.query(`
    create constraint trigger fail_commit after insert or update or delete on sessions
    deferrable initially deferred for each row execute function fail_commit()`)

async function expectNoCookie(response: Response) {
  expect(response.status).toBe(500)
  expect(response.headers.getSetCookie()).toEqual([])
}

async function signedIn(options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(app, options)
  return { ...member, browser: createGuestClient(app, member.cookie) }
}

async function withPasskey() {
  const member = await signedIn()
  const key = createAuthenticator(site_url)
  const options = await member.browser.call(accounts.createPasskeyOptions, { body: {} })
  const response = key.make(options as unknown as CeremonyOptions)
  await member.browser.call(accounts.registerPasskey, { body: { name: '열쇠', response } })
  return key
}

const newPassword = { new_password: 'a-lamp-by-the-sea', confirm_password: 'a-lamp-by-the-sea' }

/** Each prepares a call that changes the session cookie, and returns the function that sends it. */
const preparedCalls: Record<string, () => Promise<() => Promise<Response>>> = {
  async 'a sign-in'() {
    const { email, password } = await makeMember(app)
    return () => createGuestClient(app).fetch(accounts.signIn, { body: { email, password } })
  },
  async 'a sign-in with a passkey'() {
    const key = await withPasskey()
    const browser = createGuestClient(app)
    const options = await browser.call(accounts.createSignInPasskeyOptions, {})
    const response = key.answer(options as unknown as CeremonyOptions)
    // Consuming the challenge also writes the session. That commit succeeds; only the insert of the sign-in fails.
    await owner.query(`
      create constraint trigger fail_commit after insert on sessions
      deferrable initially deferred for each row execute function fail_commit()`)
    return () => browser.fetch(accounts.signInWithPasskey, { body: { response } })
  },
  async 'a change of password'() {
    const { browser, password } = await signedIn()
    const body = { current_password: password, ...newPassword }
    return () => browser.fetch(accounts.changePassword, { body })
  },
  async 'a sign-up'() {
    const { browser, form } = await createVerifiedGuest(app)
    return () => browser.fetch(accounts.signUp, { body: form })
  },
  async 'a sign-up by an applicant under 14'() {
    const { browser, form } = await createVerifiedGuest(app)
    return () => browser.fetch(accounts.signUp, { body: { ...form, age_verification: false } })
  },
  async 'the first code of a sign-up'() {
    const body = { phonenumber: freshPhone() }
    return () => createGuestClient(app).fetch(accounts.sendPhoneCode, { body })
  },
  async 'a passkey challenge'() {
    return () => createGuestClient(app).fetch(accounts.createSignInPasskeyOptions, {})
  },
  async 'an age verification'() {
    const { browser, phonenumber } = await signedIn()
    await browser.call(accounts.sendAgeVerificationCode, {})
    const body = { code: await codeFor(app, phonenumber), birth_date: '1990-01-01' }
    return () => browser.fetch(accounts.verifyAge, { body })
  },
  async 'the first authenticator app'() {
    const { browser } = await signedIn({ is_staff: true })
    const { secret } = await browser.call(second_factor.beginTotpEnrollment, { body: {} })
    const code = new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    return () => browser.fetch(second_factor.confirmTotpEnrollment, { body: { code } })
  },
  async 'a sign-out'() {
    const { browser } = await signedIn()
    return () => browser.fetch(accounts.signOut, {})
  },
}

test.each(Object.entries(preparedCalls))(
  '%s sets no cookie when its commit fails',
  async (_name, prepare) => {
    const send = await prepare()
    const { rowCount } = await owner.query(`select from pg_trigger where tgname = 'fail_commit'`)
    if (rowCount === 0) await failCommits()
    await expectNoCookie(await send())
  },
)

test('a sign-up by an applicant under 14 clears the cookie with the error', async () => {
  const { browser, form } = await createVerifiedGuest(app)
  const response = await browser.fetch(accounts.signUp, {
    body: { ...form, age_verification: false },
  })
  expect(response.status).toBe(400)
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^sid=; .*Max-Age=0/),
    expect.stringContaining('Max-Age=0'),
  ])
})
