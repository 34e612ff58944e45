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
import type { ProblemResponseError } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const { studio_members, studio_payments, transactions, studio } = endpoints
const day = 86_400_000

let app: PaymentsTestApp
let staff: TestMember
beforeAll(async () => {
  app = await openPaymentsTestApp()
  staff = await makeMember(app, { is_staff: true })
})
afterEach(() => app.rest())
afterAll(() => app?.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const refund = (member: TestMember, order_id: string, reason = '영상이 나오지 않았어요') =>
  staff.call(studio_payments.refundOrder, { ...at(member), body: { order_id, reason } })
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
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

test('lets a member of staff grant 300,000 points a day, also at once', async () => {
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  const give = async (amount: number) =>
    refusal(
      finance.call(studio_payments.grantPoints, {
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
    refusal(
      staff.call(studio_payments.grantPoints, {
        ...at(member),
        body: { amount, reason: '이유예요' },
      }),
    )
  expect(await give(100)).toBe('forbidden')
  const member = await makeMember(app)
  for (const amount of [0, -5, 100_001, 1.5])
    expect(await give(amount, member)).toBe('invalid_request')
  const empty = { amount: 1, reason: '  ' }
  expect(
    await refusal(staff.call(studio_payments.grantPoints, { ...at(member), body: empty })),
  ).toBe('invalid_request')
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
  const [shown] = (await staff.call(studio_payments.listOrders, { ...at(member), query: {} }))
    .results
  expect(shown?.refund_preview).toMatchObject({
    is_refundable: true,
    amount: 1_500,
    ineligibility_reason: 'already_watched',
  })
  const tries = await Promise.all(
    Array.from({ length: 32 }, () => refusal(refund(member, order_id))),
  )
  expect(tries.filter((outcome) => outcome === 'done')).toHaveLength(1)
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
  const [refunded] = (await staff.call(studio_payments.listRefunds, { ...at(member), query: {} }))
    .results
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
  const [over] = (await staff.call(studio_payments.listPurchases, { ...at(member), query: {} }))
    .results
  expect(over?.state).toBe('ended')
  expect(await refusal(refund(member, rented.order_id))).toBe('done')
  expect(await refusal(refund(member, rented.order_id))).toBe('already_refunded')
  expect(atGateway(rented.order_id)).toBe(0)
  const [gone] = (await staff.call(studio_payments.listPurchases, { ...at(member), query: {} }))
    .results
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
  const [first] = (await staff.call(studio_payments.listOrders, { ...at(member), query: {} }))
    .results
  await app.pass(31)
  await laterStaff()
  await app.pool.query(
    'update subscriptions set first_used_at = $2 where wallet_id = (select id from wallets where member_id = $1)',
    [member.id, app.clock.now()],
  )
  const [second] = (await staff.call(studio_payments.listOrders, { ...at(member), query: {} }))
    .results
  expect(second?.order_id).not.toBe(first?.order_id)
  const bill = async (order_id = '') => refund(member, order_id)
  await bill(first?.order_id)
  const status = async () =>
    (await staff.call(studio_members.readMember, at(member))).subscription?.status
  expect(await status()).toBe('active')
  await bill(second?.order_id)
  expect(await status()).toBe('ended')
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
})
