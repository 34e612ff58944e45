import { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, freshPhone, createGuestClient, verifyPhone } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const minute = 60_000

async function createMember(options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(app, options)
  return { ...member, browser: createGuestClient(app, member.cookie) }
}

type TestAccount = Awaited<ReturnType<typeof createMember>>

type RequestBody = EndpointInput<typeof accounts.updateMe>['body']

const change = ({ browser }: TestAccount, body: RequestBody) =>
  browser.call(accounts.updateMe, { body })
const refusalOf = async ({ browser }: TestAccount, body: RequestBody) =>
  (await browser.refusal(accounts.updateMe, { body })).code

async function subjectsTo(email: string) {
  const { rows } = await app.pool.query<{ subject: string }>(
    'select subject from messages where recipient = $1 order by id',
    [email],
  )
  return rows.map((row) => row.subject)
}

async function consentsOf(member_id: number) {
  const { rows } = await app.pool.query<Record<string, unknown>>(
    'select kind, version, is_agreed, address, created_at from consents where member_id = $1 order by id',
    [member_id],
  )
  return rows
}

test('changes a name without a password', async () => {
  const member = await createMember({ signed_in_ago: 60 * minute })
  const user = await change(member, { username: '  박\u1100\u1161을 ' })
  // Normalized to NFC.
  expect(user.username).toBe('박가을')
  expect(await member.browser.call(accounts.readMe, {})).toEqual(user)
  expect(await subjectsTo(member.email)).toEqual([])
})

test('refuses a request without changes', async () => {
  const member = await createMember()
  for (const body of [{}, { current_password: member.password }])
    expect(await refusalOf(member, body)).toBe('invalid_request')
})

