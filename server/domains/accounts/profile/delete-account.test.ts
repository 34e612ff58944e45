import { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createVerifiedGuest, lastMessage, createGuestClient } from '#test/app/guest-client.ts'
import { seedMemberData } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountsDependencies } from '../dependencies.ts'
import { createPasswordHasher } from '../passwords/password-hashing.ts'
import { createSessionFinder } from '../sessions/sessions.ts'
import { requireMember } from '../members.ts'
import { deleteAccount } from './delete-account.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const hour = 3_600_000
const survey = {
  service_problem: false,
  less_function: true,
  high_price: true,
  user_comment: '볼 것을 다 봤어요.\n고마웠어요.',
}
type RequestBody = EndpointInput<typeof accounts.deleteAccount>['body']

async function createMember(options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(app, options)
  const browser = createGuestClient(app, member.cookie)
  const deleteOwnAccount = (fields: Partial<RequestBody> = {}) =>
    browser.call(accounts.deleteAccount, { body: { ...survey, ...fields } })
  const refusal = async (fields: Partial<RequestBody> = {}) =>
    (await browser.refusal(accounts.deleteAccount, { body: { ...survey, ...fields } })).code
  return { ...member, browser, deleteOwnAccount, refusal }
}

async function rows(sql: string, values: unknown[] = []) {
  return (await app.pool.query<Record<string, unknown>>(sql, values)).rows
}
const memberExists = async (id: number) =>
  (await rows('select from members where id = $1', [id])).length === 1
const readSurveys = () => rows('select * from account_deletion_surveys order by id')

/** Counts the member's rows in every table with a foreign key to `members`, read from the catalog to cover new tables. */
async function countDependentRows(member_id: number) {
  const keys = await rows(
    `select conrelid::regclass::text as "table", attname as "column" from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'members'::regclass`,
  )
  expect(keys.length).toBeGreaterThanOrEqual(4)
  const counts: Record<string, number> = {}
  for (const { table, column } of keys) {
    const sql = `select from ${String(table)} where ${String(column)} = $1`
    counts[String(table)] = (await rows(sql, [member_id])).length
  }
  return counts
}

test('deletes the member with all dependent rows and stores an anonymous survey', async () => {
  const member = await createMember()
  const other = createGuestClient(app)
  await other.call(accounts.signIn, { body: { email: member.email, password: member.password } })
  await member.browser.call(accounts.updateMe, { body: { is_marketing_agreed: true } })
  await app.pool.query(
    `insert into passkeys (member_id, credential_id, public_key, counter, name, created_at)
     values ($1, $2, '', 0, '열쇠', now())`,
    [member.id, `key of ${member.id}`],
  )
  await app.pool.query(
    `insert into password_reset_links (member_id, token_hash, created_at, expires_at)
     values ($1, sha256($2::bytea), now(), now())`,
    [member.id, String(member.id)],
  )
  await seedMemberData(app, member.id)
  const image = await sharp({
    create: { width: 9, height: 9, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const changed = await member.fetch('/api/accounts/me/image/', {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(image),
  })
  const { profile_image } = (await changed.json()) as { profile_image: string }
  expect((await app.fetch(profile_image)).status).toBe(200)
  expect(Object.values(await countDependentRows(member.id)).every((count) => count > 0)).toBe(true)
  const before = (await readSurveys()).length

  await member.deleteOwnAccount()

  expect(await memberExists(member.id)).toBe(false)
  expect(Object.values(await countDependentRows(member.id)).every((count) => count === 0)).toBe(
    true,
  )
  expect(member.browser.cookie()).toBe('')
  for (const browser of [createGuestClient(app, member.cookie), other])
    expect((await browser.refusal(accounts.readMe, {})).status).toBe(401)
  expect((await app.fetch(profile_image)).status).toBe(404)
  expect((await lastMessage(app, member.email))?.text).toContain('탈퇴')

  const [row, ...rest] = (await readSurveys()).slice(before)
  expect(rest).toEqual([])
  expect(row).toEqual({
    id: expect.any(Number),
    ...survey,
    created_at: app.clock.now().toISOString(),
  })
})

test('lets the same address and phone sign up again', async () => {
  const { browser, form } = await createVerifiedGuest(app)
  const first = await browser.call(accounts.signUp, { body: form })
  await browser.call(accounts.deleteAccount, { body: survey })
  expect(browser.cookie()).toBe('')
  const again = await createVerifiedGuest(app, {
    email: form.email,
    phonenumber: form.phonenumber,
  })
  const second = await again.browser.call(accounts.signUp, { body: again.form })
  expect(second.id).not.toBe(first.id)
})

test('requires the password after an old sign-in (D-16) and deletes nothing when refused', async () => {
  const member = await createMember({ signed_in_ago: hour })
  const before = (await readSurveys()).length
  expect(await member.refusal()).toBe('reauthentication_required')
  expect(await member.refusal({ current_password: 'not this' })).toBe('invalid_credentials')
  expect(await memberExists(member.id)).toBe(true)
  expect((await readSurveys()).length).toBe(before)
  await member.deleteOwnAccount({ current_password: member.password })
  expect(await memberExists(member.id)).toBe(false)
})

test('deletes the account once for concurrent requests', async () => {
  const member = await createMember()
  const before = (await readSurveys()).length
  const body = { ...survey }
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = createGuestClient(app, member.cookie)
      return (await browser.fetch(accounts.deleteAccount, { body })).status
    }),
  )
  expect(answers.sort()).toEqual([204, 401, 401, 401, 401, 401])
  expect((await readSurveys()).length - before).toBe(1)
})

test('runs deletion hooks in the same transaction and rolls back if one throws', async () => {
  const member = await createMember()
  const session = await createSessionFinder(app)(member.cookie.slice(4), app.clock.now())
  const hookCalls: number[] = []
  const deps = (accountDeletionHooks: AccountDeletionHook[]) =>
    ({
      accountDeletionHooks,
      encryption: createEncryption('of this test'),
      passwords: createPasswordHasher(),
    }) as unknown as AccountsDependencies
  const caller = {
    ...app,
    session,
    member: session?.member,
    now: app.clock.now(),
    cookie: { take: () => {}, give: () => {} },
  } as unknown as RequestContext
  const recordHook: AccountDeletionHook = async (tx, member_id) => {
    // Hooks run before the deletion, so the member row still exists.
    await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', member_id)
      .executeTakeFirstOrThrow()
    hookCalls.push(member_id)
  }
  const before = (await readSurveys()).length
  await expect(
    deleteAccount(
      deps([recordHook, async () => throwProblem('conflict')]),
      requireMember(caller),
      survey,
    ),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await memberExists(member.id)).toBe(true)
  expect((await readSurveys()).length).toBe(before)
  await deleteAccount(deps([recordHook]), requireMember(caller), survey)
  expect(await memberExists(member.id)).toBe(false)
  expect(hookCalls).toEqual([member.id, member.id])
})
