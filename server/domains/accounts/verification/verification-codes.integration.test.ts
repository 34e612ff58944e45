import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  codeFor,
  freshEmail,
  freshPhone,
  lastMessage,
  createGuestClient,
  type GuestClient,
  otherCode,
  verifyEmail,
  verifyPhone,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const second = 1_000
const minute = 60 * second
const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()

const send = (browser: GuestClient, email: string) =>
  browser.call(accounts.sendSignUpCode, { body: { email } })
const confirm = (browser: GuestClient, email: string, code: string) =>
  browser.call(accounts.confirmSignUpCode, { body: { email, code } })
const count = async (table: string, where = 'true', values: unknown[] = []) => {
  const { rows } = await app.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  )
  return rows[0]?.n
}

describe('verification codes', () => {
  test('verifies the address for 30 minutes', async () => {
    const browser = createGuestClient(app)
    const email = freshEmail()
    expect(await send(browser, email)).toEqual({
      expires_at: inMs(10 * minute),
      resend_at: inMs(minute),
      can_extend: true,
    })
    expect(browser.cookie()).toMatch(/^sid=[\w-]{43}$/)
    expect(await confirm(browser, email, await codeFor(app, email))).toEqual({
      verified_until: inMs(30 * minute),
    })
  })

  test('accepts formatted phone numbers; an SMS code is valid for three minutes', async () => {
    const browser = createGuestClient(app)
    const digits = freshPhone()
    const formatted = `+82 ${digits.slice(1, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
    const sent = await browser.call(accounts.sendPhoneCode, { body: { phonenumber: formatted } })
    expect(sent.expires_at).toBe(inMs(3 * minute))
    const code = await codeFor(app, digits)
    await browser.call(accounts.confirmPhoneCode, { body: { phonenumber: digits, code } })
    expect(await browser.call(accounts.readSignUp, {})).toEqual({
      verifies_phone: true,
      email: null,
      phonenumber: digits,
      verified_until: inMs(30 * minute),
    })
  })

  test('accepts the same code again without extending the verification', async () => {
    const browser = createGuestClient(app)
    const email = freshEmail()
    const first = await verifyEmail(app, browser, email)
    app.clock.advance(minute)
    expect(await confirm(browser, email, await codeFor(app, email))).toEqual(first)
  })

  test('stores the code as a keyed hash and the target encrypted', async () => {
    const browser = createGuestClient(app)
    const phonenumber = freshPhone()
    await browser.call(accounts.sendPhoneCode, { body: { phonenumber } })
    const code = await codeFor(app, phonenumber)
    const { rows } = await app.pool.query('select * from verification_codes')
    for (const row of rows) {
      const stored = Object.values(row as Record<string, unknown>)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join('|')
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(phonenumber)
    }
  })

  test.each([
    ['email', 10],
    ['phone', 3],
  ] as const)('expire on time when sent by %s', async (channel, minutes) => {
    const target = channel === 'email' ? freshEmail() : freshPhone()
    const [sending, confirming, body] =
      channel === 'email'
        ? ([accounts.sendSignUpCode, accounts.confirmSignUpCode, { email: target }] as const)
        : ([accounts.sendPhoneCode, accounts.confirmPhoneCode, { phonenumber: target }] as const)
    const [early, late] = [createGuestClient(app), createGuestClient(app)]
    await early.fetch(sending, { body } as never)
    const earlyCode = await codeFor(app, target)
    await late.fetch(sending, { body } as never)
    const lateCode = await codeFor(app, target)
    app.clock.advance(minutes * minute - 1)
    const inTime = await early.fetch(confirming, { body: { ...body, code: earlyCode } } as never)
    expect(inTime.status).toBe(200)
    app.clock.advance(1)
    const problem = await late.refusal(confirming, { body: { ...body, code: lateCode } } as never)
    expect(problem.errors).toEqual([
      {
        field: 'code',
        code: 'code_expired',
        detail: '인증번호의 시간이 지났어요. 새 인증번호를 받아 주세요.',
      },
    ])
  })
})

describe('resending a code', () => {
  test('is refused within 60 seconds with the remaining time, and sends nothing', async () => {
    const browser = createGuestClient(app)
    const email = freshEmail()
    await send(browser, email)
    const first = await codeFor(app, email)
    app.clock.advance(20 * second)
    const response = await browser.fetch(accounts.sendSignUpCode, { body: { email } })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('40')
    expect(await response.json()).toMatchObject({ code: 'resend_too_soon' })
    app.clock.advance(40 * second - 1)
    expect((await browser.refusal(accounts.sendSignUpCode, { body: { email } })).code).toBe(
      'resend_too_soon',
    )
    expect(await count('messages', 'recipient = $1', [email])).toBe(1)
    // The first code is still valid.
    app.clock.advance(1)
    await confirm(browser, email, first)
    expect((await send(browser, email)).resend_at).toBe(inMs(minute))
  })

  test('sends one code for concurrent requests', async () => {
    const browser = createGuestClient(app)
    await send(browser, freshEmail())
    app.clock.advance(minute)
    const email = freshEmail()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.fetch(accounts.sendSignUpCode, { body: { email } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(429)])
    expect(await count('messages', 'recipient = $1', [email])).toBe(1)
  })

  test('discards the verification of the previous address', async () => {
    const browser = createGuestClient(app)
    await verifyEmail(app, browser, freshEmail())
    app.clock.advance(minute)
    await send(browser, freshEmail())
    expect((await browser.call(accounts.readSignUp, {})).email).toBeNull()
  })
})

describe('시간 연장', () => {
  test('resets the lifetime of a code once', async () => {
    const browser = createGuestClient(app)
    const email = freshEmail()
    const sent = await send(browser, email)
    const code = await codeFor(app, email)
    app.clock.advance(9 * minute)
    const extended = await browser.call(accounts.extendCode, { body: { channel: 'email' } })
    expect(extended).toEqual({
      expires_at: inMs(10 * minute),
      resend_at: sent.resend_at,
      can_extend: false,
    })
    const again = await browser.refusal(accounts.extendCode, { body: { channel: 'email' } })
    expect([again.status, again.code]).toEqual([409, 'conflict'])
    app.clock.advance(10 * minute - 1)
    await confirm(browser, email, code)
  })

  test('is refused without a code, and for an expired, verified or spent code', async () => {
    const refusalCode = async (browser: GuestClient) =>
      (await browser.refusal(accounts.extendCode, { body: { channel: 'email' } })).code
    expect(await refusalCode(createGuestClient(app))).toBe('conflict')
    const ended = createGuestClient(app)
    await send(ended, freshEmail())
    app.clock.advance(10 * minute)
    expect(await refusalCode(ended)).toBe('conflict')
    const verified = createGuestClient(app)
    await verifyEmail(app, verified, freshEmail())
    expect(await refusalCode(verified)).toBe('conflict')
    const spent = createGuestClient(app)
    const email = freshEmail()
    await send(spent, email)
    const code = await codeFor(app, email)
    for (let n = 1; n <= 5; n++)
      await spent.refusal(accounts.confirmSignUpCode, { body: { email, code: otherCode(code, n) } })
    expect(await refusalCode(spent)).toBe('conflict')
  })

  test('extends once for concurrent requests', async () => {
    const browser = createGuestClient(app)
    await send(browser, freshEmail())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        browser.fetch(accounts.extendCode, { body: { channel: 'email' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a member verifies another phone without a new session', async () => {
  const member = await makeMember(app)
  const browser = createGuestClient(app, member.cookie)
  await verifyPhone(app, browser, freshPhone())
  expect(browser.cookie()).toBe(member.cookie)
})

test('opens a new guest session if the previous one has ended', async () => {
  const browser = createGuestClient(app)
  await send(browser, freshEmail())
  const previous = browser.cookie()
  await app.pool.query('delete from sessions')
  await send(browser, freshEmail())
  expect(browser.cookie()).not.toBe(previous)
})

test('each verification expires after 30 minutes', async () => {
  const browser = createGuestClient(app)
  const [email, phonenumber] = [freshEmail(), freshPhone()]
  await verifyEmail(app, browser, email)
  app.clock.advance(10 * minute)
  await verifyPhone(app, browser, phonenumber)
  expect(await browser.call(accounts.readSignUp, {})).toEqual({
    verifies_phone: true,
    email,
    phonenumber,
    verified_until: inMs(20 * minute),
  })
  app.clock.advance(20 * minute)
  expect(await browser.call(accounts.readSignUp, {})).toEqual({
    verifies_phone: true,
    email: null,
    phonenumber,
    verified_until: inMs(10 * minute),
  })
})

describe('an address that has an account', () => {
  test('gets a notice, with the same status, headers and body as 20 unregistered addresses', async () => {
    const known = await Promise.all(Array.from({ length: 20 }, () => makeMember(app)))
    const unknown = Array.from({ length: 20 }, freshEmail)
    const transcripts = new Set<string>()
    for (const email of [...known.map((member) => member.email), ...unknown]) {
      const browser = createGuestClient(app)
      const transcript: unknown[] = []
      const record = async (response: Response) => {
        const headers = [...response.headers]
          .filter(([name]) => !['set-cookie', 'date', 'x-request-id'].includes(name))
          .map((pair) => pair.join(': '))
        const body = (await response.text()).replace(/"request_id":"[^"]*"/, '')
        transcript.push(response.status, headers, body.replaceAll(email, ''))
      }
      await record(await browser.fetch(accounts.sendSignUpCode, { body: { email } }))
      const code = otherCode(await codeFor(app, email))
      for (let n = 0; n < 6; n++)
        await record(await browser.fetch(accounts.confirmSignUpCode, { body: { email, code } }))
      await record(await browser.fetch(accounts.extendCode, { body: { channel: 'email' } }))
      await record(await browser.fetch(accounts.readSignUp, {}))
      transcripts.add(JSON.stringify(transcript))
    }
    expect(transcripts.size).toBe(1)
    for (const { email } of known) expect(await codeFor(app, email)).toBe('')
    for (const email of unknown) expect(await codeFor(app, email)).toMatch(/^\d{6}$/)
    expect((await lastMessage(app, known[0]?.email ?? ''))?.subject).toBe(
      '[한편] 이미 가입한 이메일이에요',
    )
  })

  test('stores no code hash', async () => {
    const { email } = await makeMember(app)
    await send(createGuestClient(app), email)
    const { rows } = await app.pool.query<{ code_hash: Buffer | null }>(
      'select code_hash from verification_codes order by session_id desc limit 1',
    )
    expect(rows).toEqual([{ code_hash: null }])
  })

  test('is matched case-insensitively', async () => {
    const { email } = await makeMember(app)
    await send(createGuestClient(app), `  ${email.toUpperCase()} `)
    expect(await codeFor(app, email)).toBe('')
  })
})

test.each([
  ['a Cyrillic letter', 'аdmin@example.com'],
  ['a Greek host', 'admin@eχample.com'],
  ['a dotless i', 'adm\u0131n@example.com'],
  ['a capital I with a dot', 'adm\u0130n@example.com'],
  ['a header injection', 'admin@example.com\r\nBcc: all@example.com'],
  ['a second address', 'admin@example.com,all@example.com'],
  ['a display name', 'Admin <admin@example.com>'],
  ['a quoted line end', '"a\n"@example.com'],
  ['NUL', 'admin\u0000@example.com'],
])('refuses an address with %s and sends nothing', async (_, email) => {
  const previous = await count('messages')
  const problem = await createGuestClient(app).refusal(accounts.sendSignUpCode, {
    body: { email },
  })
  expect(problem.status).toBe(400)
  expect(problem.errors).toEqual([
    { field: 'email', code: 'invalid_format', detail: expect.stringMatching(/[가-힣]/) },
  ])
  expect(await count('messages')).toBe(previous)
})

test.each(['02-123-4567', '010-123-4567', '+1 415 555 2671', '01012345678;ls'])(
  'refuses the number %s',
  async (phonenumber) => {
    const problem = await createGuestClient(app).refusal(accounts.sendPhoneCode, {
      body: { phonenumber },
    })
    expect(problem.errors).toMatchObject([{ field: 'phonenumber', code: 'invalid_format' }])
  },
)

test('cross-site requests send nothing and open no session', async () => {
  const tables = async () => [await count('messages'), await count('sessions')]
  const previous = await tables()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: app.origin },
  ]) {
    const browser = createGuestClient(app)
    const response = await browser.fetch(
      accounts.sendSignUpCode,
      { body: { email: freshEmail() } },
      headers,
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'cross_origin_request' })
    expect(browser.cookie()).toBe('')
  }
  expect(await tables()).toEqual(previous)
})
