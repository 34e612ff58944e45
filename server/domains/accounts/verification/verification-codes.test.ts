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

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const second = 1_000
const minute = 60 * second
const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()

const send = (browser: GuestClient, email: string) =>
  browser.call(accounts.sendSignupCode, { body: { email } })
const confirm = (browser: GuestClient, email: string, code: string) =>
  browser.call(accounts.confirmSignupCode, { body: { email, code } })
const count = async (table: string, where = 'true', values: unknown[] = []) => {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  )
  return rows[0]?.n
}

describe('a code', () => {
  test('proves the mailbox it was sent to, for 30 minutes', async () => {
    const browser = createGuestClient(world)
    const email = freshEmail()
    expect(await send(browser, email)).toEqual({
      expires_at: inMs(10 * minute),
      resend_at: inMs(minute),
      can_extend: true,
    })
    expect(browser.cookie()).toMatch(/^sid=[\w-]{43}$/)
    expect(await confirm(browser, email, await codeFor(world, email))).toEqual({
      verified_until: inMs(30 * minute),
    })
  })

  test('by SMS lives three minutes, and a number may be written as people do', async () => {
    const browser = createGuestClient(world)
    const digits = freshPhone()
    const written = `+82 ${digits.slice(1, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
    const sent = await browser.call(accounts.sendPhoneCode, { body: { phonenumber: written } })
    expect(sent.expires_at).toBe(inMs(3 * minute))
    const code = await codeFor(world, digits)
    await browser.call(accounts.confirmPhoneCode, { body: { phonenumber: digits, code } })
    expect(await browser.call(accounts.readSignup, {})).toEqual({
      email: null,
      phonenumber: digits,
      verified_until: inMs(30 * minute),
    })
  })

  test('typed twice is as right as once, and does not lengthen what it proved', async () => {
    const browser = createGuestClient(world)
    const email = freshEmail()
    const first = await verifyEmail(world, browser, email)
    world.clock.advance(minute)
    expect(await confirm(browser, email, await codeFor(world, email))).toEqual(first)
  })

  test('is stored as a keyed hash, and its target sealed', async () => {
    const browser = createGuestClient(world)
    const phonenumber = freshPhone()
    await browser.call(accounts.sendPhoneCode, { body: { phonenumber } })
    const code = await codeFor(world, phonenumber)
    const { rows } = await world.pool.query('select * from verifications')
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
  ] as const)('by %s ends with its time, to the second', async (channel, minutes) => {
    const target = channel === 'email' ? freshEmail() : freshPhone()
    const [sending, confirming, body] =
      channel === 'email'
        ? ([accounts.sendSignupCode, accounts.confirmSignupCode, { email: target }] as const)
        : ([accounts.sendPhoneCode, accounts.confirmPhoneCode, { phonenumber: target }] as const)
    const [early, late] = [createGuestClient(world), createGuestClient(world)]
    await early.fetch(sending, { body } as never)
    const earlyCode = await codeFor(world, target)
    await late.fetch(sending, { body } as never)
    const lateCode = await codeFor(world, target)
    world.clock.advance(minutes * minute - 1)
    const inTime = await early.fetch(confirming, { body: { ...body, code: earlyCode } } as never)
    expect(inTime.status).toBe(200)
    world.clock.advance(1)
    const problem = await late.refusal(confirming, { body: { ...body, code: lateCode } } as never)
    expect(problem.errors).toEqual([
      {
        field: 'code',
        code: 'code_ended',
        detail: '인증번호의 시간이 지났어요. 새 인증번호를 받아 주세요.',
      },
    ])
  })
})

describe('sending again', () => {
  test('is refused within 60 seconds with what is left of them, and nothing is sent', async () => {
    const browser = createGuestClient(world)
    const email = freshEmail()
    await send(browser, email)
    const first = await codeFor(world, email)
    world.clock.advance(20 * second)
    const response = await browser.fetch(accounts.sendSignupCode, { body: { email } })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('40')
    expect(await response.json()).toMatchObject({ code: 'too_early' })
    world.clock.advance(40 * second - 1)
    expect((await browser.refusal(accounts.sendSignupCode, { body: { email } })).code).toBe(
      'too_early',
    )
    expect(await count('messages', 'recipient = $1', [email])).toBe(1)
    // What was sent is still good.
    world.clock.advance(1)
    await confirm(browser, email, first)
    expect((await send(browser, email)).resend_at).toBe(inMs(minute))
  })

  test('many times at once sends one', async () => {
    const browser = createGuestClient(world)
    await send(browser, freshEmail())
    world.clock.advance(minute)
    const email = freshEmail()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.fetch(accounts.sendSignupCode, { body: { email } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(7).fill(429)])
    expect(await count('messages', 'recipient = $1', [email])).toBe(1)
  })

  test('to another address takes back what was proven of the one before', async () => {
    const browser = createGuestClient(world)
    await verifyEmail(world, browser, freshEmail())
    world.clock.advance(minute)
    await send(browser, freshEmail())
    expect((await browser.call(accounts.readSignup, {})).email).toBeNull()
  })
})

describe('시간 연장', () => {
  test('gives a code its whole time again from now, once', async () => {
    const browser = createGuestClient(world)
    const email = freshEmail()
    const sent = await send(browser, email)
    const code = await codeFor(world, email)
    world.clock.advance(9 * minute)
    const extended = await browser.call(accounts.extendCode, { body: { channel: 'email' } })
    expect(extended).toEqual({
      expires_at: inMs(10 * minute),
      resend_at: sent.resend_at,
      can_extend: false,
    })
    const again = await browser.refusal(accounts.extendCode, { body: { channel: 'email' } })
    expect([again.status, again.code]).toEqual([409, 'conflict'])
    world.clock.advance(10 * minute - 1)
    await confirm(browser, email, code)
  })

  test('is refused where nothing was sent, it has ended, was proven, or was guessed at five times', async () => {
    const refused = async (browser: GuestClient) =>
      (await browser.refusal(accounts.extendCode, { body: { channel: 'email' } })).code
    expect(await refused(createGuestClient(world))).toBe('conflict')
    const ended = createGuestClient(world)
    await send(ended, freshEmail())
    world.clock.advance(10 * minute)
    expect(await refused(ended)).toBe('conflict')
    const proven = createGuestClient(world)
    await verifyEmail(world, proven, freshEmail())
    expect(await refused(proven)).toBe('conflict')
    const spent = createGuestClient(world)
    const email = freshEmail()
    await send(spent, email)
    const code = await codeFor(world, email)
    for (let n = 1; n <= 5; n++)
      await spent.refusal(accounts.confirmSignupCode, { body: { email, code: otherCode(code, n) } })
    expect(await refused(spent)).toBe('conflict')
  })

  test('many times at once lengthens once', async () => {
    const browser = createGuestClient(world)
    await send(browser, freshEmail())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        browser.fetch(accounts.extendCode, { body: { channel: 'email' } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a member proves another phone in the session he has', async () => {
  const member = await makeMember(world)
  const browser = createGuestClient(world, member.cookie)
  await verifyPhone(world, browser, freshPhone())
  expect(browser.cookie()).toBe(member.cookie)
})

test('a session that ended meanwhile is followed by another', async () => {
  const browser = createGuestClient(world)
  await send(browser, freshEmail())
  const before = browser.cookie()
  await world.pool.query('delete from sessions')
  await send(browser, freshEmail())
  expect(browser.cookie()).not.toBe(before)
})

test('what was proven is forgotten after 30 minutes', async () => {
  const browser = createGuestClient(world)
  const [email, phonenumber] = [freshEmail(), freshPhone()]
  await verifyEmail(world, browser, email)
  world.clock.advance(10 * minute)
  await verifyPhone(world, browser, phonenumber)
  expect(await browser.call(accounts.readSignup, {})).toEqual({
    email,
    phonenumber,
    verified_until: inMs(20 * minute),
  })
  world.clock.advance(20 * minute)
  expect(await browser.call(accounts.readSignup, {})).toEqual({
    email: null,
    phonenumber,
    verified_until: inMs(10 * minute),
  })
})

describe('an address that has an account', () => {
  test('is written so; the answers to 20 of each are alike in status, headers and body', async () => {
    const known = await Promise.all(Array.from({ length: 20 }, () => makeMember(world)))
    const unknown = Array.from({ length: 20 }, freshEmail)
    const asked = new Set<string>()
    for (const email of [...known.map((member) => member.email), ...unknown]) {
      const browser = createGuestClient(world)
      const told: unknown[] = []
      const note = async (response: Response) => {
        const headers = [...response.headers]
          .filter(([name]) => !['set-cookie', 'date', 'x-request-id'].includes(name))
          .map((pair) => pair.join(': '))
        const body = (await response.text()).replace(/"request_id":"[^"]*"/, '')
        told.push(response.status, headers, body.replaceAll(email, ''))
      }
      await note(await browser.fetch(accounts.sendSignupCode, { body: { email } }))
      const code = otherCode(await codeFor(world, email))
      for (let n = 0; n < 6; n++)
        await note(await browser.fetch(accounts.confirmSignupCode, { body: { email, code } }))
      await note(await browser.fetch(accounts.extendCode, { body: { channel: 'email' } }))
      await note(await browser.fetch(accounts.readSignup, {}))
      asked.add(JSON.stringify(told))
    }
    expect(asked.size).toBe(1)
    for (const { email } of known) expect(await codeFor(world, email)).toBe('')
    for (const email of unknown) expect(await codeFor(world, email)).toMatch(/^\d{6}$/)
    expect((await lastMessage(world, known[0]?.email ?? ''))?.subject).toBe(
      '[한편] 이미 가입한 이메일이에요',
    )
  })

  test('is proven by no code at all: none is stored', async () => {
    const { email } = await makeMember(world)
    await send(createGuestClient(world), email)
    const { rows } = await world.pool.query<{ code_hash: Buffer | null }>(
      'select code_hash from verifications order by session_id desc limit 1',
    )
    expect(rows).toEqual([{ code_hash: null }])
  })

  test('written in capitals is the same address', async () => {
    const { email } = await makeMember(world)
    await send(createGuestClient(world), `  ${email.toUpperCase()} `)
    expect(await codeFor(world, email)).toBe('')
  })
})

test.each([
  ['a Cyrillic letter', 'аdmin@example.com'],
  ['a full-width letter', 'ａdmin@example.com'],
  ['a Greek host', 'admin@eχample.com'],
  ['a dotless i', 'adm\u0131n@example.com'],
  ['a capital I with a dot', 'adm\u0130n@example.com'],
  ['a zero-width space', 'ad\u200bmin@example.com'],
  ['another mark for the dot of the host', 'admin@example。com'],
  ['a second header', 'admin@example.com\r\nBcc: all@example.com'],
  ['a second address', 'admin@example.com,all@example.com'],
  ['a name before it', 'Admin <admin@example.com>'],
  ['a quoted line end', '"a\n"@example.com'],
  ['NUL', 'admin\u0000@example.com'],
])('an address with %s is refused, and nothing is sent', async (_, email) => {
  const before = await count('messages')
  const problem = await createGuestClient(world).refusal(accounts.sendSignupCode, {
    body: { email },
  })
  expect(problem.status).toBe(400)
  expect(problem.errors).toEqual([
    { field: 'email', code: 'wrong_format', detail: expect.stringMatching(/[가-힣]/) },
  ])
  expect(await count('messages')).toBe(before)
})

test.each([
  '02-123-4567',
  '010-12-3456',
  '０１０１２３４５６７８',
  '+1 415 555 2671',
  '01012345678;ls',
])('the number %s is refused', async (phonenumber) => {
  const problem = await createGuestClient(world).refusal(accounts.sendPhoneCode, {
    body: { phonenumber },
  })
  expect(problem.errors).toMatchObject([{ field: 'phonenumber', code: 'wrong_format' }])
})

test('another site has nothing sent, and opens no session', async () => {
  const tables = async () => [await count('messages'), await count('sessions')]
  const before = await tables()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: world.origin },
  ]) {
    const browser = createGuestClient(world)
    const response = await browser.fetch(
      accounts.sendSignupCode,
      { body: { email: freshEmail() } },
      headers,
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'foreign_origin' })
    expect(browser.cookie()).toBe('')
  }
  expect(await tables()).toEqual(before)
})
