import { accounts } from '#contract/accounts/accounts.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  createVerifiedGuest,
  freshEmail,
  freshPhone,
  lastMessage,
  createGuestClient,
  verifyEmail,
  verifyPhone,
  signUpForm,
} from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const minute = 60_000
const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.pool.query<T>(text, values)).rows
const memberOf = async (email: string) =>
  (await rows<{ id: number }>('select * from members where email = $1', [email]))[0]

describe('signing up', () => {
  test('creates the member, records consents, sends an e-mail and signs in', async () => {
    const { browser, form } = await createVerifiedGuest(app, { marketing_info: true })
    const before = browser.cookie()
    const user = await browser.call(accounts.signUp, { body: form })
    expect(user).toEqual({
      id: expect.any(Number),
      email: form.email,
      username: form.username,
      phonenumber: form.phonenumber,
      profile_image: null,
      event_point: 0,
      paid_point: 0,
      is_marketing_agreed: true,
      is_adult_verified: false,
      is_email_failing: false,
      is_phone_failing: false,
      is_staff: false,
      staff_role: null,
      profile: expect.objectContaining({ name: form.username }),
      profile_count: 1,
    })
    expect(await browser.call(accounts.readMe, {})).toEqual(user)

    expect(
      await rows(
        'select kind, version, is_agreed, address, created_at from consents where member_id = $1 order by id',
        [user.id],
      ),
    ).toEqual(
      ['terms_of_service', 'privacy_policy', 'age_verification', 'marketing_info'].map((kind) => ({
        kind,
        version: '2026-11-01',
        is_agreed: true,
        address: '127.0.0.1',
        created_at: app.clock.now().toISOString(),
      })),
    )
    expect((await lastMessage(app, form.email))?.subject).toBe('한편에 오신 걸 환영해요')
    // The guest session has ended and its verifications are deleted.
    expect(browser.cookie()).not.toBe(before)
    expect((await createGuestClient(app, before).refusal(accounts.readMe, {})).status).toBe(401)
    expect(await browser.call(accounts.readSignUp, {})).toEqual({
      email: null,
      phonenumber: null,
      verified_until: null,
      verifies_phone: true,
    })
  })

  test('accepts the chosen password in either Unicode form', async () => {
    const password = '비오는날의수채화냄새'
    const { browser, form } = await createVerifiedGuest(app, {
      password: password.normalize('NFD'),
      confirm_password: password,
    })
    await browser.call(accounts.signUp, { body: form })
    const { email } = form
    const user = await createGuestClient(app).call(accounts.signIn, { body: { email, password } })
    expect(user.email).toBe(email)
  })

  test('stores neither phone number nor password in clear text', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    await browser.call(accounts.signUp, { body: form })
    const stored = JSON.stringify(await memberOf(form.email), (_, value: unknown) =>
      (value as { type?: string } | null)?.type === 'Buffer'
        ? Buffer.from((value as { data: number[] }).data).toString('latin1')
        : value,
    )
    expect(stored).not.toContain(form.phonenumber)
    expect(stored).not.toContain(form.password)
    expect(stored).toContain('$argon2id$')
  })

  test('stores the name in NFC without bidirectional marks, and refuses invalid names', async () => {
    const { browser, form } = await createVerifiedGuest(app, {
      username: `\u202e${'이새봄'.normalize('NFD')}`,
    })
    expect((await browser.call(accounts.signUp, { body: form })).username).toBe('이새봄')
    for (const username of [
      '',
      '   ',
      'a\r\nBcc: all@example.com',
      '<b>이새봄</b>',
      '\u3164\u2800',
      'ㅋ'.repeat(31),
    ]) {
      const problem = await browser.refusal(accounts.signUp, { body: { ...form, username } })
      expect(
        problem.errors.map(({ field }) => field),
        username,
      ).toEqual(['username'])
    }
  })
})