describe('changing the phone number', () => {
  test('requires a verified code, consumes the verification and sends an e-mail', async () => {
    const member = await createMember()
    const phonenumber = freshPhone()
    expect(await refusalOf(member, { phonenumber })).toBe('verification_required')
    await verifyPhone(app, member.browser, phonenumber)
    const user = await change(member, { phonenumber, username: '새이름' })
    expect(user).toMatchObject({ phonenumber, username: '새이름' })
    expect(await member.browser.call(accounts.readMe, {})).toEqual(user)
    expect(await subjectsTo(member.email)).toEqual(['[한편] 휴대폰 번호가 바뀌었어요'])
    const { rows } = await app.pool.query(
      'select from verification_codes v join sessions s on s.id = v.session_id where s.member_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(0)
    // The old number is free for another account.
    const newMember = await createMember({ phonenumber: member.phonenumber })
    expect(newMember.id).not.toBe(member.id)
  })

  test('requires the password after an old sign-in and changes nothing without it', async () => {
    const member = await createMember({ signed_in_ago: 60 * minute })
    const phonenumber = freshPhone()
    await verifyPhone(app, member.browser, phonenumber)
    const request = { phonenumber, username: '바뀌지 않아요' }
    expect(await refusalOf(member, request)).toBe('reauthentication_required')
    expect(await refusalOf(member, { ...request, current_password: 'not this' })).toBe(
      'invalid_credentials',
    )
    expect(await member.browser.call(accounts.readMe, {})).toMatchObject({
      phonenumber: member.phonenumber,
      username: member.username,
    })
    const body = { ...request, current_password: member.password }
    expect(await change(member, body)).toMatchObject({ phonenumber })
  })

  test('refuses a verification of another number or browser, or an expired one', async () => {
    const member = await createMember()
    const phonenumber = freshPhone()
    await verifyPhone(app, member.browser, freshPhone())
    expect(await refusalOf(member, { phonenumber })).toBe('verification_required')
    await verifyPhone(app, createGuestClient(app), phonenumber)
    expect(await refusalOf(member, { phonenumber })).toBe('verification_required')
    app.clock.advance(minute)
    await verifyPhone(app, member.browser, phonenumber)
    app.clock.advance(30 * minute)
    const body = { phonenumber, current_password: member.password }
    expect(await refusalOf(member, body)).toBe('verification_required')
  })

  test('is refused if the number belongs to another account', async () => {
    const owner = await createMember()
    const member = await createMember()
    await verifyPhone(app, member.browser, owner.phonenumber)
    expect(await refusalOf(member, { phonenumber: owner.phonenumber })).toBe('phone_in_use')
    expect((await member.browser.call(accounts.readMe, {})).phonenumber).toBe(member.phonenumber)
    expect(await subjectsTo(member.email)).toEqual([])
  })

  test('succeeds for one of two concurrent members', async () => {
    const phonenumber = freshPhone()
    const both = await Promise.all([createMember(), createMember()])
    for (const member of both) await verifyPhone(app, member.browser, phonenumber)
    const results = await Promise.all(
      both.map((member) =>
        change(member, { phonenumber }).then(
          () => 'changed',
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(results.sort()).toEqual(['changed', 'phone_in_use'])
  })

  test('treats the current number as no change', async () => {
    const member = await createMember({ signed_in_ago: 60 * minute })
    const user = await change(member, { phonenumber: member.phonenumber })
    expect(user.phonenumber).toBe(member.phonenumber)
    expect(await subjectsTo(member.email)).toEqual([])
    expect(await codeFor(app, member.phonenumber)).toBe('')
  })
})

describe('marketing consent', () => {
  test('is recorded and confirmed by e-mail only when it changes', async () => {
    const member = await createMember()
    const set = (is_marketing_agreed: boolean) => change(member, { is_marketing_agreed })
    await set(false)
    expect(await consentsOf(member.id)).toEqual([])
    expect((await set(true)).is_marketing_agreed).toBe(true)
    const row = {
      kind: 'marketing_info',
      version: '2026-11-01',
      address: '127.0.0.1',
      created_at: app.clock.now().toISOString(),
    }
    await set(true)
    expect((await set(false)).is_marketing_agreed).toBe(false)
    expect(await consentsOf(member.id)).toMatchObject([
      { ...row, is_agreed: true },
      { ...row, is_agreed: false },
    ])
    expect(await subjectsTo(member.email)).toEqual([
      '[한편] 광고 수신에 동의하셨어요',
      '[한편] 광고 수신 동의를 철회하셨어요',
    ])
  })

  test('records one consent and sends one e-mail for concurrent requests', async () => {
    const member = await createMember()
    const body = { is_marketing_agreed: true }
    await Promise.all(Array.from({ length: 5 }, () => change(member, body)))
    expect(await consentsOf(member.id)).toHaveLength(1)
    expect(await subjectsTo(member.email)).toHaveLength(1)
  })
})

test('allows a reserved name for staff only', async () => {
  const [member, staff] = [await makeMember(app), await makeMember(app, { is_staff: true })]
  const body = { username: '한편 운영자' }
  await expect(member.call(accounts.updateMe, { body })).rejects.toMatchObject({
    problem: { code: 'invalid_request', errors: [{ field: 'username', code: 'reserved' }] },
  })
  expect(await staff.call(accounts.updateMe, { body })).toMatchObject(body)
  await makeMember(app, { is_staff: true })
  // A former staff member keeps the name, and may send it along with another change.
  await app.pool.query('update members set is_staff = false where id = $1', [staff.id])
  expect(
    await staff.call(accounts.updateMe, { body: { ...body, is_marketing_agreed: true } }),
  ).toMatchObject(body)
})

test('reserves the name that the service has now, in names and passwords', async () => {
  await app.pool.query(
    `insert into service_settings (version, settings, created_at)
     select coalesce(max(version), 0) + 1, '{"name": "무비온"}', now() from service_settings`,
  )
  const member = await makeMember(app)
  const rename = (username: string) => member.call(accounts.updateMe, { body: { username } })
  for (const name of ['무비온', 'Mubi On', '무비온 공식'])
    await expect(rename(name), name).rejects.toMatchObject({
      problem: { errors: [{ field: 'username', code: 'reserved' }] },
    })
  expect(await rename('한편')).toMatchObject({ username: '한편' })
  const body = {
    current_password: member.password,
    new_password: 'mubion-is-mine',
    confirm_password: 'mubion-is-mine',
  }
  await expect(member.call(accounts.changePassword, { body })).rejects.toMatchObject({
    problem: { errors: [{ field: 'new_password', code: 'too_personal' }] },
  })
})
