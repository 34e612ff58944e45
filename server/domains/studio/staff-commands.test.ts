import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeStaff, type staffChanges } from './staff-commands.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const change = (what: (typeof staffChanges)[number], email: string) =>
  changeStaff(app.transact, { what, email, by: 'operator', site_url: app.origin }, app.clock.now())
const enters = (member: { call: TestApp['call'] }) =>
  member.call(endpoints.studio.listAuditLog, { query: {} })

test('revokes studio access at once on dismissal and nothing else', async () => {
  const staff = await makeMember(app, { is_staff: true })
  await enters(staff)
  expect(await change('dismiss', staff.email)).toBe(true)
  await expect(enters(staff)).rejects.toMatchObject({
    problem: { code: 'authentication_required' },
  })
  const browser = createGuestClient(app)
  const { email, password } = staff
  expect(await browser.call(accounts.signIn, { body: { email, password } })).toMatchObject({
    is_staff: false,
  })
  expect(await change('dismiss', staff.email)).toBe(false)
})

test('requires a second factor after appointment, resets a lost one and records all of it', async () => {
  const member = await makeMember(app)
  expect(await change('reset', member.email)).toBe(false)
  expect(await change('appoint', member.email)).toBe(true)
  await app.pool.query(
    `insert into totp_authenticators (member_id, secret_ciphertext, confirmed_at) values ($1, '', now())`,
    [member.id],
  )
  const mine = async () => (await readStaff(app.db)).find(({ id }) => id === member.id)
  expect(await mine()).toMatchObject({ has_second_factor: true })
  expect(await change('reset', member.email)).toBe(true)
  expect(await mine()).toMatchObject({ has_second_factor: false })

  const reader = await makeMember(app, { is_staff: true })
  const { results } = await reader.call(endpoints.studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: member.id },
  })
  expect(results.map(({ kind, staff_name }) => [kind, staff_name])).toEqual([
    ['staff.second_factor_reset', 'operator'],
    ['staff.appointed', 'operator'],
  ])
  expect(await change('appoint', 'nobody@example.com')).toBe(false)
})
