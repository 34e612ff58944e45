import { endpoints } from '#contract/index.ts'
import { cancelErrorCodes } from '#server/adapters/payments/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { openTestAppForTest, type ProblemResponseError } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const { studio_members: calls, transactions, studio } = endpoints
const day = 86_400_000

let app: PaymentsTestApp
let staff: TestMember
beforeAll(async () => {
  app = await openPaymentsTestApp()
  staff = await makeMember(app, { is_staff: true, username: '박운영' })
})
afterEach(() => app.rest())
afterAll(() => app?.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const find = (q: string) => staff.call(calls.findMembers, { body: { q } })
const refund = (member: TestMember, order_id: string, reason = '영상이 나오지 않았어요') =>
  staff.call(calls.refundOrder, { ...at(member), body: { order_id, reason } })
const grant = (member: TestMember, amount: number, key: string) =>
  staff.fetch(`/api/studio/members/${member.id}/grants/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ amount, reason: '불편을 드려서요' }),
  })
const acts = async (kind: string, { id }: { id: number }) =>
  (
    await staff.call(studio.listAuditLog, {
      query: { kind, subject_kind: 'member', subject_id: id },
    })
  ).results
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.ineligibility_reason ?? error.problem.code,
  )
/** The second factor lasts twelve hours, sessions fourteen days. */
const laterStaff = async () => void (staff = await makeMember(app, { is_staff: true }))
/** Won paid at the gateway for an order. */
const atGateway = (order_id: string) =>
  app.gateway
    .transactions()
    .filter((one) => one.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

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
      caller.call(calls.grantPoints, {
        ...at(target),
        body: { amount, reason: '불편을 드려서요' },
      }),
    )
  for (const target of [staff, colleague]) expect(await out(support, target)).toBe('staff_account')
  expect(await give(finance, colleague)).toBe('staff_account')
  expect(await give(staff, colleague)).toBe('staff_account')
  const order = { order_id: 'of-a-colleague', reason: '영상이 나오지 않았어요' }
  expect(await refusal(finance.call(calls.refundOrder, { ...at(colleague), body: order }))).toBe(
    'staff_account',
  )
  expect(await out(staff, colleague)).toBe('done')
  expect(await out(support, await makeMember(app))).toBe('done')
})

test('lets a member of staff grant 300,000 points a day, also at once', async () => {
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  const give = async (amount: number) =>
    refusal(
      finance.call(calls.grantPoints, {
        ...at(await makeMember(app)),
        body: { amount, reason: '이벤트 당첨' },
      }),
    )
  const results = await Promise.all(Array.from({ length: 6 }, () => give(90_000)))
  expect(results.filter((result) => result === 'done')).toHaveLength(3)
  expect(results.filter((result) => result === 'daily_grant_limit')).toHaveLength(3)
  expect(await give(30_000)).toBe('done')
  expect(await give(1)).toBe('daily_grant_limit')
})

test('records access to a member once per ten minutes and staff member', async () => {
  const member = await makeMember(app)
  const other = await makeMember(app, { is_staff: true })
  const look = async (caller = staff) =>
    void (await Promise.all([
      caller.call(calls.readMember, at(member)),
      caller.call(calls.listLedgerEntries, { ...at(member), query: {} }),
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

test('grants points once per key under concurrency and keeps the ledger balanced', async () => {
  const member = await makeMember(app)
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) => grant(member, 300, `${member.id}-${n % 4}`)),
  )
  // Requests received while the first of their key runs get a conflict and are retried.
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(await readMemberLedger(app, member)).toMatchObject({
    event_point: 1_200,
    event_lots: 1_200,
  })
  const written = await acts('member.points_granted', member)
  expect(written.map(({ after, reason }) => [after?.['amount'], reason])).toEqual(
    Array.from({ length: 4 }, () => [300, '불편을 드려서요']),
  )
  const [mine] = (await member.call(transactions.listLedgerEntries, { query: {} })).results
  expect(mine).toMatchObject({
    kind: 'grant',
    title: '고객센터에서 드린 포인트',
    event_point: 300,
    event_balance: 1_200,
    amount: 0,
    paid_point: 0,
  })
  const { results } = await member.call(transactions.listPoints, { query: {} })
  // A year later, to the second.
  const until = new Date(app.clock.now())
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  expect(results[0]?.expires_at).toBe(until.toISOString())
})

test('rejects grants to oneself and amounts outside 1 to 100,000', async () => {
  const give = (amount: number, member = staff) =>
    refusal(staff.call(calls.grantPoints, { ...at(member), body: { amount, reason: '이유예요' } }))
  expect(await give(100)).toBe('forbidden')
  const member = await makeMember(app)
  for (const amount of [0, -5, 100_001, 1.5])
    expect(await give(amount, member)).toBe('invalid_request')
  const empty = { amount: 1, reason: '  ' }
  expect(await refusal(staff.call(calls.grantPoints, { ...at(member), body: empty }))).toBe(
    'invalid_request',
  )
  expect(await acts('member.points_granted', member)).toEqual([])
})

test('refunds an episode watched long ago by staff only, once', async () => {
  const episode = await makePaidEpisode(app)
  const member = await makeMember(app)
  const { order_id } = await buyByCard(app, member, episode)
  await app.pool.query('update purchases set first_used_at = $2 where episode_id = $1', [
    episode,
    app.clock.now(),
  ])
  app.clock.advance(40 * day)
  await laterStaff()
  const fresh = await makeMember(app)
  expect(await refusal(refund(fresh, order_id))).toBe('not_found')
  const [shown] = (await staff.call(calls.listOrders, { ...at(member), query: {} })).results
  expect(shown?.refund_preview).toMatchObject({
    is_refundable: true,
    amount: 1_500,
    ineligibility_reason: 'already_watched',
  })
  const tries = await Promise.all(
    Array.from({ length: 32 }, () => refusal(refund(member, order_id))),
  )
  expect(tries.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(tries)).toEqual(new Set(['done', 'already_refunded']))
  expect(atGateway(order_id)).toBe(0)
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
  const written = await acts('member.refunded', member)
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({
    reason: '영상이 나오지 않았어요',
    subject_name: `#${member.id}`,
    after: { order_id, amount: 1_500, overridden_reason: 'already_watched' },
  })
  const [refunded] = (await staff.call(calls.listRefunds, { ...at(member), query: {} })).results
  expect(refunded).toMatchObject({ order_id, reason: 'staff', status: 'succeeded' })
})

