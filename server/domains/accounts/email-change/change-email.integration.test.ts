import { emailChangeHours } from '#contract/accounts/account-rules.ts'
import { endpoints } from '#contract/index.ts'
import { createGuestClient, lastMessage } from '#test/app/guest-client.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { accounts, email_changes, studio, studio_members: calls } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true, staff_role: 'support' })
})
afterAll(() => app?.close())

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const newAddress = () => `${randomUUID().slice(0, 8)}@example.org`
const start = ({ id }: TestMember, email: string, by = staff) =>
  by.call(calls.startEmailChange, {
    params: { id },
    body: { email, reason: '예전 메일을 못 쓴대요' },
  })
/** The token of the link in the last mail to an address. */
async function tokenIn(address: string) {
  const mail = await lastMessage(app, address)
  return /#(?:confirm|refuse)=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const confirm = (token: string, guest = createGuestClient(app)) =>
  guest.call(email_changes.confirmEmailChange, { body: { token } })
const refuse = (token: string) =>
  createGuestClient(app).call(email_changes.refuseEmailChange, { body: { token } })
const signIn = (email: string, { password }: TestMember) =>
  createGuestClient(app).call(accounts.signIn, { body: { email, password } })
const emailOf = async ({ id }: TestMember) =>
  (await app.pool.query<{ email: string }>('select email from members where id = $1', [id])).rows[0]
    ?.email

test('changes the address by the link in the new mailbox, once, and ends what the old one could use', async () => {
  const member = await makeMember(app)
  await app.call(accounts.requestPasswordReset, { body: { email: member.email } })
  await app.workNow('send_password_reset', { email: member.email })
  const [, uidb64 = '', token = ''] =
    /password\/change\/([^/]+)\/(\S+)/.exec((await lastMessage(app, member.email))?.text ?? '') ??
    []
  const email = newAddress()
  const detail = await start(member, email)
  expect(detail.email_change?.email).toMatch(/\*+@example\.org$/)
  const notice = await lastMessage(app, member.email)
  expect(notice?.subject).toContain('이메일을 바꾸려고 해요')
  expect(notice?.text).not.toContain(email)
  // Nothing has changed yet.
  expect((await signIn(member.email, member)).id).toBe(member.id)

  const link = await tokenIn(email)
  expect(await confirm(link)).toEqual({ email })
  for (const address of [member.email, email])
    expect((await lastMessage(app, address))?.subject).toContain('이메일이 바뀌었어요')
  expect((await member.fetch(accounts.readMe.path)).status).toBe(401)
  expect(await outcome(signIn(member.email, member))).toBe('invalid_credentials')
  expect((await signIn(email, member)).email).toBe(email)
  expect(await outcome(confirm(link))).toBe('invalid_link')
  const query = { uidb64, token }
  expect(await outcome(app.call(accounts.checkPasswordReset, { query }))).toBe('invalid_link')
  const owner = await makeMember(app, { is_staff: true })
  const { results } = await owner.call(studio.listAuditLog, {
    query: { subject_kind: 'member', subject_id: member.id },
  })
  expect(results).toMatchObject([
    { kind: 'member.email_changed', staff_name: staff.username },
    { kind: 'member.email_change_started', reason: '예전 메일을 못 쓴대요' },
  ])
  expect(JSON.stringify(results)).not.toContain(email)
})

test('the present mailbox refuses, staff cancel, a newer link replaces an older one, and a day ends it', async () => {
  const member = await makeMember(app)
  const email = newAddress()
  await start(member, email)
  const refused = await tokenIn(email)
  expect(await outcome(refuse(await tokenIn(member.email)))).toBe('done')
  expect(await outcome(confirm(refused))).toBe('invalid_link')

  await start(member, email)
  const cancelled = await tokenIn(email)
  const cancel = () =>
    staff.call(calls.cancelEmailChange, { params: { id: member.id }, body: { reason: '오타' } })
  expect((await cancel()).email_change).toBeNull()
  expect(await outcome(cancel())).toBe('conflict')
  expect(await outcome(confirm(cancelled))).toBe('invalid_link')

  await start(member, email)
  const older = await tokenIn(email)
  await start(member, email)
  const newer = await tokenIn(email)
  expect(await outcome(confirm(older))).toBe('invalid_link')
  app.clock.advance(emailChangeHours * 3_600_000)
  expect(await outcome(confirm(newer))).toBe('invalid_link')
  expect(await emailOf(member)).toBe(member.email)
  staff = await makeMember(app, { is_staff: true, staff_role: 'support' })
})

test('gives an address to one of many members who confirm it or sign up with it at once', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => makeMember(app)))
  const email = newAddress()
  const links: string[] = []
  for (const member of members) {
    await member.call(email_changes.requestEmailChange, { body: { email } })
    links.push(await tokenIn(email))
  }
  const results = await Promise.all([
    ...links.map((link) => outcome(confirm(link))),
    makeMember(app, { email }).then(
      () => 'done',
      () => 'email_in_use',
    ),
  ])
  expect(results.toSorted()).toEqual(['done', ...Array<string>(8).fill('email_in_use')])
  const owners = await app.pool.query('select from members where email = $1', [email])
  expect(owners.rowCount).toBe(1)
})

test('confirms or refuses a change, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await makeMember(app)
    const email = newAddress()
    await start(member, email)
    const [confirming, refusing] = [await tokenIn(email), await tokenIn(member.email)]
    const results = await Promise.all([outcome(confirm(confirming)), outcome(refuse(refusing))])
    expect(results.toSorted()).toEqual(['done', 'invalid_link'])
    expect(await emailOf(member)).toBe(results[0] === 'done' ? email : member.email)
  }
})

test('is started by support for others, and tells members nothing about other accounts', async () => {
  const [member, other] = [await makeMember(app), await makeMember(app)]
  expect(await outcome(start(member, other.email))).toBe('email_in_use')
  expect(await outcome(start(staff, newAddress()))).toBe('own_account')
  const colleague = await makeMember(app, { is_staff: true, staff_role: 'editor' })
  expect(await outcome(start(colleague, newAddress()))).toBe('staff_account')
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  expect(await outcome(start(member, newAddress(), finance))).toBe('staff_role_required')

  const request = (email: string) =>
    member.call(email_changes.requestEmailChange, { body: { email } })
  const known = await request(other.email)
  expect(known).toEqual(await request(newAddress()))
  expect((await lastMessage(app, other.email))?.subject).toContain('이미 가입한 이메일')
  const old = await makeMember(app, { signed_in_ago: 3_600_000 })
  expect(
    await outcome(old.call(email_changes.requestEmailChange, { body: { email: newAddress() } })),
  ).toBe('reauthentication_required')
})
