import { accounts } from '#contract/accounts/accounts.ts'
import type { Problem } from '#contract/problem.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { lastMessage } from '#test/app/guest-client.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const openProxiedApp = () =>
  openTestAppForTest({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
  })

/** A browser in a network: keeps its cookies. */
function openBrowser(app: TestApp, address: string) {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async send(path: string, method: string, body: unknown) {
      const response = await app.fetch(path, {
        method,
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
        if (value) cookies.set(name, value)
        else cookies.delete(name)
      }
      return response
    },
    /** The status of a success, or the code of the problem. */
    async signIn(email: string, password: string) {
      const response = await this.send(accounts.signIn.path, 'POST', { email, password })
      return response.ok ? response.status : ((await response.json()) as Problem).code
    },
  }
}

/** Guesses until the network is delayed. */
async function guess(app: TestApp, { email }: Pick<TestMember, 'email'>, address: string) {
  const browser = openBrowser(app, address)
  for (let n = 1; n <= 9; n++) await browser.signIn(email, 'wrong')
  expect(await browser.signIn(email, 'wrong')).toBe('rate_limited')
}

/** Creates a reset link. @returns the body that sets a new password by it. */
async function createResetLink(app: TestApp, { email }: Pick<TestMember, 'email'>) {
  await app.workNow('send_password_reset', { email })
  const text = (await lastMessage(app, email))?.text ?? ''
  const [, uidb64, token] = text.match(/change\/([^/]+)\/(\S+)/) ?? []
  const new_password = 'a-lantern-in-the-rain'
  return { uidb64, token, new_password, confirm_password: new_password }
}

test('wrong passwords from other networks do not delay the owner', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  await guess(app, member, '203.0.113.1')
  const owner = openBrowser(app, '198.51.100.7')
  expect(await owner.signIn(member.email, member.password)).toBe(200)
})

test('one IPv6 subscriber has the attempts of one network, not of each /64', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const signIn = (line: number, password: string) =>
    openBrowser(app, `2001:db8:1:${line.toString(16)}::7`).signIn(member.email, password)
  for (let line = 0; line < 9; line++) await signIn(line, 'wrong')
  expect(await signIn(255, 'wrong')).toBe('rate_limited')
  const { rows } = await app.pool.query<{ count: number }>(
    `select count from rate_limits where bucket like 'logins_from_unknown_networks:%'`,
  )
  expect(rows).toEqual([{ count: 5 }])
  // The limit for all accounts is that of a line: thousands of subscribers of a mobile carrier share a /48.
  for (let n = 0; n < 30; n++)
    await openBrowser(app, '2001:db8:1:1::7').signIn(`unregistered${n}@example.com`, 'wrong')
  const neighbour = await makeMember(app)
  const browser = openBrowser(app, '2001:db8:1:2::7')
  expect(await browser.signIn(neighbour.email, neighbour.password)).toBe(200)
})

test('wrong passwords in the same network do not delay a browser that has signed in before', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const owner = openBrowser(app, '203.0.113.1')
  expect(await owner.signIn(member.email, member.password)).toBe(200)
  await guess(app, member, '203.0.113.1')
  // Also after the address of the network has used up its attempts for all accounts.
  const neighbour = openBrowser(app, '203.0.113.1')
  for (let n = 0; n < 30; n++) await neighbour.signIn(`unregistered${n}@example.com`, 'wrong')
  owner.cookies.delete('sid')
  expect(await owner.signIn(member.email, member.password)).toBe(200)
})

test('a browser that has signed in before is delayed by its own wrong passwords', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const owner = openBrowser(app, '203.0.113.1')
  await owner.signIn(member.email, member.password)
  for (let n = 1; n <= 5; n++)
    expect(await owner.signIn(member.email, 'wrong')).toBe('invalid_credentials')
  expect(await owner.signIn(member.email, member.password)).toBe('rate_limited')
  app.clock.advance(1_000)
  expect(await owner.signIn(member.email, member.password)).toBe(200)
})

test('the browsers of an account share one limit of sign-ins, apart from that of their network', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const browsers = [openBrowser(app, '203.0.113.1'), openBrowser(app, '203.0.113.1')]
  for (const browser of [...browsers, ...browsers])
    expect(await browser.signIn(member.email, member.password)).toBe(200)
  const { rows } = await app.pool.query<{ count: number }>(
    `select count from rate_limits where bucket like 'logins_from_address:%'`,
  )
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
})

test('the cookie of a browser is worth nothing for another account, or if it was made up', async () => {
  const app = await openProxiedApp()
  const [member, attacker] = [await makeMember(app), await makeMember(app)]
  const browser = openBrowser(app, '203.0.113.1')
  await browser.signIn(attacker.email, attacker.password)
  for (let n = 1; n <= 9; n++) await browser.signIn(member.email, 'wrong')
  expect(await browser.signIn(member.email, 'wrong')).toBe('rate_limited')
  browser.cookies.set('device', 'x'.repeat(43))
  expect(await browser.signIn(member.email, 'wrong')).toBe('rate_limited')
})

