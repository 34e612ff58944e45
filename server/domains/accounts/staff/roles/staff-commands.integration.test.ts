import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { readStaff } from './staff-queries.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeStaff, type StaffCommand } from './staff-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await makeMember(app, { is_staff: true })
})
afterAll(() => app?.close())

const appoint = { what: 'appoint', role: 'owner' } as const
const change = (command: StaffCommand, email: string) =>
  changeStaff(
    app.transact,
    { ...command, email, by: 'operator', site_url: app.origin },
    app.clock.now(),
  )
const enters = (member: { call: TestApp['call'] }) =>
  member.call(endpoints.studio.listAuditLog, { query: {} })

test('revokes studio access at once on dismissal and nothing else', async () => {
  const staff = await makeMember(app, { is_staff: true })
  await enters(staff)
  expect(await change({ what: 'dismiss' }, staff.email)).toBe(true)
  await expect(enters(staff)).rejects.toMatchObject({
    problem: { code: 'authentication_required' },
  })
  const browser = createGuestClient(app)
  const { email, password } = staff
  expect(await browser.call(accounts.signIn, { body: { email, password } })).toMatchObject({
    is_staff: false,
    staff_role: null,
  })
  expect(await change({ what: 'dismiss' }, staff.email)).toBe(false)
})

test('requires a second factor after appointment, resets a lost one and records all of it', async () => {
  const member = await makeMember(app)
  expect(await change({ what: 'reset' }, member.email)).toBe(false)
  expect(await change(appoint, member.email)).toBe(true)
  await app.pool.query(
    `insert into totp_authenticators (member_id, secret_ciphertext, confirmed_at) values ($1, '', now())`,
    [member.id],
  )
  const mine = async () => (await readStaff(app.db)).find(({ id }) => id === member.id)
  expect(await mine()).toMatchObject({ role: 'owner', has_second_factor: true })
  expect(await change({ what: 'reset' }, member.email)).toBe(true)
  expect(await mine()).toMatchObject({ has_second_factor: false })

  const reader = await makeMember(app, { is_staff: true })
  const { results } = await reader.call(endpoints.studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: member.id },
  })
  expect(results.map(({ kind, staff_name }) => [kind, staff_name])).toEqual([
    ['staff.second_factor_reset', 'operator'],
    ['staff.appointed', 'operator'],
  ])
  expect(await change(appoint, 'nobody@example.com')).toBe(false)
})

test('changes the role of staff without ending their sessions', async () => {
  const staff = await makeMember(app, { is_staff: true, staff_role: 'analyst' })
  expect(await change({ what: 'appoint', role: 'editor' }, staff.email)).toBe(true)
  expect(await staff.call(accounts.readMe, {})).toMatchObject({ staff_role: 'editor' })
  expect(await change({ what: 'appoint', role: 'editor' }, staff.email)).toBe(false)
  const reader = await makeMember(app, { is_staff: true })
  const { results } = await reader.call(endpoints.studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: staff.id },
  })
  expect(results).toMatchObject([
    { kind: 'staff.role_changed', before: { role: 'analyst' }, after: { role: 'editor' } },
  ])
})
