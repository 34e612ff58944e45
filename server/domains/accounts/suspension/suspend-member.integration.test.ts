import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { createGuestClient, lastMessage } from '#test/app/guest-client.ts'
import { type ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, scheduleDeletion, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { accounts, studio, studio_members: calls } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

type Body = EndpointInput<typeof calls.suspendMember>['body']

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const suspend = (
  { id }: { id: number },
  by = staff,
  category: Body['category'] = 'payment_dispute',
) =>
  by.call(calls.suspendMember, {
    params: { id },
    body: { category, reason: '남의 카드를 쓴 것 같아요' },
  })
const restore = ({ id }: { id: number }, by = staff) =>
  by.call(calls.restoreMember, { params: { id }, body: { reason: '본인 카드가 맞아요' } })
const signIn = ({ email, password }: TestMember, guest = createGuestClient(app)) =>
  guest.call(accounts.signIn, { body: { email, password } })
const count = async (sql: string, values: unknown[]) => (await app.pool.query(sql, values)).rowCount
const sessionsOf = ({ id }: { id: number }) =>
  count('select from sessions where member_id = $1', [id])

test('ends all sessions, and a sign-in says why in general terms until staff restore the member', async () => {
  const member = await makeMember(app)
  const suspended_at = app.clock.now().toISOString()
  expect(await suspend(member)).toMatchObject({
    is_suspended: true,
    suspension: { category: 'payment_dispute', suspended_at },
    devices: [],
  })
  expect((await member.fetch(accounts.readMe.path)).status).toBe(401)
  const guest = createGuestClient(app)
  const credentials = { email: member.email, password: member.password }
  const refusal = await guest.refusal(accounts.signIn, { body: credentials })
  expect(refusal).toMatchObject({
    code: 'account_suspended',
    status: 403,
    suspension: { category: 'payment_dispute', suspended_at },
  })
  expect(JSON.stringify(refusal)).not.toContain('남의 카드')
  // A stranger learns nothing about the account.
  const wrong = { ...credentials, password: 'not this' }
  expect((await guest.refusal(accounts.signIn, { body: wrong })).code).toBe('invalid_credentials')
  const mail = await lastMessage(app, member.email)
  expect(mail?.text).toContain('결제에 문제가 있어')
  expect(mail?.text).not.toContain('남의 카드')

  expect(await restore(member)).toMatchObject({ is_suspended: false, suspension: null })
  expect((await lastMessage(app, member.email))?.subject).toContain('다시 쓸 수 있어요')
  expect((await signIn(member)).id).toBe(member.id)
  const { results } = await staff.call(studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: member.id },
  })
  expect(results.filter(({ kind }) => kind !== 'member.viewed')).toMatchObject([
    { kind: 'member.restored', reason: '본인 카드가 맞아요' },
    { kind: 'member.suspended', reason: '남의 카드를 쓴 것 같아요' },
  ])
})

test('shows suspended members in lists, and lets each role suspend those that it may change', async () => {
  const member = await makeMember(app)
  const support = await makeMember(app, { is_staff: true, staff_role: 'support' })
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  const colleague = await makeMember(app, { is_staff: true, staff_role: 'editor' })
  expect(await outcome(suspend(member, finance))).toBe('staff_role_required')
  expect(await outcome(suspend(support, support))).toBe('own_account')
  expect(await outcome(suspend(colleague, support))).toBe('staff_account')
  expect(await outcome(suspend(member, support))).toBe('done')
  expect(await outcome(suspend(member, support))).toBe('conflict')
  expect(await outcome(suspend(colleague))).toBe('done')
  expect(await outcome(restore(colleague, support))).toBe('staff_account')
  const { results } = await staff.call(calls.findMembers, { body: { q: member.email } })
  expect(results).toMatchObject([{ id: member.id, is_suspended: true }])
  expect(await outcome(restore(member, support))).toBe('done')
  expect(await outcome(restore(member, support))).toBe('conflict')
})

test('leaves one owner when owners suspend each other at the same time', async () => {
  const owners = [staff, await makeMember(app, { is_staff: true })]
  for (let round = 0; round < 5; round++) {
    const results = await Promise.all([
      outcome(suspend(owners[1]!, owners[0])),
      outcome(suspend(owners[0]!, owners[1])),
    ])
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    const { rows } = await app.pool.query<{ member_id: number }>(
      'update account_suspensions set restored_at = suspended_at where restored_at is null and member_id = any($1) returning member_id',
      [owners.map(({ id }) => id)],
    )
    const index = owners.findIndex(({ id }) => id === rows[0]?.member_id)
    owners[index] = await makeMember(app, { is_staff: true })
    await app.pool.query('update members set is_staff = false, staff_role = null where id = $1', [
      rows[0]?.member_id,
    ])
  }
  staff = owners[0]!
})

test('keeps no session when many browsers sign in during the suspension', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => makeMember(app)))
  await Promise.all(
    members.map(async (member) => {
      const attempts = Array.from({ length: 4 }, () => outcome(signIn(member)))
      await suspend(member)
      for (const result of await Promise.all(attempts))
        expect(['done', 'account_suspended']).toContain(result)
      expect(await sessionsOf(member)).toBe(0)
    }),
  )
})

test('the database refuses a session of a suspended member', async () => {
  const member = await makeMember(app)
  await suspend(member)
  await expect(
    app.pool.query(
      `insert into sessions (token_hash, member_id, created_at, signed_in_at, last_seen_at, expires_at, device, address)
       values (sha256('suspended'), $1, now(), now(), now(), now() + interval '1 day', '', '')`,
      [member.id],
    ),
  ).rejects.toMatchObject({ constraint: 'no_session_while_suspended' })
  await expect(
    app.pool.query(`delete from account_suspensions where member_id = $1`, [member.id]),
  ).rejects.toThrow('permission denied')
})

test('a scheduled deletion waits until the member is restored', async () => {
  const member = await makeMember(app)
  await scheduleDeletion(member)
  const { token } = (
    await createGuestClient(app).refusal(accounts.signIn, {
      body: { email: member.email, password: member.password },
    })
  ).scheduled_deletion!
  await suspend(member)
  expect(
    await outcome(createGuestClient(app).call(accounts.cancelDeletion, { body: { token } })),
  ).toBe('account_suspended')
  app.clock.advance(8 * 86_400_000)
  const exists = () => count('select from members where id = $1', [member.id])
  await app.workNow('delete_account', { member_id: member.id })
  expect(await exists()).toBe(1)
  await restore(member, (staff = await makeMember(app, { is_staff: true })))
  await app.workNow('delete_account', { member_id: member.id })
  expect(await exists()).toBe(0)
})