describe('sign-up is refused with verifications', () => {
  const isRefused = async (
    browser: ReturnType<typeof createGuestClient>,
    form: ReturnType<typeof signUpForm>,
  ) => {
    const problem = await browser.refusal(accounts.signUp, { body: form })
    expect([problem.status, problem.code]).toEqual([409, 'verification_required'])
    expect(await memberOf(form.email)).toBeUndefined()
  }

  test('that are missing, incomplete or unconfirmed', async () => {
    await isRefused(createGuestClient(app), signUpForm())
    const [emailOnly, phoneOnly, unconfirmed] = [
      createGuestClient(app),
      createGuestClient(app),
      createGuestClient(app),
    ]
    const form = signUpForm()
    await verifyEmail(app, emailOnly, form.email)
    await isRefused(emailOnly, form)
    await verifyPhone(app, phoneOnly, form.phonenumber)
    await isRefused(phoneOnly, form)
    await verifyPhone(app, unconfirmed, form.phonenumber)
    await unconfirmed.call(accounts.sendSignUpCode, { body: { email: form.email } })
    await isRefused(unconfirmed, form)
  })

  test('of another address or number', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    await isRefused(browser, { ...form, email: freshEmail() })
    await isRefused(browser, { ...form, phonenumber: freshPhone() })
    await browser.call(accounts.signUp, { body: form })
  })

  test('from two different browsers', async () => {
    const [client, second] = [createGuestClient(app), createGuestClient(app)]
    const form = signUpForm()
    await verifyEmail(app, client, form.email)
    await verifyPhone(app, second, form.phonenumber)
    await isRefused(client, form)
    await isRefused(second, form)
  })

  test('of which the older one is 30 minutes old', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const late = await createVerifiedGuest(app)
    app.clock.advance(30 * minute - 1)
    await browser.call(accounts.signUp, { body: form })
    app.clock.advance(1)
    await isRefused(late.browser, late.form)
  })
})

describe('the form', () => {
  test('requires the three consents and reports all errors at once', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const problem = await browser.refusal(accounts.signUp, {
      body: {
        ...form,
        terms_of_service: false,
        privacy_policy: false,
        password: 'password1234',
        confirm_password: 'password12345',
      },
    })
    expect(problem.status).toBe(400)
    expect(problem.errors).toEqual([
      { field: 'terms_of_service', code: 'consent_required', detail: '동의해야 계속할 수 있어요.' },
      { field: 'privacy_policy', code: 'consent_required', detail: '동의해야 계속할 수 있어요.' },
      {
        field: 'password',
        code: 'too_common',
        detail: '너무 흔한 비밀번호예요. 다른 비밀번호를 써 주세요.',
      },
      { field: 'confirm_password', code: 'does_not_match', detail: '두 비밀번호가 서로 달라요.' },
    ])
    // The verifications are still valid.
    await browser.call(accounts.signUp, { body: form })
  })

  test('refuses a password that contains the member’s name', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const password = '이새봄의비밀번호입니다'
    const problem = await browser.refusal(accounts.signUp, {
      body: { ...form, password, confirm_password: password },
    })
    expect(problem.errors).toMatchObject([{ field: 'password', code: 'too_personal' }])
  })

  test.each([
    ['short', 'nine-char', 'too_short'],
    ['long', 'x-9'.repeat(43), 'too_long'],
  ])('refuses a %s password', async (_, password, code) => {
    const problem = await createGuestClient(app).refusal(accounts.signUp, {
      body: signUpForm({ password }),
    })
    expect(problem.errors).toMatchObject([{ field: 'password', code }])
  })

  test('refuses unknown fields such as roles and points', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const problem = await browser.refusal(accounts.signUp, {
      body: { ...form, is_staff: true, event_point: 9_999 } as typeof form,
    })
    expect(problem.errors.map(({ field, code }) => [field, code])).toEqual([
      ['is_staff', 'unknown_field'],
      ['event_point', 'unknown_field'],
    ])
  })
})

