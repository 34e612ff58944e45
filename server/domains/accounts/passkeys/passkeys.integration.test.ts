import { accounts } from '#contract/accounts/accounts.ts'
import { maxPasskeys } from '#contract/accounts/account-rules.ts'
import {
  createAuthenticator,
  type CeremonyOptions,
  type AuthenticatorFault,
} from '#test/services/webauthn-authenticator.ts'
import { scheduleDeletion, makeMember } from '#test/fixtures/members.ts'
import { lastMessage, createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedOrigin } from './webauthn.ts'

const site_url = 'http://hanpyeon.test:8080'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ env: { SITE_URL: site_url } })))
afterAll(() => app?.close())

const minute = 60_000
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

type TestAccount = Awaited<ReturnType<typeof createMember>>

async function createMember(options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(app, options)
  return { ...member, browser: createGuestClient(app, member.cookie) }
}

const beginRegistration = async (
  { browser }: TestAccount,
  body: { current_password?: string } = {},
) => (await browser.call(accounts.createPasskeyOptions, { body })) as unknown as CeremonyOptions
const register = ({ browser }: TestAccount, response: Record<string, unknown>, name = '내 열쇠') =>
  browser.call(accounts.registerPasskey, { body: { name, response } })
const beginLogin = async (browser: GuestClient) =>
  (await browser.call(accounts.createSignInPasskeyOptions, {})) as unknown as CeremonyOptions
const logIn = (browser: GuestClient, response: Record<string, unknown>) =>
  browser.call(accounts.signInWithPasskey, { body: { response } })

/** A member with a passkey, and its authenticator. */
async function memberWithPasskey() {
  const member = await createMember()
  const key = createAuthenticator(site_url)
  const passkey = await register(member, key.make(await beginRegistration(member)))
  return { member, key, passkey }
}

async function expectRefusal(answer: Promise<unknown>, code = 'passkey_rejected') {
  await expect(answer).rejects.toMatchObject({ problem: { code } })
}

const rowOf = async (id: number) =>
  (await app.pool.query<Record<string, unknown>>('select * from passkeys where id = $1', [id]))
    .rows[0]

