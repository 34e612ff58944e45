import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  ProblemResponseError,
  openTestApp,
  type TestApp,
  openTestAppForTest,
} from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

const { listSessions, logIn, readMe } = endpoints.accounts

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const post = (at: TestApp, email: string, password: string, headers: Record<string, string> = {}) =>
  at.fetch(logIn.path, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** The code of a refusal, or the status of a success. */
async function said(response: Response): Promise<string | number> {
  return response.ok ? response.status : ((await response.json()) as { code: string }).code
}

const cookieOf = (response: Response) =>
  (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

test('signs in with the address in any case, and the cookie is the browser alone', async () => {
  const member = await makeMember(world)
  const response = await post(world, ` ${member.email.toUpperCase()} `, member.password)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: member.id, email: member.email })
  expect(response.headers.get('set-cookie')).toMatch(
    /^sid=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Expires=/,
  )
  const me = await world.call(readMe, {}, { cookie: cookieOf(response) })
  expect(me.id).toBe(member.id)
})

test('a password is the same whichever way its letters are put together', async () => {
  const member = await makeMember(world)
  const { createPasswordHasher } = await import('../passwords/password-hashing.ts')
  const password_hash = await createPasswordHasher().hash('한편의 여름밤 이야기'.normalize('NFC'))
  await world.transact((tx) =>
    tx.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute(),
  )
  const response = await post(world, member.email, '한편의 여름밤 이야기'.normalize('NFD'))
  expect(response.status).toBe(200)
})

test('an address nobody has and a wrong password are answered alike, to the request id, after the same work', async () => {
  const member = await makeMember(world)
  const answers = []
  let queries = 0
  const count = () => queries++
  world.pool.on('acquire', count)
  onTestFinished(() => void world.pool.off('acquire', count))
  for (const email of [member.email, 'nobody@example.com']) {
    queries = 0
    const response = await post(world, email, 'not the password')
    const { request_id, ...problem } = (await response.json()) as { request_id: string }
    const headers = Object.fromEntries(response.headers)
    for (const name of ['date', 'x-request-id', 'content-length']) delete headers[name]
    expect(request_id).toBeTruthy()
    answers.push({ status: response.status, headers, problem, queries })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(400)
})

test.each(['a member', 'nobody'])(
  'after five failures %s waits a second, doubling to five minutes, and never for good',
  async (whose) => {
    const member = await makeMember(world)
    const email = whose === 'nobody' ? `nobody-${member.email}` : member.email
    for (let failure = 1; failure <= 5; failure++)
      expect(await said(await post(world, email, 'wrong'))).toBe('invalid_credentials')
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const refused = await post(world, email, member.password)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe(String(wait))
      world.clock.advance(wait * 1_000 - 1)
      expect(await said(await post(world, email, 'wrong'))).toBe('rate_limited')
      world.clock.advance(1)
      expect(await said(await post(world, email, 'wrong'))).toBe('invalid_credentials')
    }
    world.clock.advance(300_000)
    if (whose === 'nobody') return
    expect((await post(world, email, member.password)).status).toBe(200)
    // Forgiven: the next five are free again.
    for (let failure = 1; failure <= 5; failure++)
      expect(await said(await post(world, email, 'wrong'))).toBe('invalid_credentials')
  },
)

test('64 wrong ones at once are five guesses', async () => {
  const member = await makeMember(world)
  const answers = await Promise.all(
    Array.from({ length: 64 }, async () => said(await post(world, member.email, 'wrong'))),
  )
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(5)
  expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(59)
})

test('one network has thirty tries in five minutes, whoever they are for', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const member = await makeMember(limited)
  for (let attempt = 1; attempt <= 30; attempt++)
    expect(await said(await post(limited, `nobody${attempt}@example.com`, 'wrong'))).toBe(
      'invalid_credentials',
    )
  const refused = await post(limited, member.email, member.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBe(300)
  limited.clock.advance(300_000)
  expect((await post(limited, member.email, member.password)).status).toBe(200)
})

test('behind a proxy it is the network the proxy heard that is counted, and shown to the member', async () => {
  const proxied = await openTestAppForTest({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '1', SITE_URL: 'http://localhost:3000' },
  })
  const member = await makeMember(proxied)
  const from = (address: string) => ({ 'x-forwarded-for': `10.9.8.7, ${address}` })
  for (let attempt = 1; attempt <= 30; attempt++)
    await post(proxied, `nobody${attempt}@example.com`, 'wrong', from('203.0.113.1'))
  const tryFrom = (address: string) => post(proxied, member.email, member.password, from(address))
  expect((await tryFrom('203.0.113.1')).status).toBe(429)
  const cookie = cookieOf(await tryFrom('203.0.113.2'))
  const { results } = await proxied.call(listSessions, {}, { cookie })
  expect(results.find((one) => one.is_current)?.address).toBe('203.0.113.2')
})

test('a session there was before is worth nothing after (fixation), and no two tokens are alike', async () => {
  const member = await makeMember(world)
  const stranger = await makeMember(world)
  const response = await post(world, member.email, member.password, { cookie: stranger.cookie })
  expect(response.status).toBe(200)
  expect(cookieOf(response)).not.toBe(stranger.cookie)
  expect((await stranger.fetch(readMe.path)).status).toBe(401)
  // A token of nobody's making is not taken over.
  const planted = `sid=${'A'.repeat(43)}`
  const again = await post(world, member.email, member.password, { cookie: planted })
  expect(cookieOf(again)).toMatch(/^sid=[\w-]{43}$/)
  expect(cookieOf(again)).not.toBe(planted)
  expect((await world.fetch(readMe.path, { headers: { cookie: planted } })).status).toBe(401)
})

test('a hash of lower settings is made anew at the next sign-in', async () => {
  const member = await makeMember(world)
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    ...{ message: 'from another time', nonce, tagLength: 32 },
    ...{ memory: 1024, passes: 1, parallelism: 1 },
  })
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const password_hash = `$argon2id$v=19$m=1024,t=1,p=1$${bare(nonce)}$${bare(tag)}`
  await world.transact((tx) =>
    tx.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute(),
  )
  const hash = async () =>
    (
      await world.db
        .selectFrom('members')
        .select('password_hash')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).password_hash
  expect(await said(await post(world, member.email, 'wrong'))).toBe('invalid_credentials')
  expect(await hash()).toBe(password_hash)
  expect((await post(world, member.email, 'from another time')).status).toBe(200)
  expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await post(world, member.email, 'from another time')).status).toBe(200)
})

test('a password that is changed while it is looked at opens nothing', async () => {
  const member = await makeMember(world)
  // The change holds the member's row; the sign-in has read the old hash before it is committed.
  let answer: Promise<Response> | undefined
  await world.transact(async (tx) => {
    await tx
      .updateTable('members')
      .set({ password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' })
      .where('id', '=', member.id)
      .execute()
    answer = post(world, member.email, member.password)
    await vi.waitUntil(
      async () => {
        const { rows } = await world.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0
      },
      { timeout: 5_000, interval: 5 },
    )
  })
  expect(await said(await answer!)).toBe('invalid_credentials')
})

test('what is no address or too long is refused by field', async () => {
  const refused = await world
    .call(logIn, { body: { email: 'no address', password: 'x'.repeat(1025) } })
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProblemResponseError)
  expect((refused as ProblemResponseError).problem.errors.map(({ field }) => field).sort()).toEqual(
    ['email', 'password'],
  )
})