describe('an applicant under 14', () => {
  test('is refused, and session, verifications and cookie are removed', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const before = browser.cookie()
    const response = await browser.fetch(accounts.signUp, {
      body: { ...form, age_verification: false },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [
        {
          field: 'age_verification',
          code: 'under_age',
          detail: '만 14세 미만은 가입할 수 없어요. 입력하신 내용은 저장하지 않았어요.',
        },
      ],
    })
    expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; .*Max-Age=0/)
    expect(await memberOf(form.email)).toBeUndefined()
    expect((await createGuestClient(app, before).refusal(accounts.readMe, {})).status).toBe(401)
    expect(await createGuestClient(app, before).call(accounts.readSignUp, {})).toMatchObject({
      email: null,
      phonenumber: null,
    })
  })

  test('gets the same error without a session', async () => {
    const problem = await createGuestClient(app).refusal(accounts.signUp, {
      body: signUpForm({ age_verification: false }),
    })
    expect(problem.errors).toMatchObject([{ field: 'age_verification', code: 'under_age' }])
  })

  test('stays signed in with an existing account', async () => {
    const member = await makeMember(app)
    const browser = createGuestClient(app, member.cookie)
    await verifyEmail(app, browser, freshEmail())
    await browser.refusal(accounts.signUp, { body: signUpForm({ age_verification: false }) })
    expect((await browser.call(accounts.readMe, {})).id).toBe(member.id)
    expect((await browser.call(accounts.readSignUp, {})).email).toBeNull()
  })
})

describe('conflicts', () => {
  test('refuses a phone that has an account', async () => {
    const { phonenumber } = await makeMember(app)
    const { browser, form } = await createVerifiedGuest(app, { phonenumber })
    const problem = await browser.refusal(accounts.signUp, { body: form })
    expect([problem.status, problem.code]).toEqual([409, 'phone_in_use'])
    expect(await memberOf(form.email)).toBeUndefined()
    // The verified address remains, so another number may be verified.
    expect(await browser.call(accounts.readSignUp, {})).toMatchObject({ email: form.email })
  })

  test('refuses an address registered after its verification', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    await makeMember(app, { email: form.email })
    expect((await browser.refusal(accounts.signUp, { body: form })).code).toBe('conflict')
  })

  test('creates one member for concurrent requests of one session', async () => {
    const { browser, form } = await createVerifiedGuest(app)
    const twin = createGuestClient(app, browser.cookie())
    const answers = await Promise.all(
      [browser, twin].map((client) => client.fetch(accounts.signUp, { body: form })),
    )
    const [won, lost] = [...answers].sort((a, b) => a.status - b.status)
    expect(won?.status).toBe(201)
    expect(lost?.status).toBe(409)
    const problem = (await lost?.json()) as { code: string } | undefined
    expect(['conflict', 'verification_required']).toContain(problem?.code)
    const { id } = (await memberOf(form.email)) ?? {}
    expect(await rows('select 1 from consents where member_id = $1', [id])).toHaveLength(4)
    expect(await rows('select 1 from sessions where member_id = $1', [id])).toHaveLength(1)
    expect(
      await rows("select 1 from messages where recipient = $1 and subject like '%환영%'", [
        form.email,
      ]),
    ).toHaveLength(1)
  })

  test('creates one member for one phone verified in eight browsers', async () => {
    const phonenumber = freshPhone()
    const ready = []
    for (let n = 0; n < 8; n++) ready.push(await createVerifiedGuest(app, { phonenumber }))
    const answers = await Promise.all(
      ready.map(({ browser, form }) => browser.fetch(accounts.signUp, { body: form })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  })
})

test('refuses cross-site requests', async () => {
  const { browser, form } = await createVerifiedGuest(app)
  const response = await browser.fetch(
    accounts.signUp,
    { body: form },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  )
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'cross_origin_request' })
  expect(await memberOf(form.email)).toBeUndefined()
  await browser.call(accounts.signUp, { body: form })
})

test('refuses a name reserved for staff, with a Korean message', async () => {
  const { browser, form } = await createVerifiedGuest(app)
  for (const username of ['관리자', 'Ａｄｍｉｎ', '한 편']) {
    const problem = await browser.refusal(accounts.signUp, { body: { ...form, username } })
    expect(problem.errors).toEqual([
      {
        field: 'username',
        code: 'reserved',
        detail: '운영자로 오해할 수 있는 이름은 쓸 수 없어요. 다른 이름을 입력해 주세요.',
      },
    ])
  }
  expect((await browser.fetch(accounts.signUp, { body: form })).status).toBe(201)
})
