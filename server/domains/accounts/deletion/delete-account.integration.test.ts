import { accounts } from '#contract/accounts/accounts.ts'
import { cancellationMinutes, deletionDelayDays } from '#contract/accounts/account-rules.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { makeMember, picturePathOf } from '#test/fixtures/members.ts'
import { createVerifiedGuest, lastMessage, createGuestClient } from '#test/app/guest-client.ts'
import { seedMemberData } from '#test/fixtures/watch-history.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteDueAccount } from './delete-account.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const hour = 3_600_000
const delay = deletionDelayDays * 24 * hour
const survey = {
  service_problem: false,
  less_function: true,
  high_price: true,
  user_comment: '볼 것을 다 봤어요.\n고마웠어요.',
}
type RequestBody = EndpointInput<typeof accounts.scheduleDeletion>['body']

async function createMember(options: Parameters<typeof makeMember>[1] = {}) {
  const member = await makeMember(app, options)
  const browser = createGuestClient(app, member.cookie)
  const leave = (fields: Partial<RequestBody> = {}) =>
    browser.call(accounts.scheduleDeletion, { body: { ...survey, ...fields } })
  const refusal = async (fields: Partial<RequestBody> = {}) =>
    (await browser.refusal(accounts.scheduleDeletion, { body: { ...survey, ...fields } })).code
  /** Signs in with the password in another browser. @returns the problem. */
  const signIn = async () => {
    const guest = createGuestClient(app)
    const body = { email: member.email, password: member.password }
    return { guest, ...(await guest.refusal(accounts.signIn, { body })) }
  }
  /** Signs in and returns the token that undoes the deletion. */
  const readToken = async () => (await signIn()).scheduled_deletion?.token ?? ''
  return { ...member, browser, leave, refusal, signIn, readToken }
}

const cancel = (token: string, guest = createGuestClient(app)) =>
  guest.call(accounts.cancelDeletion, { body: { token } })
const cancelRefusal = async (token: string) =>
  (await createGuestClient(app).refusal(accounts.cancelDeletion, { body: { token } })).code

/** Runs the job of the deletion as if `ms` had passed. */
const runJob = (id: number, ms = 0, accountDeletionHooks: AccountDeletionHook[] = []) =>
  deleteDueAccount(
    {
      transact: app.transact,
      accountDeletionHooks,
      clock: { now: () => new Date(app.clock.now().getTime() + ms) },
    },
    id,
  )

async function rows(sql: string, values: unknown[] = []) {
  return (await app.pool.query<Record<string, unknown>>(sql, values)).rows
}
const memberExists = async (id: number) =>
  (await rows('select from members where id = $1', [id])).length === 1
const sessionsOf = async (id: number) =>
  (await rows('select from sessions where member_id = $1', [id])).length
const isScheduled = async (id: number) =>
  (await rows('select from account_deletions where member_id = $1', [id])).length === 1
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

test('schedules the deletion in seven days, signs out everywhere and keeps everything', async () => {
  const member = await createMember()
  const other = createGuestClient(app)
  await other.call(accounts.signIn, { body: { email: member.email, password: member.password } })
  const before = (await readSurveys()).length

  const { deletes_at } = await member.leave()

  expect(Date.parse(deletes_at)).toBe(app.clock.now().getTime() + delay)
  expect(member.browser.cookie()).toBe('')
  for (const browser of [createGuestClient(app, member.cookie), other])
    expect((await browser.refusal(accounts.readMe, {})).status).toBe(401)
  await runJob(member.id, delay - 1)
  expect(await memberExists(member.id)).toBe(true)
  expect((await readSurveys()).length).toBe(before)
  const mail = await lastMessage(app, member.email)
  expect(mail?.subject).toBe('[한편] 탈퇴를 신청하셨어요')
  expect(mail?.text).toContain('/accounts/login')
})