test('returns points to their lots and refunds an ended rental', async () => {
  const episode = await makePaidEpisode(app)
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  const { order } = await buyWithPoints(member, episode, 1_500)
  app.clock.advance(8 * day)
  await laterStaff()
  expect((await refund(member, order.order_id)).status).toBe('succeeded')
  expect(await readMemberLedger(app, member)).toMatchObject({
    event_point: 300,
    paid_point: 10_000,
  })

  const rented = await buyByCard(app, member, episode, 2)
  await app.pass(31)
  await laterStaff()
  const [over] = (await staff.call(calls.listPurchases, { ...at(member), query: {} })).results
  expect(over?.state).toBe('ended')
  expect(await refusal(refund(member, rented.order_id))).toBe('done')
  expect(await refusal(refund(member, rented.order_id))).toBe('already_refunded')
  expect(atGateway(rented.order_id)).toBe(0)
  const [gone] = (await staff.call(calls.listPurchases, { ...at(member), query: {} })).results
  expect(gone?.state).toBe('refunded')
})

test('leaves the order unchanged when the gateway declines a refund, and allows a retry', async () => {
  const episode = await makePaidEpisode(app)
  const member = await makeMember(app)
  const { order_id } = await buyByCard(app, member, episode)
  const [code] = cancelErrorCodes
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code })
  expect(await refund(member, order_id)).toMatchObject({ status: 'failed' })
  expect(atGateway(order_id)).toBe(1_500)
  app.gateway.faults.clear()
  expect(await refund(member, order_id)).toMatchObject({ status: 'succeeded', amount: 1_500 })
  expect(await acts('member.refunded', member)).toHaveLength(2)
})

test('ends a watched subscription at once on refund, but not for an earlier period', async () => {
  const member = await makeSubscriber(app, plans.basic)
  const [first] = (await staff.call(calls.listOrders, { ...at(member), query: {} })).results
  await app.pass(31)
  await laterStaff()
  await app.pool.query(
    'update subscriptions set first_used_at = $2 where wallet_id = (select id from wallets where member_id = $1)',
    [member.id, app.clock.now()],
  )
  const [second] = (await staff.call(calls.listOrders, { ...at(member), query: {} })).results
  expect(second?.order_id).not.toBe(first?.order_id)
  const bill = async (order_id = '') => refund(member, order_id)
  await bill(first?.order_id)
  const status = async () => (await staff.call(calls.readMember, at(member))).subscription?.status
  expect(await status()).toBe('active')
  await bill(second?.order_id)
  expect(await status()).toBe('ended')
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
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
