import { endpoints } from '#contract/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
  readMemberLedger,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// A suspended member pays nothing and loses nothing.

const { studio_members, studio_payments, transactions } = endpoints
const day = 86_400_000

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp('2027-03-10T03:00:00.000Z')))
afterEach(() => app.rest())
afterAll(() => app?.close())

/** Suspends the member now. @returns a function that restores the member. */
async function suspend({ id }: TestMember) {
  const params = { id }
  const staff = await makeMember(app, { is_staff: true })
  const body = { category: 'payment_dispute', reason: '확인하고 있어요' } as const
  await staff.call(studio_members.suspendMember, { params, body })
  return async () => {
    const later = await makeMember(app, { is_staff: true })
    await later.call(studio_members.restoreMember, { params, body: { reason: '확인했어요' } })
  }
}

/** The charges of a member that succeeded, and the end of the paid period. */
async function subscriptionOf({ id }: TestMember) {
  const { rows } = await app.pool.query<{ status: string; period_end: string; charges: number }>(
    `select s.status, s.period_end,
       (select count(*)::int from orders o where o.wallet_id = w.id and o.kind = 'subscription' and o.status = 'paid') as charges
     from wallets w join subscriptions s on s.wallet_id = w.id where w.member_id = $1`,
    [id],
  )
  return rows[0]!
}

test('is not charged while suspended, and has the rest of the paid period afterwards', async () => {
  const member = await makeSubscriber(app)
  await app.pass(10)
  const restore = await suspend(member)
  await app.pass(50)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', charges: 1 })
  await restore()
  await app.tend()
  const { status, charges, period_end } = await subscriptionOf(member)
  expect([status, charges]).toEqual(['active', 1])
  // 21 of the 31 days remained.
  expect((Date.parse(period_end) - app.clock.now().getTime()) / day).toBeGreaterThanOrEqual(21)
  await app.passTo(period_end)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'active', charges: 2 })
})

test('ends a subscription whose payment had failed before, without another attempt', async () => {
  const member = await makeSubscriber(app)
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
  await app.pass(31)
  expect(await subscriptionOf(member)).toMatchObject({ status: 'past_due' })
  const restore = await suspend(member)
  await app.pass(5)
  await restore()
  await app.tend()
  expect(await subscriptionOf(member)).toMatchObject({ status: 'ended', charges: 1 })
})

test('keeps points and rentals for the time in which they could not be used', async () => {
  const member = await makeMember(app)
  await topUp(app, member, 10_000)
  await buyByCard(app, member, await makePaidEpisode(app), 2)
  const before = await readMemberLedger(app, member)
  expect(before.event_point).toBeGreaterThan(0)
  const ends = async () =>
    (
      await app.pool.query<{ at: string }>(
        `select expires_at as at from point_lots l join wallets w on w.id = l.wallet_id where w.member_id = $1
         union all select expires_at from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1 order by 1`,
        [member.id],
      )
    ).rows.map(({ at }) => Date.parse(at))
  const endsBefore = await ends()
  await app.pass(1)
  const restore = await suspend(member)
  await app.pass(400)
  expect(await readMemberLedger(app, member)).toEqual(before)
  await restore()
  await app.tend()
  expect(await readMemberLedger(app, member)).toEqual(before)
  expect(await ends()).toEqual(endsBefore.map((at) => at + 400 * day))
})

test('is refunded by staff while suspended', async () => {
  const member = await makeMember(app)
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  await suspend(member)
  const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
  const body = { order_id, reason: '결제를 취소해 달래요' }
  const refund = await finance.call(studio_payments.refundOrder, {
    params: { id: member.id },
    body,
  })
  expect(refund.status).toBe('succeeded')
  expect((await readMemberLedger(app, member)).won).toBe(0)
})

test('delivers a payment whose result arrives after the suspension, and ends open payment windows', async () => {
  const member = await makeMember(app)
  const { order, payment_window } = await orderEpisode(member, await makePaidEpisode(app))
  const unpaid = await orderTopUp(member, 5_000)
  const body = await app.gateway.pay(payment_window)
  app.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  await member.fetch(transactions.confirmPayment.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await suspend(member)
  const data = { orderId: order.order_id, paymentKey: body.payment_key, status: 'DONE' }
  const webhook = await fetch(`${app.origin}/api/transactions/webhooks/toss/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      eventType: 'PAYMENT_STATUS_CHANGED',
      createdAt: '2027-03-10T00:00:00.000000',
      data,
    }),
  })
  expect(webhook.status).toBe(200)
  await app.pass(1)
  const { rows } = await app.pool.query<{ order_id: string; status: string }>(
    'select order_id, status from orders where order_id = any($1) order by id',
    [[order.order_id, unpaid.order.order_id]],
  )
  expect(rows).toEqual([
    { order_id: order.order_id, status: 'paid' },
    { order_id: unpaid.order.order_id, status: 'failed' },
  ])
})

test('never charges a renewal that meets the suspension', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeSubscriber(app)))
  app.clock.advance(31 * day)
  const [, ...restores] = await Promise.all([
    app.tend(),
    ...members.map((member) => suspend(member)),
  ])
  const charged = await Promise.all(members.map((member) => subscriptionOf(member)))
  await app.pass(1)
  // A charge that had begun is completed; no other begins.
  const later = await Promise.all(members.map((member) => subscriptionOf(member)))
  expect(later.map(({ charges }) => charges)).toEqual(charged.map(({ charges }) => charges))
  await Promise.all(restores.map((restore) => restore()))
})
