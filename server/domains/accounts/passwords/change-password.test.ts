import { reauthenticationWindowSeconds } from '#contract/accounts/account-rules.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '../sessions/sessions.ts'

const { changePassword, readMe, logIn } = endpoints.accounts
const another = 'a-lantern-in-the-rain'
const long = reauthenticationWindowSeconds * 1_000

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const change = (member: TestMember, body: Record<string, string>) =>
  member.fetch(changePassword.path, {
    method: 'POST',
    body: JSON.stringify({ new_password: another, confirm_password: another, ...body }),
    headers: { 'content-type': 'application/json' },
  })
const codeOf = async (response: Response) =>
  response.ok ? response.status : ((await response.json()) as { code: string }).code
const statusOf = async (cookie: string) =>
  (await world.fetch(readMe.path, { headers: { cookie } })).status

test('wants the current password of who signed in long ago, and says so', async () => {
  const member = await makeMember(world, { signed_in_ago: long })
  expect(await codeOf(await change(member, {}))).toBe('reauthentication_required')
  expect(await codeOf(await change(member, { current_password: 'wrong' }))).toBe(
    'invalid_credentials',
  )
  expect(await statusOf(member.cookie)).toBe(200)
  expect(await codeOf(await change(member, { current_password: member.password }))).toBe(204)
})

test('ends every session, gives this browser another, and tells the owner', async () => {
  const member = await makeMember(world)
  const visitor = { address: '203.0.113.7', device: '' }
  const elsewhere = await world.transact((tx) =>
    createSession(tx, member.id, visitor, world.clock.now()),
  )
  const response = await change(member, {})
  expect(response.status).toBe(204)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^sid=[\w-]{43}$/)
  expect(await statusOf(cookie)).toBe(200)
  expect(await statusOf(member.cookie)).toBe(401)
  expect(await statusOf(`sid=${elsewhere.token}`)).toBe(401)
  const body = { email: member.email, password: another }
  expect((await world.call(logIn, { body })).id).toBe(member.id)
  const mails = await world.db
    .selectFrom('messages')
    .select('id')
    .where('recipient', '=', member.email)
    .execute()
  expect(mails).toHaveLength(1)
})

test('refuses what does not do, by field', async () => {
  const member = await makeMember(world)
  const faults = async (body: Record<string, string>) => {
    const { errors } = (await (await change(member, body)).json()) as {
      errors: { field: string; code: string }[]
    }
    return errors.map(({ field, code }) => `${field}: ${code}`)
  }
  expect(await faults({ new_password: 'qwertyuiop', confirm_password: 'qwertyuio' })).toEqual([
    'new_password: too_common',
    'confirm_password: not_alike',
  ])
  expect(await faults({ new_password: '', confirm_password: '' })).toEqual([
    'new_password: too_short',
  ])
})

test('changed twice at once, one wins, and the session the other ended does not come back', async () => {
  const member = await makeMember(world)
  const [one, two] = await Promise.all([
    change(member, { new_password: another, confirm_password: another }),
    change(member, {
      new_password: 'a-kettle-on-the-stove',
      confirm_password: 'a-kettle-on-the-stove',
    }),
  ])
  expect([await codeOf(one), await codeOf(two)].map(String).toSorted()).toEqual([
    '204',
    'authentication_required',
  ])
  const sessions = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', member.id)
    .execute()
  expect(sessions).toHaveLength(1)
})
