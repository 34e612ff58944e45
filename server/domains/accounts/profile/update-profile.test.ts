import { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { consentVersion } from '#contract/accounts/account-rules.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, freshPhone, createGuestClient, verifyPhone } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const minute = 60_000

async function somebody(given: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(world, given)
  return { ...member, browser: createGuestClient(world, member.cookie) }
}

type Somebody = Awaited<ReturnType<typeof somebody>>

type Given = EndpointInput<typeof accounts.changeMe>['body']

const change = ({ browser }: Somebody, body: Given) => browser.call(accounts.changeMe, { body })
const refusedOf = async ({ browser }: Somebody, body: Given) =>
  (await browser.refusal(accounts.changeMe, { body })).code

async function lettersTo(email: string) {
  const { rows } = await world.pool.query<{ subject: string }>(
    'select subject from messages where recipient = $1 order by id',
    [email],
  )
  return rows.map((row) => row.subject)
}

async function consentsOf(member_id: number) {
  const { rows } = await world.pool.query<Record<string, unknown>>(
    'select kind, version, is_agreed, address, created_at from consents where member_id = $1 order by id',
    [member_id],
  )
  return rows
}

test('a name is changed at once, and no password is asked for', async () => {
  const member = await somebody({ signed_in_ago: 60 * minute })
  const user = await change(member, { username: '  박\u1100\u1161을 ' })
  // Composed, as everybody else types it.
  expect(user.username).toBe('박가을')
  expect(await member.browser.call(accounts.readMe, {})).toEqual(user)
  expect(await lettersTo(member.email)).toEqual([])
})

test('nothing to change is refused', async () => {
  const member = await somebody()
  for (const body of [{}, { current_password: member.password }])
    expect(await refusedOf(member, body)).toBe('invalid_request')
})

describe('another phone', () => {
  test('is taken after its code, by who has signed in lately; the proof is used up, and a letter tells', async () => {
    const member = await somebody()
    const phonenumber = freshPhone()
    expect(await refusedOf(member, { phonenumber })).toBe('verification_required')
    await verifyPhone(world, member.browser, phonenumber)
    const user = await change(member, { phonenumber, username: '새이름' })
    expect(user).toMatchObject({ phonenumber, username: '새이름' })
    expect(await member.browser.call(accounts.readMe, {})).toEqual(user)
    expect(await lettersTo(member.email)).toEqual(['[한편] 휴대폰 번호가 바뀌었어요'])
    const { rows } = await world.pool.query(
      'select from verifications v join sessions s on s.id = v.session_id where s.member_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(0)
    // Nobody finds the old number any more.
    const taken = await somebody({ phonenumber: member.phonenumber })
    expect(taken.id).not.toBe(member.id)
  })

  test('wants the password where the sign-in is old, and changes nothing without (D-16)', async () => {
    const member = await somebody({ signed_in_ago: 60 * minute })
    const phonenumber = freshPhone()
    await verifyPhone(world, member.browser, phonenumber)
    const given = { phonenumber, username: '바뀌지 않아요' }
    expect(await refusedOf(member, given)).toBe('reauthentication_required')
    expect(await refusedOf(member, { ...given, current_password: 'not this' })).toBe(
      'invalid_credentials',
    )
    expect(await member.browser.call(accounts.readMe, {})).toMatchObject({
      phonenumber: member.phonenumber,
      username: member.username,
    })
    const body = { ...given, current_password: member.password }
    expect(await change(member, body)).toMatchObject({ phonenumber })
  })

  test('is not taken by a proof of another number, of another browser, or of long ago', async () => {
    const member = await somebody()
    const phonenumber = freshPhone()
    await verifyPhone(world, member.browser, freshPhone())
    expect(await refusedOf(member, { phonenumber })).toBe('verification_required')
    await verifyPhone(world, createGuestClient(world), phonenumber)
    expect(await refusedOf(member, { phonenumber })).toBe('verification_required')
    world.clock.advance(minute)
    await verifyPhone(world, member.browser, phonenumber)
    world.clock.advance(30 * minute)
    const body = { phonenumber, current_password: member.password }
    expect(await refusedOf(member, body)).toBe('verification_required')
  })

  test('that somebody has is refused, and the proof may be used for what else it proves', async () => {
    const owner = await somebody()
    const member = await somebody()
    await verifyPhone(world, member.browser, owner.phonenumber)
    expect(await refusedOf(member, { phonenumber: owner.phonenumber })).toBe('phone_in_use')
    expect((await member.browser.call(accounts.readMe, {})).phonenumber).toBe(member.phonenumber)
    expect(await lettersTo(member.email)).toEqual([])
  })

  test('that two prove at once goes to one', async () => {
    const phonenumber = freshPhone()
    const both = await Promise.all([somebody(), somebody()])
    for (const one of both) await verifyPhone(world, one.browser, phonenumber)
    const ends = await Promise.all(
      both.map((one) =>
        change(one, { phonenumber }).then(
          () => 'changed',
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(ends.sort()).toEqual(['changed', 'phone_in_use'])
  })

  test('that is his own is no change: nothing is asked and nothing is written', async () => {
    const member = await somebody({ signed_in_ago: 60 * minute })
    const user = await change(member, { phonenumber: member.phonenumber })
    expect(user.phonenumber).toBe(member.phonenumber)
    expect(await lettersTo(member.email)).toEqual([])
    expect(await codeFor(world, member.phonenumber)).toBe('')
  })
})

describe('marketing consent (D-20)', () => {
  test('is dated and confirmed by mail, each time it really changes', async () => {
    const member = await somebody()
    const set = (is_marketing_agreed: boolean) => change(member, { is_marketing_agreed })
    await set(false)
    expect(await consentsOf(member.id)).toEqual([])
    expect((await set(true)).is_marketing_agreed).toBe(true)
    const row = {
      kind: 'marketing_info',
      version: consentVersion,
      address: '127.0.0.1',
      created_at: world.clock.now().toISOString(),
    }
    await set(true)
    expect((await set(false)).is_marketing_agreed).toBe(false)
    expect(await consentsOf(member.id)).toMatchObject([
      { ...row, is_agreed: true },
      { ...row, is_agreed: false },
    ])
    expect(await lettersTo(member.email)).toEqual([
      '[한편] 광고 수신에 동의하셨어요',
      '[한편] 광고 수신 동의를 철회하셨어요',
    ])
  })

  test('agreed to twice at once is one consent and one letter', async () => {
    const member = await somebody()
    const body = { is_marketing_agreed: true }
    await Promise.all(Array.from({ length: 5 }, () => change(member, body)))
    expect(await consentsOf(member.id)).toHaveLength(1)
    expect(await lettersTo(member.email)).toHaveLength(1)
  })
})

test('gives a name that only staff may have to staff alone', async () => {
  const [member, staff] = [await makeMember(world), await makeMember(world, { is_staff: true })]
  const body = { username: '한편 운영자' }
  await expect(member.call(accounts.changeMe, { body })).rejects.toMatchObject({
    problem: { code: 'invalid_request', errors: [{ field: 'username', code: 'reserved' }] },
  })
  expect(await staff.call(accounts.changeMe, { body })).toMatchObject(body)
  // Dismissed, they keep the name, and may send it along with another change.
  await world.pool.query('update members set is_staff = false where id = $1', [staff.id])
  expect(
    await staff.call(accounts.changeMe, { body: { ...body, is_marketing_agreed: true } }),
  ).toMatchObject(body)
})