describe('passkey registration', () => {
  test('requests a discoverable credential', async () => {
    const member = await createMember()
    expect(await beginRegistration(member)).toMatchObject({
      rp: { id: 'hanpyeon.test', name: '한편' },
      user: { name: member.email, displayName: member.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [],
      timeout: 5 * minute,
    })
  })

  test('stores the passkey, sends an e-mail and refuses a duplicate', async () => {
    const { member, key, passkey } = await memberWithPasskey()
    const created_at = app.clock.now().toISOString()
    expect(passkey).toEqual({ id: passkey.id, name: '내 열쇠', created_at, last_used_at: null })
    expect(await member.browser.call(accounts.listPasskeys, {})).toEqual({
      count: 1,
      results: [passkey],
    })
    expect((await lastMessage(app, member.email))?.subject).toBe('[한편] 새 패스키가 추가됐어요')
    expect(await rowOf(passkey.id)).toMatchObject({ credential_id: key.id, transports: ['usb'] })
    const again = await beginRegistration(member)
    expect(again).toMatchObject({ excludeCredentials: [{ id: key.id }] })
    // A browser that ignores `excludeCredentials`.
    await expectRefusal(register(member, key.make(again)))
  })

  test('requires the password after an old sign-in', async () => {
    const member = await createMember({ signed_in_ago: 60 * minute })
    await expectRefusal(beginRegistration(member), 'reauthentication_required')
    await expectRefusal(
      beginRegistration(member, { current_password: 'not this' }),
      'invalid_credentials',
    )
    const options = await beginRegistration(member, { current_password: member.password })
    await register(member, createAuthenticator(site_url).make(options))
  })

  test('refuses a challenge issued for sign-in', async () => {
    const member = await createMember({ signed_in_ago: 60 * minute })
    const { challenge, rpId = '' } = await beginLogin(member.browser)
    const key = createAuthenticator(site_url)
    await expectRefusal(register(member, key.make({ challenge, rp: { id: rpId } })))
    expect((await member.browser.call(accounts.listPasskeys, {})).count).toBe(0)
  })

  test('stops at the maximum for concurrent registrations', async () => {
    const member = await createMember()
    const signedIn = { body: { email: member.email, password: member.password } }
    const attempts: { browser: GuestClient; options: CeremonyOptions }[] = []
    for (let time = 0; time < maxPasskeys + 3; time++) {
      const browser = createGuestClient(app)
      await browser.call(accounts.signIn, signedIn)
      attempts.push({ browser, options: await beginRegistration({ ...member, browser }) })
    }
    const results = await Promise.all(
      attempts.map(({ browser, options }) =>
        register({ ...member, browser }, createAuthenticator(site_url).make(options)).then(
          () => 'added',
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(results.filter((result) => result === 'added')).toHaveLength(maxPasskeys)
    expect(results.filter((result) => result === 'conflict')).toHaveLength(3)
    await expectRefusal(beginRegistration(member), 'conflict')
  })

  test('undoes a scheduled deletion, also of a member who signs in with a passkey', async () => {
    const { member, key } = await memberWithPasskey()
    await scheduleDeletion(member)
    const guest = createGuestClient(app)
    const answer = key.answer(await beginLogin(guest))
    const { code, scheduled_deletion } = await guest.refusal(accounts.signInWithPasskey, {
      body: { response: answer },
    })
    expect(code).toBe('deletion_scheduled')
    const body = { token: scheduled_deletion?.token ?? '' }
    expect((await guest.call(accounts.cancelDeletion, { body })).id).toBe(member.id)
  })

  const invalidResponses: [string, AuthenticatorFault][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host by https', { origin: 'https://hanpyeon.test:8080' }],
    ['another port', { origin: 'http://hanpyeon.test:9090' }],
    ['a subdomain of the site', { origin: 'http://evil.hanpyeon.test:8080' }],
    ['localhost', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a sign-in response', { type: 'webauthn.get' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['no user presence', { flags: 0b0100_0000 }],
    ['no credential data', { flags: 0b0000_0101 }],
    ['an unrequested attestation', { fmt: 'fido-u2f' }],
    ['an unknown attestation', { fmt: 'trust-me' }],
    ['a non-empty statement of format none', { attStmt: new Map([['sig', Buffer.alloc(8)]]) }],
    ['an id of 2 KB', { id: randomBytes(2_000).toString('base64url') }],
  ]
  test.each(invalidResponses)('refuses %s and consumes the challenge', async (_name, fault) => {
    const member = await createMember()
    const key = createAuthenticator(site_url)
    const options = await beginRegistration(member)
    await expectRefusal(register(member, key.make(options, fault)))
    await expectRefusal(register(member, key.make(options)))
    expect((await member.browser.call(accounts.listPasskeys, {})).count).toBe(0)
  })

  test('accepts self attestation signed by the credential', async () => {
    const member = await createMember()
    const key = createAuthenticator(site_url)
    const registerAttestedBy = (attested_by: AuthenticatorFault['attested_by'] & {}) =>
      beginRegistration(member).then((options) =>
        register(member, key.make(options, { attested_by })),
      )
    await expectRefusal(registerAttestedBy(other))
    await registerAttestedBy('itself')
  })

  test('refuses attestation with certificates', async () => {
    const member = await createMember()
    const attStmt = new Map([
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.from('a certificate')]],
    ] as [string, Buffer | Buffer[]][])
    for (const fmt of ['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f']) {
      const options = await beginRegistration(member)
      await expectRefusal(
        register(member, createAuthenticator(site_url).make(options, { fmt, attStmt })),
      )
    }
  })

  test('refuses malformed responses', async () => {
    const member = await createMember()
    const good = createAuthenticator(site_url).make(await beginRegistration(member))
    const malformed: Record<string, unknown>[] = [
      {},
      { ...good, id: 'another' },
      { ...good, rawId: undefined },
      { ...good, type: 'password' },
      { ...good, response: null },
      { ...good, response: 'text' },
      { ...good, response: {} },
      { ...good, response: { clientDataJSON: 7, attestationObject: [] } },
      { ...good, response: { clientDataJSON: 'bm8', attestationObject: 'bm8' } },
      { ...good, response: { clientDataJSON: 'bnVsbA', attestationObject: '\u0000' } },
    ]
    for (const response of malformed) {
      await beginRegistration(member)
      await expectRefusal(register(member, response))
    }
  })

  test('expires after five minutes', async () => {
    const member = await createMember()
    const key = createAuthenticator(site_url)
    const late = await beginRegistration(member)
    app.clock.advance(5 * minute)
    await expectRefusal(register(member, key.make(late)))
    const inTime = await beginRegistration(member)
    app.clock.advance(5 * minute - 1)
    await register(member, key.make(inTime))
  })
})

describe('passkey sign-in', () => {
  test('requires no address and opens a new session', async () => {
    const { member, key, passkey } = await memberWithPasskey()
    app.clock.advance(minute)
    const browser = createGuestClient(app)
    const options = await beginLogin(browser)
    expect(options).toMatchObject({ rpId: 'hanpyeon.test', userVerification: 'preferred' })
    expect(options).not.toHaveProperty('allowCredentials')
    const anonymous = browser.cookie()
    expect(anonymous).toMatch(/^sid=/)
    const user = await logIn(browser, key.answer(options))
    expect(user).toMatchObject({ id: member.id, email: member.email })
    expect(browser.cookie()).not.toBe(anonymous)
    expect(await browser.call(accounts.readMe, {})).toEqual(user)
    expect((await createGuestClient(app, anonymous).refusal(accounts.readMe, {})).status).toBe(401)
    expect(await rowOf(passkey.id)).toMatchObject({
      counter: 2,
      last_used_at: app.clock.now().toISOString(),
    })
    // The sign-in also counts as reauthentication.
    await beginRegistration({ ...member, browser })
  })

  test('keeps password reset links', async () => {
    const { member, key } = await memberWithPasskey()
    await app.pool.query(
      `insert into password_reset_links (member_id, token_hash, created_at, expires_at)
       values ($1, sha256($2::bytea), now(), now())`,
      [member.id, String(member.id)],
    )
    const browser = createGuestClient(app)
    await logIn(browser, key.answer(await beginLogin(browser)))
    const remaining = await app.pool.query(
      'select from password_reset_links where member_id = $1',
      [member.id],
    )
    expect(remaining.rowCount).toBe(1)
  })

  test('accepts a response once, in the same browser, within five minutes', async () => {
    const { key } = await memberWithPasskey()
    const browser = createGuestClient(app)
    const answer = key.answer(await beginLogin(browser))
    const otherBrowser = createGuestClient(app)
    await beginLogin(otherBrowser)
    await expectRefusal(logIn(otherBrowser, answer))
    await expectRefusal(logIn(createGuestClient(app), answer))
    await logIn(browser, answer)
    await expectRefusal(logIn(browser, answer))
    const late = createGuestClient(app)
    const options = await beginLogin(late)
    app.clock.advance(5 * minute)
    await expectRefusal(logIn(late, key.answer(options)))
  })

  test('signs in once for concurrent requests with one response', async () => {
    // Without a signature counter, so that only the challenge prevents replay.
    const member = await createMember()
    const key = createAuthenticator(site_url)
    await register(member, key.make(await beginRegistration(member), { counter: 0 }))
    const browser = createGuestClient(app)
    const answer = key.answer(await beginLogin(browser), { counter: 0 })
    const cookie = browser.cookie()
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const body = { response: answer }
        return (await createGuestClient(app, cookie).fetch(accounts.signInWithPasskey, { body }))
          .status
      }),
    )
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  const invalidResponses: [string, AuthenticatorFault][] = [
    ['another key', { key: other }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a registration response', { type: 'webauthn.create' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['no user presence', { flags: 0 }],
    ['an unchanged counter (cloned authenticator)', { counter: 1 }],
    ['a counter of 0', { counter: 0 }],
    ['no user handle', { userHandle: null }],
    [
      'the user handle of another member',
      { userHandle: Buffer.from('member 1').toString('base64url') },
    ],
    ['an unknown credential ID', { id: randomBytes(16).toString('base64url') }],
    ['a malformed credential ID', { id: "'\u0000--" }],
  ]
  test.each(invalidResponses)('refuses %s', async (_name, fault) => {
    const { member, key } = await memberWithPasskey()
    const browser = createGuestClient(app)
    await expectRefusal(logIn(browser, key.answer(await beginLogin(browser), fault)))
    expect((await browser.refusal(accounts.readMe, {})).code).toBe('authentication_required')
    // The passkey still works.
    const options = await beginLogin(browser)
    expect(await logIn(browser, key.answer(options, { counter: 9 }))).toMatchObject({
      id: member.id,
    })
  })

  test('accepts an authenticator without a signature counter', async () => {
    const member = await createMember()
    const key = createAuthenticator(site_url)
    await register(member, key.make(await beginRegistration(member), { counter: 0 }))
    for (let time = 0; time < 2; time++) {
      const browser = createGuestClient(app)
      const user = await logIn(browser, key.answer(await beginLogin(browser), { counter: 0 }))
      expect(user.id).toBe(member.id)
    }
  })

  test('refuses malformed responses', async () => {
    const { key } = await memberWithPasskey()
    const browser = createGuestClient(app)
    const good = key.answer(await beginLogin(browser))
    const malformed: Record<string, unknown>[] = [
      {},
      { ...good, id: 7 },
      { ...good, response: null },
      { ...good, response: {} },
      { ...good, response: { ...(good['response'] as object), authenticatorData: 'AA' } },
      { ...good, response: { ...(good['response'] as object), signature: 'AA' } },
      { ...good, response: { ...(good['response'] as object), clientDataJSON: 'bnVsbA' } },
    ]
    for (const response of malformed) {
      await beginLogin(browser)
      await expectRefusal(logIn(browser, response))
    }
  })
})

test('only the owner can delete a passkey, which then cannot sign in', async () => {
  const { member, key, passkey } = await memberWithPasskey()
  const params = { id: passkey.id }
  const otherMember = await createMember()
  const refusal = await otherMember.browser.refusal(accounts.removePasskey, { params })
  expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
  await member.browser.call(accounts.removePasskey, { params })
  expect((await member.browser.refusal(accounts.removePasskey, { params })).status).toBe(404)
  const browser = createGuestClient(app)
  await expectRefusal(logIn(browser, key.answer(await beginLogin(browser))))
})

test('accepts any port of localhost, and otherwise only the exact origin', () => {
  const from = (origin: unknown) => Buffer.from(JSON.stringify({ origin })).toString('base64url')
  const cases: [string, unknown, string][] = [
    ['http://localhost:3000', 'http://localhost:45123', 'http://localhost:45123'],
    ['http://localhost:3000', 'https://localhost:45123', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://localhost.evil.example', 'http://localhost:3000'],
    ['http://localhost:3000', 'http://evil.localhost:3000', 'http://localhost:3000'],
    ['http://localhost:3000', null, 'http://localhost:3000'],
    ['https://hanpyeon.example', 'http://localhost:3000', 'https://hanpyeon.example'],
    ['https://hanpyeon.example', 'https://evil.example', 'https://hanpyeon.example'],
  ]
  for (const [site, origin, expected] of cases)
    expect(expectedOrigin(site, from(origin))).toBe(expected)
})
