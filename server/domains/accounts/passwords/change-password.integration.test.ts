import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '../sessions/sessions.ts'

const { changePassword, readMe, signIn: logIn } = endpoints.accounts
const newPassword = 'a-lantern-in-the-rain'
const reauthenticationWindowMs = reauthenticationWindowSeconds * 1_000

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const change = (member: TestMember, body: Record<string, string>) =>
  member.fetch(changePassword.path, {
    method: 'POST',
    body: JSON.stringify({ new_password: newPassword, confirm_password: newPassword, ...body }),
    headers: { 'content-type': 'application/json' },
  })
const codeOf = async (response: Response) =>
  response.ok ? response.status : ((await response.json()) as { code: string }).code
const statusOf = async (cookie: string) =>
  (await app.fetch(readMe.path, { headers: { cookie } })).status

test('requires the current password after an old sign-in', async () => {
  const member = await makeMember(app, { signed_in_ago: reauthenticationWindowMs })
  expect(await codeOf(await change(member, {}))).toBe('reauthentication_required')
  expect(await codeOf(await change(member, { current_password: 'wrong' }))).toBe(
    'invalid_credentials',
  )
  expect(await statusOf(member.cookie)).toBe(200)
  expect(await codeOf(await change(member, { current_password: member.password }))).toBe(204)
})

test('ends all sessions, signs this browser in again and sends an e-mail', async () => {
  const member = await makeMember(app)
  const client = { address: '203.0.113.7', device: '' }
  const otherSession = await app.transact((tx) =>
    createSession(tx, member.id, client, app.clock.now()),
  )
  const response = await change(member, {})
  expect(response.status).toBe(204)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^sid=[\w-]{43}$/)
  expect(await statusOf(cookie)).toBe(200)
  expect(await statusOf(member.cookie)).toBe(401)
  expect(await statusOf(`sid=${otherSession.token}`)).toBe(401)
  const mails = await app.db
    .selectFrom('messages')
    .select('id')
    .where('recipient', '=', member.email)
    .execute()
  expect(mails).toHaveLength(1)
  const body = { email: member.email, password: newPassword }
  expect((await app.call(logIn, { body })).id).toBe(member.id)
})

test('reports an unacceptable password by field', async () => {
  const member = await makeMember(app)
  const fieldErrors = async (body: Record<string, string>) => {
    const { errors } = (await (await change(member, body)).json()) as {
      errors: { field: string; code: string }[]
    }
    return errors.map(({ field, code }) => `${field}: ${code}`)
  }
  expect(await fieldErrors({ new_password: 'qwertyuiop', confirm_password: 'qwertyuio' })).toEqual([
    'new_password: too_common',
    'confirm_password: does_not_match',
  ])
  expect(await fieldErrors({ new_password: '', confirm_password: '' })).toEqual([
    'new_password: too_short',
  ])
})

test('of two concurrent changes one succeeds and the other gets no new session', async () => {
  const member = await makeMember(app)
  const [first, second] = await Promise.all([
    change(member, { new_password: newPassword, confirm_password: newPassword }),
    change(member, {
      new_password: 'a-kettle-on-the-stove',
      confirm_password: 'a-kettle-on-the-stove',
    }),
  ])
  expect([await codeOf(first), await codeOf(second)].map(String).toSorted()).toEqual([
    '204',
    'authentication_required',
  ])
  const sessions = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', member.id)
    .execute()
  expect(sessions).toHaveLength(1)
})