test('shows what a sign-in restores, and undoes the deletion with its token, once', async () => {
  const member = await createMember()
  const { deletes_at } = await member.leave()
  const { guest, code, scheduled_deletion } = await member.signIn()
  expect(code).toBe('deletion_scheduled')
  expect(scheduled_deletion).toMatchObject({
    requested_at: app.clock.now().toISOString(),
    deletes_at,
    profiles: ['김한편'],
    points: 0,
    plan: null,
  })
  // The refused sign-in has undone nothing.
  expect(await isScheduled(member.id)).toBe(true)
  expect(await sessionsOf(member.id)).toBe(0)

  const token = scheduled_deletion?.token ?? ''
  expect(await cancel(token, guest)).toMatchObject({ id: member.id, email: member.email })
  expect((await guest.call(accounts.readMe, {})).id).toBe(member.id)
  expect(await isScheduled(member.id)).toBe(false)
  expect((await lastMessage(app, member.email))?.subject).toBe('[한편] 탈퇴를 취소했어요')
  await runJob(member.id, delay)
  expect(await memberExists(member.id)).toBe(true)

  expect(await cancelRefusal(token)).toBe('invalid_link')
  // A later deletion is another one.
  app.clock.advance(1)
  await guest.call(accounts.scheduleDeletion, { body: survey })
  expect(await cancelRefusal(token)).toBe('invalid_link')
  expect(await isScheduled(member.id)).toBe(true)
})

test('refuses forged and expired tokens', async () => {
  const member = await createMember()
  const other = await createMember()
  await member.leave()
  await other.leave()
  const token = await member.readToken()
  expect(await cancelRefusal(token.replace(String(member.id), String(other.id)))).toBe(
    'invalid_link',
  )
  const beyond = token.replace(/^\d+/, '9999999999')
  expect(await cancelRefusal(beyond)).toBe('invalid_link')
  app.clock.advance(cancellationMinutes * 60_000)
  expect(await cancelRefusal(token)).toBe('invalid_link')
  await cancel(await member.readToken())
  expect(await isScheduled(other.id)).toBe(true)
})

test('deletes the member with all dependent rows when due, and stores an anonymous survey', async () => {
  const member = await createMember()
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
  await seedMemberData(app, member)
  const image = await sharp({
    create: { width: 9, height: 9, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const changed = await member.fetch(picturePathOf(member), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(image),
  })
  const { picture_url } = (await changed.json()) as { picture_url: string }
  // A session and a scheduled deletion exclude each other.
  const { account_deletions, ...dependent } = await countDependentRows(member.id)
  expect(account_deletions).toBe(0)
  expect(Object.values(dependent).every((count) => count > 0)).toBe(true)
  const before = (await readSurveys()).length

  await member.leave()
  await runJob(member.id, delay)

  expect(await memberExists(member.id)).toBe(false)
  expect(Object.values(await countDependentRows(member.id)).every((count) => count === 0)).toBe(
    true,
  )
  expect((await lastMessage(app, member.email))?.subject).toBe('[한편] 탈퇴가 끝났어요')
  const key = picture_url.split('/')[2]!
  await app.workNow('delete_profile_image', { key })
  expect((await app.fetch(picture_url)).status).toBe(404)

  const [row, ...rest] = (await readSurveys()).slice(before)
  expect(rest).toEqual([])
  expect(row).toEqual({
    id: expect.any(Number),
    ...survey,
    created_at: new Date(app.clock.now().getTime() + delay).toISOString(),
  })
})

test('lets the same address and phone sign up again once the account is deleted', async () => {
  const { browser, form } = await createVerifiedGuest(app)
  const first = await browser.call(accounts.signUp, { body: form })
  await browser.call(accounts.scheduleDeletion, { body: survey })
  expect(browser.cookie()).toBe('')
  await runJob(first.id!, delay)
  const again = await createVerifiedGuest(app, {
    email: form.email,
    phonenumber: form.phonenumber,
  })
  const second = await again.browser.call(accounts.signUp, { body: again.form })
  expect(second.id).not.toBe(first.id)
})

test('requires the password after an old sign-in and schedules nothing when refused', async () => {
  const member = await createMember({ signed_in_ago: hour })
  expect(await member.refusal()).toBe('reauthentication_required')
  expect(await member.refusal({ current_password: 'not this' })).toBe('invalid_credentials')
  const { confirmPassword } = accounts
  const wrong = { body: { current_password: 'not this' } }
  expect((await member.browser.refusal(confirmPassword, wrong)).code).toBe('invalid_credentials')
  expect(await isScheduled(member.id)).toBe(false)
  const body = { current_password: member.password }
  await member.browser.call(confirmPassword, { body })
  await member.leave(body)
  expect(await isScheduled(member.id)).toBe(true)
})

test('schedules one deletion for concurrent requests', async () => {
  const member = await createMember()
  const body = { ...survey }
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = createGuestClient(app, member.cookie)
      return (await browser.fetch(accounts.scheduleDeletion, { body })).status
    }),
  )
  expect(answers.sort()).toEqual([200, 401, 401, 401, 401, 401])
})

