import { accounts } from '#contract/accounts/accounts.ts'
import { maxPasskeys } from '#contract/accounts/account-rules.ts'
import {
  createAuthenticator,
  type CeremonyOptions,
  type AuthenticatorFault,
} from '#test/services/webauthn-authenticator.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { lastMessage, createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedOrigin } from './webauthn-challenge.ts'

const site_url = 'http://hanpyeon.test:8080'

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ env: { SITE_URL: site_url } })))
afterAll(() => world?.close())

const minute = 60_000
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

type Somebody = Awaited<ReturnType<typeof somebody>>

async function somebody(given: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(world, given)
  return { ...member, browser: createGuestClient(world, member.cookie) }
}

const beginAdding = async ({ browser }: Somebody, body: { current_password?: string } = {}) =>
  (await browser.call(accounts.beginPasskey, { body })) as unknown as CeremonyOptions
const add = ({ browser }: Somebody, response: Record<string, unknown>, name = '내 열쇠') =>
  browser.call(accounts.addPasskey, { body: { name, response } })
const beginLogin = async (browser: GuestClient) =>
  (await browser.call(accounts.beginPasskeyLogin, {})) as unknown as CeremonyOptions
const logIn = (browser: GuestClient, response: Record<string, unknown>) =>
  browser.call(accounts.logInWithPasskey, { body: { response } })

/** A member with a passkey, and the key. */
async function keyed() {
  const member = await somebody()
  const key = createAuthenticator(site_url)
  const passkey = await add(member, key.make(await beginAdding(member)))
  return { member, key, passkey }
}

async function refusedAs(answer: Promise<unknown>, code = 'passkey_rejected') {
  await expect(answer).rejects.toMatchObject({ problem: { code } })
}

const rowOf = async (id: number) =>
  (await world.pool.query<Record<string, unknown>>('select * from passkeys where id = $1', [id]))
    .rows[0]