test('many networks together guess 300 passwords an hour, and known networks and browsers still sign in', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const owner = openBrowser(app, '198.51.100.7')
  await owner.signIn(member.email, member.password)
  for (const email of [member.email, `unregistered-${member.email}`]) {
    const bucket = 'logins_from_unknown_networks:%'
    await openBrowser(app, '203.0.113.1').signIn(email, 'wrong')
    await app.pool.query('update rate_limits set count = 300 where bucket like $1', [bucket])
    expect(await openBrowser(app, '203.0.113.2').signIn(email, 'wrong')).toBe('rate_limited')
  }
  expect(await openBrowser(app, '198.51.100.7').signIn(member.email, member.password)).toBe(200)
  const moved = openBrowser(app, '192.0.2.9')
  moved.cookies.set('device', owner.cookies.get('device') ?? '')
  expect(await moved.signIn(member.email, member.password)).toBe(200)
  app.clock.advance(3_600_000)
  expect(await openBrowser(app, '203.0.113.3').signIn(member.email, member.password)).toBe(200)
})

test('a reset link lets the owner sign in during an attack, and forgets other browsers', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const attacker = openBrowser(app, '203.0.113.1')
  await attacker.signIn(member.email, member.password)
  await guess(app, member, '198.51.100.7')
  const owner = openBrowser(app, '198.51.100.7')
  expect(await owner.signIn(member.email, 'a-lantern-in-the-rain')).toBe('rate_limited')
  const body = await createResetLink(app, member)
  const reset = await owner.send(accounts.resetPassword.path, 'PATCH', body)
  expect(reset.status).toBe(204)
  expect(await owner.signIn(member.email, body.new_password)).toBe(200)
  const { rows } = await app.pool.query('select from known_devices where member_id = $1', [
    member.id,
  ])
  expect(rows).toHaveLength(1)
})

test('a new password renews the device cookie, and forgets what the browser failed before', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const owner = openBrowser(app, '198.51.100.7')
  await owner.signIn(member.email, member.password)
  const token = owner.cookies.get('device') ?? ''
  for (let n = 1; n <= 9; n++) await owner.signIn(member.email, 'forgotten')
  const body = await createResetLink(app, member)
  expect((await owner.send(accounts.resetPassword.path, 'PATCH', body)).status).toBe(204)
  expect(owner.cookies.get('device')).not.toBe(token)
  expect(await owner.signIn(member.email, body.new_password)).toBe(200)
  // A copy of the previous cookie is that of an unknown browser.
  await guess(app, member, '203.0.113.1')
  const thief = openBrowser(app, '203.0.113.1')
  thief.cookies.set('device', token)
  expect(await thief.signIn(member.email, body.new_password)).toBe('rate_limited')
})

test('wrong confirmations of a password delay the session that sent them, and no other', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const [first, second] = [openBrowser(app, '203.0.113.1'), openBrowser(app, '203.0.113.1')]
  for (const browser of [first, second])
    expect(await browser.signIn(member.email, member.password)).toBe(200)
  const confirm = async (browser: typeof first, current_password: string) =>
    (await browser.send(accounts.confirmPassword.path, 'POST', { current_password })).status
  for (let n = 1; n <= 5; n++) expect(await confirm(first, 'wrong')).toBe(400)
  expect(await confirm(first, member.password)).toBe(429)
  expect(await confirm(second, member.password)).toBe(204)
  // Guesses at the sign-in do not delay it either.
  await guess(app, member, '203.0.113.1')
  expect(await confirm(second, member.password)).toBe(204)
})

test('a clock that was 400 days ahead delays no sign-in afterwards', async () => {
  const app = await openProxiedApp()
  const member = await makeMember(app)
  const now = app.clock.now()
  app.clock.advance(400 * 86_400_000)
  await guess(app, member, '203.0.113.1')
  for (let n = 0; n < 30; n++)
    await openBrowser(app, '203.0.113.1').signIn(`unregistered${n}@example.com`, 'wrong')
  app.clock.set(now.toISOString())
  const owner = openBrowser(app, '203.0.113.1')
  expect(await owner.signIn(member.email, member.password)).toBe(200)
})

test('sets the device cookie for 180 days, HttpOnly, and keeps one for all accounts of a browser', async () => {
  const app = await openTestAppForTest()
  const [first, second] = [await makeMember(app), await makeMember(app)]
  const browser = openBrowser(app, '')
  const { path } = accounts.signIn
  const body = ({ email, password }: TestMember) => ({ email, password })
  const response = await browser.send(path, 'POST', body(first))
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
  const ends = new Date(app.clock.now().getTime() + 180 * 86_400_000).toUTCString()
  expect(line).toMatch(/^device=[\w-]{43}; /)
  expect(line).toContain(`Path=/; Expires=${ends}; HttpOnly; SameSite=Lax`)
  const token = browser.cookies.get('device')
  await browser.send(path, 'POST', body(second))
  expect(browser.cookies.get('device')).toBe(token)
  // Wrong passwords set no cookie.
  const refusal = await openBrowser(app, '').send(path, 'POST', {
    email: first.email,
    password: 'x',
  })
  expect(refusal.headers.getSetCookie()).toEqual([])
})
