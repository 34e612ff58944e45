import { accounts } from '#contract/accounts/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPasswordHasher } from '../../passwords/password-hashing.ts'
import { createStaffMember, createStaffPasswordLink } from './staff-password-links.ts'

const password = 'a-lantern-in-the-rain'
const start = new Date('2026-11-28T09:00:00Z')
const hour = 3_600_000

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())
beforeEach(() => app.clock.set(start.toISOString()))

const dependencies = () => ({
  transact: app.transact,
  site_url: 'https://hanpyeon.example',
  encryption: createEncryption(app.config.secrets.encryption ?? ''),
  passwords: createPasswordHasher(),
})

const create = (email: string) =>
  createStaffMember(dependencies(), { email, role: 'owner', by: 'operator' }, app.clock.now())
const createLink = (email: string) =>
  createStaffPasswordLink(dependencies(), { email, by: 'operator' }, app.clock.now())

/** The form of the page at a link. */
function formOf(link: string | undefined) {
  const [, uidb64 = '', token = ''] =
    /^https:\/\/hanpyeon\.example\/accounts\/recovery\/password\/change\/([^/]+)\/([^/?]+)\?next=\/studio/.exec(
      link ?? '',
    ) ?? []
  return { uidb64, token, new_password: password, confirm_password: password }
}

test('creates an owner who sets the password once, and enrols a second factor', async () => {
  const email = 'first.owner@example.com'
  const link = await create(email)
  expect(link).toMatch(/next=\/studio\/settings$/)
  const body = formOf(link)
  const browser = createGuestClient(app)
  app.clock.advance(24 * hour - 1_000)
  await browser.call(accounts.resetPassword, { body })
  expect(await browser.refusal(accounts.resetPassword, { body })).toMatchObject({
    code: 'invalid_link',
  })
  const user = await browser.call(accounts.signIn, { body: { email, password } })
  expect(user).toMatchObject({ staff_role: 'owner', username: 'first.owner', phonenumber: '' })
  expect(await browser.refusal(endpoints.studio.listAuditLog, { query: {} })).toMatchObject({
    code: 'second_factor_required',
  })
  expect(await browser.call(endpoints.second_factor.beginTotpEnrollment, { body: {} })).toEqual({
    secret: expect.any(String),
    uri: expect.stringContaining('otpauth://'),
  })
  expect(await browser.refusal(accounts.sendAgeVerificationCode, {})).toMatchObject({
    code: 'verification_required',
  })
})

test('stores only the hash of the token, and ends the link after a day', async () => {
  const body = formOf(await create('second@example.com'))
  const { rows } = await app.pool.query<{ text: string }>(
    'select l::text as text from password_reset_links l',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ text }) => text).join()).not.toContain(body.token)
  app.clock.advance(24 * hour)
  expect(await createGuestClient(app).refusal(accounts.resetPassword, { body })).toMatchObject({
    code: 'invalid_link',
  })
})

test('creates no second account for an address, and several without a number', async () => {
  const member = await makeMember(app)
  expect(await create(member.email)).toBeUndefined()
  expect(await create('third@example.com')).toBeDefined()
  expect(await create('fourth@example.com')).toBeDefined()
})

test('resets the password of staff alone, and records who asked', async () => {
  const member = await makeMember(app)
  expect(await createLink(member.email)).toBeUndefined()
  const staff = await makeMember(app, { is_staff: true })
  const body = formOf(await createLink(staff.email))
  const browser = createGuestClient(app)
  await browser.call(accounts.resetPassword, { body })
  await browser.call(accounts.signIn, { body: { email: staff.email, password } })
  const { rows } = await app.pool.query(
    'select kind, staff_name, address from audit_log where subject_id = $1',
    [staff.id],
  )
  expect(rows).toEqual([
    { kind: 'staff.password_link_created', staff_name: 'operator', address: 'command line' },
  ])
})
