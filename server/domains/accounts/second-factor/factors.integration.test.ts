import { accounts } from '#contract/accounts/accounts.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { changeStaff, type StaffCommand } from '../staff/roles/staff-commands.ts'
import { createAuthenticator, type CeremonyOptions } from '#test/services/webauthn-authenticator.ts'
import { deleteAccount, makeMember } from '#test/fixtures/members.ts'
import { lastMessage, createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const site_url = 'http://hanpyeon.test:8080'
const minute = 60_000

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ env: { SITE_URL: site_url } })))
afterAll(() => app?.close())

const codeOf = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })

const expectRefusal = (call: Promise<unknown>, code: string) =>
  expect(call).rejects.toMatchObject({ problem: { code } })

async function logIn({ email, password }: { email: string; password: string }) {
  const browser = createGuestClient(app)
  await browser.call(accounts.signIn, { body: { email, password } })
  return browser
}

async function addPasskey(browser: GuestClient, name = '열쇠') {
  const key = createAuthenticator(site_url)
  const options = await browser.call(accounts.createPasskeyOptions, { body: {} })
  const response = key.make(options as unknown as CeremonyOptions)
  const { id } = await browser.call(accounts.registerPasskey, { body: { name, response } })
  return { key, id }
}

async function verifyByPasskey(
  browser: GuestClient,
  { key }: { key: ReturnType<typeof createAuthenticator> },
) {
  const options = await browser.call(second_factor.createPasskeyOptions, {})
  const response = key.answer(options as unknown as CeremonyOptions)
  return browser.call(second_factor.verifyPasskey, { body: { response } })
}

async function addApp(browser: GuestClient) {
  const { secret } = await browser.call(second_factor.beginTotpEnrollment, { body: {} })
  const { recovery_codes } = await browser.call(second_factor.confirmTotpEnrollment, {
    body: { code: codeOf(secret) },
  })
  return { secret, recovery_codes }
}

const remove = (browser: GuestClient, { id }: { id: number }) =>
  browser.call(accounts.removePasskey, { params: { id } })

const countPasskeys = async (browser: GuestClient) =>
  (await browser.call(accounts.listPasskeys, {})).count

/** A staff member whose only factor is a passkey, with a session that has not verified it. */
async function staffWithPasskey() {
  const member = await makeMember(app, { is_staff: true })
  const passkey = await addPasskey(await logIn(member))
  return { member, passkey, browser: await logIn(member) }
}

describe('removing a passkey of a staff member', () => {
  it('requires a second factor verified in the session', async () => {
    const { member, passkey, browser } = await staffWithPasskey()
    await expectRefusal(remove(browser, passkey), 'second_factor_required')
    expect(await countPasskeys(browser)).toBe(1)
    await verifyByPasskey(browser, passkey)
    const second = await addPasskey(browser, '둘째 열쇠')
    await remove(browser, second)
    expect(await countPasskeys(browser)).toBe(1)
    const message = await lastMessage(app, member.email)
    expect(message?.subject).toBe('[한편] 패스키가 지워졌어요')
    expect(message?.text).toContain('둘째 열쇠')
  })

  it('is possible after a recovery code, which is consumed and reported by e-mail', async () => {
    const member = await makeMember(app, { is_staff: true })
    const first = await logIn(member)
    const { recovery_codes } = await addApp(first)
    const passkey = await addPasskey(first)
    const browser = await logIn(member)
    await browser.call(second_factor.verifyCode, { body: { code: recovery_codes[0] ?? '' } })
    const message = await lastMessage(app, member.email)
    expect(message?.subject).toBe('[한편] 복구 코드를 썼어요')
    expect(message?.text).toContain('9개')
    await remove(browser, passkey)
    expect(await countPasskeys(browser)).toBe(0)
  })

  it('never removes the last factor', async () => {
    const { passkey, browser } = await staffWithPasskey()
    await verifyByPasskey(browser, passkey)
    await expectRefusal(remove(browser, passkey), 'last_second_factor')
    await addApp(browser)
    await remove(browser, passkey)
    expect(await countPasskeys(browser)).toBe(0)
  })

  it('keeps one of the last two when two sessions remove them concurrently', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { member, passkey, browser } = await staffWithPasskey()
      await verifyByPasskey(browser, passkey)
      const other = await addPasskey(browser)
      const second = await logIn(member)
      await verifyByPasskey(second, other)
      const results = await Promise.all(
        [remove(browser, passkey), remove(second, other)].map((removal) =>
          removal.then(
            () => 'removed',
            (error: { problem: { code: string } }) => error.problem.code,
          ),
        ),
      )
      expect(results.sort()).toEqual(['last_second_factor', 'removed'])
      expect(await countPasskeys(browser)).toBe(1)
    }
  })

  it('requires only the session for other members, and sends an e-mail', async () => {
    const member = await makeMember(app)
    const browser = await logIn(member)
    await remove(browser, await addPasskey(browser))
    expect(await countPasskeys(browser)).toBe(0)
    expect((await lastMessage(app, member.email))?.subject).toBe('[한편] 패스키가 지워졌어요')
  })
})

