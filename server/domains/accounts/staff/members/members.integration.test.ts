import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { topUp } from '#test/fixtures/payments.ts'
import {
  openTestApp,
  openTestAppForTest,
  type ProblemResponseError,
  type TestApp,
} from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_members: calls, studio_payments, studio } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  staff = await makeMember(app, { is_staff: true, username: '박운영' })
})
afterAll(() => app?.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const find = (q: string) => staff.call(calls.findMembers, { body: { q } })
const acts = async (kind: string, { id }: { id: number }) =>
  (
    await staff.call(studio.listAuditLog, {
      query: { kind, subject_kind: 'member', subject_id: id },
    })
  ).results
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )

test('finds a member by their own data and masks the result', async () => {
  const member = await makeMember(app, {
    email: 'haneul.kim@example.com',
    username: '김하늘',
    phonenumber: '01023456789',
  })
  const { order_id } = await topUp(app, member, 5_000)
  const shown = {
    id: member.id,
    username: '김*늘',
    email: 'ha****@example.com',
    phonenumber: '010-****-6789',
  }
  for (const q of [
    ' HANEUL.KIM@example.com ',
    '+82 10-2345-6789',
    '01023456789',
    `${member.id}`,
    order_id,
  ]) {
    const { count, results } = await find(q)
    expect([count, results], q).toEqual([1, [expect.objectContaining(shown)]])
  }
  for (const q of ['haneul', 'haneul.kim@', 'haneul.kim@example.co', '0102345678', '6789', '%'])
    expect((await find(q)).count, q).toBe(0)
  expect((await find('')).results[0]?.id).toBe(member.id)

  const sheet = await staff.call(calls.readMember, at(member))
  expect(sheet).toMatchObject({ ...shown, paid_point: 5_000, event_point: 0, subscription: null })
  expect(JSON.stringify(sheet)).not.toMatch(/2345|haneul|김하늘/)
})

test('records each search by what it used, and keeps nothing of the term', async () => {
  const member = await makeMember(app, { email: 'searched@example.com' })
  for (const q of ['searched@example.com', member.phonenumber, `${member.id}`, 'searched', ''])
    await find(q)
  const entries = await acts('member.searched', member)
  expect(entries.map(({ after }) => after?.['by'])).toEqual(['id', 'phonenumber', 'email'])
  expect(JSON.stringify(entries)).not.toContain('searched@')
})

test('finds 300 members an hour for one member of staff, and lists them without a limit', async () => {
  const limited = await openTestAppForTest({ env: { RATE_LIMITS: 'on' } })
  const [first, second] = [
    await makeMember(limited, { is_staff: true }),
    await makeMember(limited, { is_staff: true }),
  ]
  const search = (by: TestMember, q: string) => by.call(calls.findMembers, { body: { q } })
  await search(first, '010-0000-0000')
  await limited.pool.query(
    `update rate_limits set count = 300 where bucket = 'member_searches:${first.id}'`,
  )
  await expect(search(first, '010-0000-0001')).rejects.toThrow('429')
  expect((await search(first, '')).count).toBe(2)
  expect((await search(second, '010-0000-0001')).count).toBe(0)
})

test('lets only owners sign out staff and refund them, and nobody grant them points', async () => {
  const colleague = await makeMember(app, { is_staff: true, staff_role: 'support' })
  const support = await makeMember(app, { is_staff: true, staff_role: 'support' })
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  const out = (caller: TestMember, target: TestMember) =>
    refusal(
      caller.call(calls.signOutMember, {
        ...at(target),
        body: { device_id: null, reason: '기기를 잃어버렸대요' },
      }),
    )
  const give = (caller: TestMember, target: TestMember, amount = 100) =>
    refusal(
      caller.call(studio_payments.grantPoints, {
        ...at(target),
        body: { amount, reason: '불편을 드려서요' },
      }),
    )
  for (const target of [staff, colleague]) expect(await out(support, target)).toBe('staff_account')
  expect(await give(finance, colleague)).toBe('staff_account')
  expect(await give(staff, colleague)).toBe('staff_account')
  const order = { order_id: 'of-a-colleague', reason: '영상이 나오지 않았어요' }
  expect(
    await refusal(finance.call(studio_payments.refundOrder, { ...at(colleague), body: order })),
  ).toBe('staff_account')
  expect(await out(staff, colleague)).toBe('done')
  expect(await out(support, await makeMember(app))).toBe('done')
})

test('records access to a member once per ten minutes and staff member', async () => {
  const member = await makeMember(app)
  const other = await makeMember(app, { is_staff: true })
  const look = async (caller = staff) =>
    void (await Promise.all([
      caller.call(calls.readMember, at(member)),
      caller.call(studio_payments.listLedgerEntries, { ...at(member), query: {} }),
      caller.call(endpoints.studio_support.listMemberInquiries, { ...at(member), query: {} }),
    ]))
  await look()
  await look()
  expect(await acts('member.viewed', member)).toHaveLength(1)
  await look(other)
  expect(await acts('member.viewed', member)).toHaveLength(2)
  app.clock.advance(10 * 60_000)
  await look()
  expect(await acts('member.viewed', member)).toHaveLength(3)
})

test('signs out one device, then all of them', async () => {
  const member = await makeMember(app)
  const read = () => staff.call(calls.readMember, at(member))
  const [device] = (await read()).devices
  const out = (device_id: number | null) =>
    staff.call(calls.signOutMember, {
      ...at(member),
      body: { device_id, reason: '잃어버리셨대요' },
    })
  expect((await out(device?.id ?? 0)).devices).toEqual([])
  expect((await member.fetch('/api/accounts/sessions/')).status).toBe(401)
  expect(await refusal(out(device?.id ?? 0))).toBe('not_found')
  expect((await out(null)).devices).toEqual([])
  expect(await acts('member.signed_out', member)).toHaveLength(2)
})