test('either restores or deletes the account when a sign-in meets the job', async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const member = await createMember()
      await member.leave()
      const token = await member.readToken()
      const job = () => runJob(member.id, delay)
      const guest = createGuestClient(app)
      const signIn = () =>
        guest.fetch(accounts.cancelDeletion, { body: { token } }).then(({ status }) => status)
      // Both orders of arrival.
      const [status] =
        index % 2 === 0
          ? await Promise.all([signIn(), job()])
          : await Promise.all([job(), signIn()]).then(([, status]) => [status])
      const exists = await memberExists(member.id)
      expect(status).toBe(exists ? 200 : 400)
      expect(await sessionsOf(member.id)).toBe(exists ? 1 : 0)
      expect(await isScheduled(member.id)).toBe(false)
    }),
  )
})

test('a session and a scheduled deletion exclude each other, also in concurrent transactions', async () => {
  const insertSession = `insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
    values (sha256($2::bytea), $1, now(), now(), now(), now() + interval '1 day', '', '')`
  const scheduleSql = `insert into account_deletions values ($1, now(), now() + interval '7 days', false, false, false, '')`
  const member = await createMember()
  await rows(scheduleSql, [member.id])
  expect(await sessionsOf(member.id)).toBe(0)
  // The previous version signs in without looking for a deletion.
  await rows(insertSession, [member.id, `a ${member.id}`])
  expect(await isScheduled(member.id)).toBe(false)

  const scheduling = await app.pool.connect()
  try {
    await scheduling.query('begin')
    await scheduling.query('select from members where id = $1 for update', [member.id])
    await scheduling.query(scheduleSql, [member.id])
    const signedIn = rows(insertSession, [member.id, `b ${member.id}`])
    await vi.waitUntil(
      async () =>
        (
          await rows(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length > 0,
      { timeout: 20_000, interval: 5 },
    )
    await scheduling.query('commit')
    await signedIn
  } finally {
    scheduling.release()
  }
  expect([await sessionsOf(member.id), await isScheduled(member.id)]).toEqual([1, false])
})

test('runs deletion hooks in the same transaction and rolls back if one throws', async () => {
  const member = await createMember()
  await member.leave()
  const calls: number[] = []
  const recordHook: AccountDeletionHook = {
    async delete(tx, member_id) {
      // Hooks run before the deletion, so the member row still exists.
      await tx
        .selectFrom('members')
        .select('id')
        .where('id', '=', member_id)
        .executeTakeFirstOrThrow()
      calls.push(member_id)
    },
  }
  const refusing: AccountDeletionHook = { delete: async () => throwProblem('conflict') }
  const before = (await readSurveys()).length
  await expect(runJob(member.id, delay, [recordHook, refusing])).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await memberExists(member.id)).toBe(true)
  expect((await readSurveys()).length).toBe(before)
  await runJob(member.id, delay, [recordHook])
  expect(await memberExists(member.id)).toBe(false)
  expect(calls).toEqual([member.id, member.id])
})

test('a new password ends the token that undoes a deletion, and a removed passkey too', async () => {
  const member = await createMember()
  await member.leave()
  const token = await member.readToken()
  await app.workNow('send_password_reset', { email: member.email })
  const [, uidb64 = '', link = ''] =
    (await lastMessage(app, member.email))?.text.match(/change\/([^/]+)\/(\S+)/) ?? []
  const new_password = 'a-lantern-in-the-rain'
  await createGuestClient(app).call(accounts.resetPassword, {
    body: { uidb64, token: link, new_password, confirm_password: new_password },
  })
  expect(await cancelRefusal(token)).toBe('invalid_link')
  expect(await isScheduled(member.id)).toBe(true)

  await app.pool.query(
    `insert into passkeys (member_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, '', 0, '{}', '노트북', $3)`,
    [member.id, `passkey of ${member.id}`, app.clock.now()],
  )
  const guest = createGuestClient(app)
  const body = { email: member.email, password: new_password }
  const { scheduled_deletion } = await guest.refusal(accounts.signIn, { body })
  await app.pool.query('delete from passkeys where member_id = $1', [member.id])
  expect(await cancelRefusal(scheduled_deletion?.token ?? '')).toBe('invalid_link')
})