describe('adding a factor of a staff member', () => {
  it('is refused if the ceremony began before the first factor was added', async () => {
    const member = await makeMember(app, { is_staff: true })
    const attacker = await logIn(member)
    const options = await attacker.call(accounts.createPasskeyOptions, { body: {} })
    await addPasskey(await logIn(member))
    const response = createAuthenticator(site_url).make(options as unknown as CeremonyOptions)
    await expectRefusal(
      attacker.call(accounts.registerPasskey, { body: { name: '남의 열쇠', response } }),
      'second_factor_required',
    )
  })

  it('is refused if the app enrolment began before the first factor was added', async () => {
    const member = await makeMember(app, { is_staff: true })
    const attacker = await logIn(member)
    const { secret } = await attacker.call(second_factor.beginTotpEnrollment, { body: {} })
    await addPasskey(await logIn(member))
    await expectRefusal(
      attacker.call(second_factor.confirmTotpEnrollment, { body: { code: codeOf(secret) } }),
      'second_factor_required',
    )
  })

  it('succeeds for one of two sessions that enrol the first factor concurrently', async () => {
    const member = await makeMember(app, { is_staff: true })
    const browsers = [await logIn(member), await logIn(member)]
    const results = await Promise.allSettled(browsers.map((browser) => addPasskey(browser)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the database', () => {
  const client = async () => {
    const connection = new pg.Client({ connectionString: app.url })
    await connection.connect()
    onTestFinished(() => connection.end())
    return connection
  }
  const error = { constraint: 'staff_second_factor_required' }

  it('refuses to commit the removal of the last factor of a staff member', async () => {
    const { passkey } = await staffWithPasskey()
    await expect(
      app.pool.query('delete from passkeys where id = $1', [passkey.id]),
    ).rejects.toMatchObject(error)
    const member = await makeMember(app, { is_staff: true })
    await addApp(await logIn(member))
    await expect(
      app.pool.query('delete from totp_authenticators where member_id = $1', [member.id]),
    ).rejects.toMatchObject(error)
    await expect(
      app.pool.query(
        `update totp_authenticators set secret_ciphertext = null, confirmed_at = null, pending_secret_ciphertext = ''
         where member_id = $1`,
        [member.id],
      ),
    ).rejects.toMatchObject(error)
  })

  it('commits one of two transactions that each delete one of the last two factors', async () => {
    const { passkey, browser } = await staffWithPasskey()
    await verifyByPasskey(browser, passkey)
    const other = await addPasskey(browser)
    const [first, second] = [await client(), await client()]
    await first.query('begin')
    await second.query('begin')
    await first.query('delete from passkeys where id = $1', [passkey.id])
    await second.query('delete from passkeys where id = $1', [other.id])
    const results = await Promise.allSettled([first.query('commit'), second.query('commit')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await countPasskeys(browser)).toBe(1)
  })

  it('lets a staff member delete the account', async () => {
    await makeMember(app, { is_staff: true })
    const { member } = await staffWithPasskey()
    await deleteAccount(app, member)
    const { rowCount } = await app.pool.query('select from passkeys where member_id = $1', [
      member.id,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('the command line', () => {
  const change = (command: StaffCommand, email: string) =>
    changeStaff(app.transact, { ...command, email, by: 'operator', site_url }, app.clock.now())

  it('resets the factors of a staff member, sends an e-mail and allows a new enrolment', async () => {
    const { member, browser } = await staffWithPasskey()
    expect(await change({ what: 'reset' }, member.email)).toBe(true)
    expect((await lastMessage(app, member.email))?.subject).toBe('[한편] 추가 인증이 초기화됐어요')
    await expectRefusal(browser.call(accounts.listPasskeys, {}), 'authentication_required')
    app.clock.advance(minute)
    await addApp(await logIn(member))
  })

  it('e-mails an appointed member the passkeys that become the second factor', async () => {
    const member = await makeMember(app)
    const browser = await logIn(member)
    await addPasskey(browser, '거실 태블릿')
    expect(await change({ what: 'appoint', role: 'owner' }, member.email)).toBe(true)
    const message = await lastMessage(app, member.email)
    expect(message?.subject).toBe('[한편] 스튜디오를 쓸 수 있어요')
    expect(message?.text).toContain('거실 태블릿')
    // The existing passkey is now a second factor, so the password alone cannot add another.
    await expectRefusal(addPasskey(await logIn(member)), 'second_factor_required')
  })
})