describe('adding a passkey', () => {
  test('is asked of the authenticator so that it is found without an address', async () => {
    const member = await somebody()
    expect(await beginAdding(member)).toMatchObject({
      rp: { id: 'hanpyeon.test', name: '한편' },
      user: { name: member.email, displayName: member.username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [],
      timeout: 5 * minute,
    })
  })

  test('keeps it under its name, tells the member by mail, and is not done twice', async () => {
    const { member, key, passkey } = await keyed()
    const created_at = world.clock.now().toISOString()
    expect(passkey).toEqual({ id: passkey.id, name: '내 열쇠', created_at, last_used_at: null })
    expect(await member.browser.call(accounts.listPasskeys, {})).toEqual({
      count: 1,
      results: [passkey],
    })
    expect((await lastMessage(world, member.email))?.subject).toBe('[한편] 새 패스키가 추가됐어요')
    expect(await rowOf(passkey.id)).toMatchObject({ credential_id: key.id, transports: ['usb'] })
    const again = await beginAdding(member)
    expect(again).toMatchObject({ excludeCredentials: [{ id: key.id }] })
    // A browser that does not look at what to leave out.
    await refusedAs(add(member, key.make(again)))
  })

  test('needs the password where the sign-in is old (D-16)', async () => {
    const member = await somebody({ signed_in_ago: 60 * minute })
    await refusedAs(beginAdding(member), 'reauthentication_required')
    await refusedAs(beginAdding(member, { current_password: 'not this' }), 'invalid_credentials')
    const options = await beginAdding(member, { current_password: member.password })
    await add(member, createAuthenticator(site_url).make(options))
  })

  test('is not gone round by the challenge of signing in, which asks for no password', async () => {
    const member = await somebody({ signed_in_ago: 60 * minute })
    const { challenge, rpId = '' } = await beginLogin(member.browser)
    const key = createAuthenticator(site_url)
    await refusedAs(add(member, key.make({ challenge, rp: { id: rpId } })))
    expect((await member.browser.call(accounts.listPasskeys, {})).count).toBe(0)
  })

  test('has an end at ten, however many are added at once', async () => {
    const member = await somebody()
    const signedIn = { body: { email: member.email, password: member.password } }
    const tries: { browser: GuestClient; options: CeremonyOptions }[] = []
    for (let time = 0; time < maxPasskeys + 3; time++) {
      const browser = createGuestClient(world)
      await browser.call(accounts.logIn, signedIn)
      tries.push({ browser, options: await beginAdding({ ...member, browser }) })
    }
    const ends = await Promise.all(
      tries.map(({ browser, options }) =>
        add({ ...member, browser }, createAuthenticator(site_url).make(options)).then(
          () => 'added',
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(ends.filter((end) => end === 'added')).toHaveLength(maxPasskeys)
    expect(ends.filter((end) => end === 'conflict')).toHaveLength(3)
    await refusedAs(beginAdding(member), 'conflict')
  })

  const faults: [string, AuthenticatorFault][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host by https', { origin: 'https://hanpyeon.test:8080' }],
    ['another port', { origin: 'http://hanpyeon.test:9090' }],
    ['a host below ours', { origin: 'http://evil.hanpyeon.test:8080' }],
    ['this machine', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['the answer of signing in', { type: 'webauthn.get' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['nobody was there', { flags: 0b0100_0000 }],
    ['no key in it', { flags: 0b0000_0101 }],
    ['an attestation nobody asked for', { fmt: 'fido-u2f' }],
    ['an unknown attestation', { fmt: 'trust-me' }],
    ['no attestation, with something in it', { attStmt: new Map([['sig', Buffer.alloc(8)]]) }],
    ['an id of 2 KB', { id: randomBytes(2_000).toString('base64url') }],
  ]
  test.each(faults)('%s is refused, and its challenge is used up', async (_name, fault) => {
    const member = await somebody()
    const key = createAuthenticator(site_url)
    const options = await beginAdding(member)
    await refusedAs(add(member, key.make(options, fault)))
    await refusedAs(add(member, key.make(options)))
    expect((await member.browser.call(accounts.listPasskeys, {})).count).toBe(0)
  })

  test('takes a key that attests itself, if it is that key', async () => {
    const member = await somebody()
    const key = createAuthenticator(site_url)
    const by = (attested_by: AuthenticatorFault['attested_by'] & {}) =>
      beginAdding(member).then((options) => add(member, key.make(options, { attested_by })))
    await refusedAs(by(other))
    await by('itself')
  })

  test('an attestation with certificates is refused unread', async () => {
    const member = await somebody()
    const attStmt = new Map([
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.from('a certificate')]],
    ] as [string, Buffer | Buffer[]][])
    for (const fmt of ['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f']) {
      const options = await beginAdding(member)
      await refusedAs(add(member, createAuthenticator(site_url).make(options, { fmt, attStmt })))
    }
  })

  test('what makes no sense is refused, not failed over', async () => {
    const member = await somebody()
    const good = createAuthenticator(site_url).make(await beginAdding(member))
    const nonsense: Record<string, unknown>[] = [
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
    for (const response of nonsense) {
      await beginAdding(member)
      await refusedAs(add(member, response))
    }
  })

  test('takes as long as five minutes', async () => {
    const member = await somebody()
    const key = createAuthenticator(site_url)
    const late = await beginAdding(member)
    world.clock.advance(5 * minute)
    await refusedAs(add(member, key.make(late)))
    const inTime = await beginAdding(member)
    world.clock.advance(5 * minute - 1)
    await add(member, key.make(inTime))
  })
})

describe('signing in with a passkey', () => {
  test('needs no address, and gives another session', async () => {
    const { member, key, passkey } = await keyed()
    world.clock.advance(minute)
    const browser = createGuestClient(world)
    const options = await beginLogin(browser)
    expect(options).toMatchObject({ rpId: 'hanpyeon.test', userVerification: 'preferred' })
    expect(options).not.toHaveProperty('allowCredentials')
    const anonymous = browser.cookie()
    expect(anonymous).toMatch(/^sid=/)
    const user = await logIn(browser, key.answer(options))
    expect(user).toMatchObject({ id: member.id, email: member.email })
    expect(browser.cookie()).not.toBe(anonymous)
    expect(await browser.call(accounts.readMe, {})).toEqual(user)
    expect((await createGuestClient(world, anonymous).refusal(accounts.readMe, {})).status).toBe(
      401,
    )
    expect(await rowOf(passkey.id)).toMatchObject({
      counter: 2,
      last_used_at: world.clock.now().toISOString(),
    })
    // Fresh, as after any signing in (D-16).
    await beginAdding({ ...member, browser })
  })

  test('ends links to set a new password (D-15)', async () => {
    const { member, key } = await keyed()
    await world.pool.query(
      `insert into password_links (member_id, token_hash, created_at, ends_at)
       values ($1, sha256($2::bytea), now(), now())`,
      [member.id, String(member.id)],
    )
    const browser = createGuestClient(world)
    await logIn(browser, key.answer(await beginLogin(browser)))
    const left = await world.pool.query('select from password_links where member_id = $1', [
      member.id,
    ])
    expect(left.rowCount).toBe(0)
  })

  test('an answer is good once, in the browser that asked, within five minutes', async () => {
    const { key } = await keyed()
    const browser = createGuestClient(world)
    const answer = key.answer(await beginLogin(browser))
    const stranger = createGuestClient(world)
    await beginLogin(stranger)
    await refusedAs(logIn(stranger, answer))
    await refusedAs(logIn(createGuestClient(world), answer))
    await logIn(browser, answer)
    await refusedAs(logIn(browser, answer))
    const late = createGuestClient(world)
    const options = await beginLogin(late)
    world.clock.advance(5 * minute)
    await refusedAs(logIn(late, key.answer(options)))
  })

  test('an answer sent many times at once signs in once', async () => {
    // A key that counts nothing, so that its counter stops nobody.
    const member = await somebody()
    const key = createAuthenticator(site_url)
    await add(member, key.make(await beginAdding(member), { counter: 0 }))
    const browser = createGuestClient(world)
    const answer = key.answer(await beginLogin(browser), { counter: 0 })
    const cookie = browser.cookie()
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const body = { response: answer }
        return (await createGuestClient(world, cookie).fetch(accounts.logInWithPasskey, { body }))
          .status
      }),
    )
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400])
  })

  const faults: [string, AuthenticatorFault][] = [
    ['another key', { key: other }],
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['the answer of adding', { type: 'webauthn.create' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['nobody was there', { flags: 0 }],
    ['a counter that stands still: a copy', { counter: 1 }],
    ['a counter of 0', { counter: 0 }],
    ['no name of whose it is', { userHandle: null }],
    ['the name of another', { userHandle: Buffer.from('member 1').toString('base64url') }],
    ['a key nobody has', { id: randomBytes(16).toString('base64url') }],
    ['an id that is none', { id: "'\u0000--" }],
  ]
  test.each(faults)('%s is refused', async (_name, fault) => {
    const { member, key } = await keyed()
    const browser = createGuestClient(world)
    await refusedAs(logIn(browser, key.answer(await beginLogin(browser), fault)))
    expect((await browser.refusal(accounts.readMe, {})).code).toBe('authentication_required')
    // And harms neither key nor member.
    const options = await beginLogin(browser)
    expect(await logIn(browser, key.answer(options, { counter: 9 }))).toMatchObject({
      id: member.id,
    })
  })

  test('a key that counts nothing stays at 0', async () => {
    const member = await somebody()
    const key = createAuthenticator(site_url)
    await add(member, key.make(await beginAdding(member), { counter: 0 }))
    for (let time = 0; time < 2; time++) {
      const browser = createGuestClient(world)
      await logIn(browser, key.answer(await beginLogin(browser), { counter: 0 }))
    }
  })

  test('what makes no sense is refused, not failed over', async () => {
    const { key } = await keyed()
    const browser = createGuestClient(world)
    const good = key.answer(await beginLogin(browser))
    const nonsense: Record<string, unknown>[] = [
      {},
      { ...good, id: 7 },
      { ...good, response: null },
      { ...good, response: {} },
      { ...good, response: { ...(good['response'] as object), authenticatorData: 'AA' } },
      { ...good, response: { ...(good['response'] as object), signature: 'AA' } },
      { ...good, response: { ...(good['response'] as object), clientDataJSON: 'bnVsbA' } },
    ]
    for (const response of nonsense) {
      await beginLogin(browser)
      await refusedAs(logIn(browser, response))
    }
  })
})

test('a passkey is taken away by its owner alone, and opens nothing afterwards', async () => {
  const { member, key, passkey } = await keyed()
  const params = { id: passkey.id }
  const stranger = await somebody()
  const refused = await stranger.browser.refusal(accounts.removePasskey, { params })
  expect(refused).toMatchObject({ status: 404, code: 'not_found' })
  await member.browser.call(accounts.removePasskey, { params })
  expect((await member.browser.refusal(accounts.removePasskey, { params })).status).toBe(404)
  const browser = createGuestClient(world)
  await refusedAs(logIn(browser, key.answer(await beginLogin(browser))))
})

test('on a laptop any port is the same person’s; elsewhere the origin is the site’s to the letter', () => {
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
