import { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createVerifiedGuest, lastMessage, createGuestClient } from '#test/app/guest-client.ts'
import { seedMemberData } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountsDependencies, AccountDeletionHook } from '../dependencies.ts'
import { createPasswordHasher } from '../passwords/password-hashing.ts'
import { createSessionFinder } from '../sessions/find-session.ts'
import { requireMember } from '../members.ts'
import { deleteAccount } from './delete-account.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

const hour = 3_600_000
const survey = {
  service_problem: false,
  less_function: true,
  high_price: true,
  user_comment: '볼 것을 다 봤어요.\n고마웠어요.',
}
type Given = EndpointInput<typeof accounts.withdraw>['body']

async function somebody(given: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(world, given)
  const browser = createGuestClient(world, member.cookie)
  const leave = (more: Partial<Given> = {}) =>
    browser.call(accounts.withdraw, { body: { ...survey, ...more } })
  const refusal = async (more: Partial<Given> = {}) =>
    (await browser.refusal(accounts.withdraw, { body: { ...survey, ...more } })).code
  return { ...member, browser, leave, refusal }
}

async function rows(sql: string, values: unknown[] = []) {
  return (await world.pool.query<Record<string, unknown>>(sql, values)).rows
}
const isThere = async (id: number) =>
  (await rows('select from members where id = $1', [id])).length === 1
const said = () => rows('select * from withdrawals order by id')

/** Every table that names a member, as the database knows it: one that is added later is looked at too. */
async function hangingOn(member_id: number) {
  const keys = await rows(
    `select conrelid::regclass::text as "table", attname as "column" from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'members'::regclass`,
  )
  expect(keys.length).toBeGreaterThanOrEqual(4)
  const found: Record<string, number> = {}
  for (const { table, column } of keys) {
    const sql = `select from ${String(table)} where ${String(column)} = $1`
    found[String(table)] = (await rows(sql, [member_id])).length
  }
  return found
}

test('whoever leaves is erased with all that hangs on him, and what he said names nobody', async () => {
  const member = await somebody()
  const other = createGuestClient(world)
  await other.call(accounts.logIn, { body: { email: member.email, password: member.password } })
  await member.browser.call(accounts.changeMe, { body: { is_marketing_agreed: true } })
  await world.pool.query(
    `insert into passkeys (member_id, credential_id, public_key, counter, name, created_at)
     values ($1, $2, '', 0, '열쇠', now())`,
    [member.id, `key of ${member.id}`],
  )
  await world.pool.query(
    `insert into password_links (member_id, token_hash, created_at, ends_at)
     values ($1, sha256($2::bytea), now(), now())`,
    [member.id, String(member.id)],
  )
  await seedMemberData(world, member.id)
  const picture = await sharp({
    create: { width: 9, height: 9, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const changed = await member.fetch('/api/accounts/me/image/', {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  const { profile_image } = (await changed.json()) as { profile_image: string }
  expect((await world.fetch(profile_image)).status).toBe(200)
  expect(Object.values(await hangingOn(member.id)).every((count) => count > 0)).toBe(true)
  const before = (await said()).length

  await member.leave()

  expect(await isThere(member.id)).toBe(false)
  expect(Object.values(await hangingOn(member.id)).every((count) => count === 0)).toBe(true)
  expect(member.browser.cookie()).toBe('')
  for (const browser of [createGuestClient(world, member.cookie), other])
    expect((await browser.refusal(accounts.readMe, {})).status).toBe(401)
  expect((await world.fetch(profile_image)).status).toBe(404)
  expect((await lastMessage(world, member.email))?.text).toContain('탈퇴')

  const [row, ...more] = (await said()).slice(before)
  expect(more).toEqual([])
  expect(row).toEqual({
    id: expect.any(Number),
    ...survey,
    created_at: world.clock.now().toISOString(),
  })
})

test('the same address and phone sign up again', async () => {
  const { browser, form } = await createVerifiedGuest(world)
  const first = await browser.call(accounts.signUp, { body: form })
  await browser.call(accounts.withdraw, { body: survey })
  expect(browser.cookie()).toBe('')
  const again = await createVerifiedGuest(world, {
    email: form.email,
    phonenumber: form.phonenumber,
  })
  const second = await again.browser.call(accounts.signUp, { body: again.form })
  expect(second.id).not.toBe(first.id)
})

test('an old sign-in needs the password (D-16), and a refusal erases nothing', async () => {
  const member = await somebody({ signed_in_ago: hour })
  const before = (await said()).length
  expect(await member.refusal()).toBe('reauthentication_required')
  expect(await member.refusal({ current_password: 'not this' })).toBe('invalid_credentials')
  expect(await isThere(member.id)).toBe(true)
  expect((await said()).length).toBe(before)
  await member.leave({ current_password: member.password })
  expect(await isThere(member.id)).toBe(false)
})

test('leaving many times at once is leaving once', async () => {
  const member = await somebody()
  const before = (await said()).length
  const body = { ...survey }
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = createGuestClient(world, member.cookie)
      return (await browser.fetch(accounts.withdraw, { body })).status
    }),
  )
  expect(answers.sort()).toEqual([204, 401, 401, 401, 401, 401])
  expect((await said()).length - before).toBe(1)
})

test('other domains close in the same transaction: one that refuses keeps the member', async () => {
  const member = await somebody()
  const session = await createSessionFinder(world)(member.cookie.slice(4), world.clock.now())
  const closed: number[] = []
  const parts = (closings: AccountDeletionHook[]) =>
    ({
      closings,
      sealing: createEncryption('of this test'),
      passwords: createPasswordHasher(),
    }) as unknown as AccountsDependencies
  const caller = {
    ...world,
    session,
    member: session?.member,
    now: world.clock.now(),
    cookie: { take: () => {}, give: () => {} },
  } as unknown as RequestContext
  const note: AccountDeletionHook = async (tx, member_id) => {
    // Still there, for whoever has something of his to look up.
    await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', member_id)
      .executeTakeFirstOrThrow()
    closed.push(member_id)
  }
  const before = (await said()).length
  await expect(
    deleteAccount(
      parts([note, async () => throwProblem('conflict')]),
      requireMember(caller),
      survey,
    ),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await isThere(member.id)).toBe(true)
  expect((await said()).length).toBe(before)
  await deleteAccount(parts([note]), requireMember(caller), survey)
  expect(await isThere(member.id)).toBe(false)
  expect(closed).toEqual([member.id, member.id])
})
