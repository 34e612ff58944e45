import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  ProblemResponseError,
  openTestApp,
  type TestApp,
  openTestAppForTest,
} from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

const { listSessions, signIn: logIn, readMe } = endpoints.accounts

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const post = (
  testApp: TestApp,
  email: string,
  password: string,
  headers: Record<string, string> = {},
) =>
  testApp.fetch(logIn.path, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** The code of an error, or the status of a success. */
async function resultOf(response: Response): Promise<string | number> {
  return response.ok ? response.status : ((await response.json()) as { code: string }).code
}

const cookieOf = (response: Response) =>
  (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

test('matches the address case-insensitively and sets an HttpOnly cookie', async () => {
  const member = await makeMember(app)
  const response = await post(app, ` ${member.email.toUpperCase()} `, member.password)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: member.id, email: member.email })
  expect(response.headers.get('set-cookie')).toMatch(
    /^sid=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax, has_session=[\w-]{12};/,
  )
  const me = await app.call(readMe, {}, { cookie: cookieOf(response) })
  expect(me.id).toBe(member.id)
})

test('notifies the member of the first sign-in in a new browser only', async () => {
  const member = await makeMember(app)
  const first = await post(app, member.email, member.password)
  const device = /device=[^;]+/.exec(first.headers.getSetCookie().join(' '))?.[0] ?? ''
  await post(app, member.email, member.password, { cookie: device })
  const { results } = await member.call(endpoints.notifications.listNotifications, { query: {} })
  expect(results).toMatchObject([{ kind: 'new_device', title: '새 기기에서 로그인했어요' }])
  const { rows } = await app.pool.query<{ subject: string }>(
    'select subject from messages where recipient = $1',
    [member.email],
  )
  expect(rows).toEqual([{ subject: '[한편] 새 기기에서 로그인했어요' }])
  await post(app, member.email, member.password)
  const after = await member.call(endpoints.notifications.listNotifications, { query: {} })
  expect(after.results).toHaveLength(2)
})

test('accepts the password in any Unicode normalization form', async () => {
  const member = await makeMember(app)
  const { createPasswordHasher } = await import('../passwords/password-hashing.ts')
  const password_hash = await createPasswordHasher().hash('한편의 여름밤 이야기'.normalize('NFC'))
  await app.transact((tx) =>
    tx.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute(),
  )
  const response = await post(app, member.email, '한편의 여름밤 이야기'.normalize('NFD'))
  expect(response.status).toBe(200)
})

test('an unregistered address and a wrong password get the same response after the same queries', async () => {
  const member = await makeMember(app)
  const answers = []
  let queries = 0
  const count = () => queries++
  app.pool.on('acquire', count)
  onTestFinished(() => void app.pool.off('acquire', count))
  for (const email of [member.email, 'unregistered@example.com']) {
    queries = 0
    const response = await post(app, email, 'not the password')
    const { request_id, ...problem } = (await response.json()) as { request_id: string }
    const headers = Object.fromEntries(response.headers)
    for (const name of ['date', 'x-request-id', 'content-length']) delete headers[name]
    expect(request_id).toBeTruthy()
    answers.push({ status: response.status, headers, problem, queries })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(400)
})

test.each(['a member', 'an unregistered address'])(
  'after five failures %s waits one second, doubling up to five minutes',
  async (owner) => {
    const member = await makeMember(app)
    const email =
      owner === 'an unregistered address' ? `unregistered-${member.email}` : member.email
    for (let failure = 1; failure <= 5; failure++)
      expect(await resultOf(await post(app, email, 'wrong'))).toBe('invalid_credentials')
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const refusal = await post(app, email, member.password)
      expect(refusal.status).toBe(429)
      expect(refusal.headers.get('retry-after')).toBe(String(wait))
      app.clock.advance(wait * 1_000 - 1)
      expect(await resultOf(await post(app, email, 'wrong'))).toBe('rate_limited')
      app.clock.advance(1)
      expect(await resultOf(await post(app, email, 'wrong'))).toBe('invalid_credentials')
    }
    app.clock.advance(300_000)
    if (owner === 'an unregistered address') return
    expect((await post(app, email, member.password)).status).toBe(200)
    // The count is reset: five more attempts are free.
    for (let failure = 1; failure <= 5; failure++)
      expect(await resultOf(await post(app, email, 'wrong'))).toBe('invalid_credentials')
  },
)

test('64 concurrent wrong passwords count as five attempts', async () => {
  const member = await makeMember(app)
  const answers = await Promise.all(
    Array.from({ length: 64 }, async () => resultOf(await post(app, member.email, 'wrong'))),
  )
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
  expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(59)
})

test('limits one network to thirty attempts in five minutes, for all accounts together', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const member = await makeMember(limited)
  for (let attempt = 1; attempt <= 30; attempt++)
    expect(await resultOf(await post(limited, `unregistered${attempt}@example.com`, 'wrong'))).toBe(
      'invalid_credentials',
    )
  const refusal = await post(limited, member.email, member.password)
  expect(refusal.status).toBe(429)
  expect(Number(refusal.headers.get('retry-after'))).toBe(300)
  limited.clock.advance(300_000)
  expect((await post(limited, member.email, member.password)).status).toBe(200)
})

test('behind a proxy, counts and shows the address reported by the proxy', async () => {
  const proxied = await openTestAppForTest({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
  })
  const member = await makeMember(proxied)
  const from = (address: string) => ({ 'x-forwarded-for': `10.9.8.7, ${address}` })
  for (let attempt = 1; attempt <= 30; attempt++)
    await post(proxied, `unregistered${attempt}@example.com`, 'wrong', from('203.0.113.1'))
  const tryFrom = (address: string) => post(proxied, member.email, member.password, from(address))
  expect((await tryFrom('203.0.113.1')).status).toBe(429)
  const cookie = cookieOf(await tryFrom('203.0.113.2'))
  const { results } = await proxied.call(listSessions, {}, { cookie })
  expect(results.find((session) => session.is_current)?.address).toBe('203.0.113.2')
})

test('ends the previous session and issues a new token (session fixation)', async () => {
  const member = await makeMember(app)
  const otherMember = await makeMember(app)
  const response = await post(app, member.email, member.password, { cookie: otherMember.cookie })
  expect(response.status).toBe(200)
  expect(cookieOf(response)).not.toBe(otherMember.cookie)
  expect((await otherMember.fetch(readMe.path)).status).toBe(401)
  // A token that the server did not issue is not adopted.
  const fixedToken = `sid=${'A'.repeat(43)}`
  const again = await post(app, member.email, member.password, { cookie: fixedToken })
  expect(cookieOf(again)).toMatch(/^sid=[\w-]{43}$/)
  expect(cookieOf(again)).not.toBe(fixedToken)
  expect((await app.fetch(readMe.path, { headers: { cookie: fixedToken } })).status).toBe(401)
})

test('rehashes a password of weaker settings at the next sign-in', async () => {
  const member = await makeMember(app)
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: 'from another time',
    nonce,
    tagLength: 32,
    memory: 1024,
    passes: 1,
    parallelism: 1,
  })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const password_hash = `$argon2id$v=19$m=1024,t=1,p=1$${base64(nonce)}$${base64(tag)}`
  await app.transact((tx) =>
    tx.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute(),
  )
  const hash = async () =>
    (
      await app.db
        .selectFrom('members')
        .select('password_hash')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).password_hash
  expect(await resultOf(await post(app, member.email, 'wrong'))).toBe('invalid_credentials')
  expect(await hash()).toBe(password_hash)
  expect((await post(app, member.email, 'from another time')).status).toBe(200)
  expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await post(app, member.email, 'from another time')).status).toBe(200)
})

test('refuses a password that is changed during verification', async () => {
  const member = await makeMember(app)
  // The change has locked the member row; the sign-in reads the old hash before the commit.
  let answer: Promise<Response> | undefined
  await app.transact(async (tx) => {
    await tx
      .updateTable('members')
      .set({ password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' })
      .where('id', '=', member.id)
      .execute()
    answer = post(app, member.email, member.password)
    await vi.waitUntil(
      async () => {
        const { rows } = await app.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0
      },
      { timeout: 20_000, interval: 5 },
    )
  })
  expect(await resultOf(await answer!)).toBe('invalid_credentials')
})

test('reports an invalid address and an overlong password by field', async () => {
  const refusal = await app
    .call(logIn, { body: { email: 'no address', password: 'x'.repeat(1025) } })
    .catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ProblemResponseError)
  expect((refusal as ProblemResponseError).problem.errors.map(({ field }) => field).sort()).toEqual(
    ['email', 'password'],
  )
})
