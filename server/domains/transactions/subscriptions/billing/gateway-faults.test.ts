import { subscriptions } from '#contract/transactions/subscriptions.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { markSubscriptionEnded } from './payment-failure.ts'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const { openCardWindow: cardWindow, registerCard } = subscriptions
const minute = 60_000
const running = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('Nothing is subscribed to')
  return subscription
}
type Ordered = { id: number; order_id: string; status: string; amount: number; booked: number }
/** The orders of a member, each with what was booked for it. */
const ordersOf = async ({ id }: { id: number }) => {
  const { rows } = await shop.pool.query<Ordered>(
    `select o.id, o.order_id, o.status, o.amount,
       (select count(*)::int from ledger_entries e where e.order_id = o.id) as booked
     from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1 order by o.id`,
    [id],
  )
  return rows
}
/** What the queue does, each job once; those that fail stay for the next time. */
async function settleAll() {
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await shop.workNow('process_payment', { order_id: id }).catch(() => {})
}
/** No order has two payments, and an order is paid here if and only if it is paid there. */
async function expectAgreement(member: Subscriber) {
  for (const { order_id, status, booked } of await ordersOf(member)) {
    const paid = shop.gateway.payments(order_id).filter((payment) => payment.status === 'DONE')
    expect(paid.length).toBeLessThanOrEqual(1)
    expect({ order_id, paid: paid.length, booked }).toEqual({
      order_id,
      paid: status === 'paid' ? 1 : 0,
      booked: status === 'paid' ? 1 : 0,
    })
  }
}

describe('whatever the gateway does with a renewal, it is charged once', () => {
  const kinds = [
    'timeout_before',
    'timeout_after',
    'drop_connection',
    'drop_connection_after',
    'error_500',
    'error_500_after',
    'html',
    'html_200',
    'rate_limited',
  ] as const
  test.each(kinds)('%s', async (kind) => {
    const member = await makeSubscriber(shop)
    const { period_end } = await running(member)
    shop.gateway.faults.add({ call: 'chargeBilling', kind })
    // Nor does reading help, at first.
    shop.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
    await shop.passTo(period_end)
    const mine = await member.mine()
    expect(mine.charging_order_id).toBe((await ordersOf(member)).at(-1)?.order_id)
    expect(mine.subscription).toMatchObject({ status: 'active', period_end })
    // Round after round: what is under way is due for nobody.
    for (let round = 0; round < 3; round++) {
      shop.clock.advance(minute)
      await shop.tend()
    }
    expect(await ordersOf(member)).toHaveLength(2)
    for (let round = 0; round < 3; round++) await settleAll()
    expect(await member.mine()).toMatchObject({
      charging_order_id: null,
      subscription: { status: 'active', period_start: period_end, failed: null },
    })
    expect(await ordersOf(member)).toHaveLength(2)
    await expectAgreement(member)
  })
})

test('a charge that is never found is owed after a while, and a later one is made once', async () => {
  const member = await makeSubscriber(shop)
  const { period_end } = await running(member)
  shop.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500' }, 20)
  await shop.passTo(period_end)
  await settleAll()
  expect((await member.mine()).charging_order_id).not.toBeNull()
  shop.clock.advance(16 * minute)
  await settleAll()
  expect(await running(member)).toMatchObject({ status: 'past_due' })
  shop.gateway.faults.clear()
  await shop.passTo(new Date(Date.parse(period_end) + 86_400_000).toISOString())
  expect(await running(member)).toMatchObject({ status: 'active', period_start: period_end })
  await expectAgreement(member)
})

test('a server that died after the intent was written: the job charges, once', async () => {
  const member = await makeSubscriber(shop)
  const { period_end } = await running(member)
  shop.clock.set(period_end)
  // The gateway is out of reach for whoever began, as it is for the dead.
  shop.gateway.faults.add({ call: 'chargeBilling', kind: 'drop_connection' })
  shop.gateway.faults.add({ call: 'readOrder', kind: 'drop_connection' })
  await shop.tend()
  const { rows } = await shop.pool.query<{ live: boolean }>('select job_is_live($1) as live', [
    `order:${(await ordersOf(member)).at(-1)?.id}`,
  ])
  expect(rows[0]?.live).toBe(true)
  await Promise.all([settleAll(), settleAll(), shop.tend()])
  await settleAll()
  expect(await running(member)).toMatchObject({ period_start: period_end })
  expect(shop.gateway.payments((await ordersOf(member)).at(-1)?.order_id)).toHaveLength(1)
  await expectAgreement(member)
})

test('joining, the answer being lost: under way, not to be changed, and then there', async () => {
  const member = await makeSubscriber(shop, plans.basic)
  shop.gateway.faults.add({ call: 'chargeBilling', kind: 'drop_connection_after' })
  shop.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  const { order, mine } = await member.choose(plans.premium)
  expect(order).toMatchObject({ status: 'unknown', amount: 6_000 })
  expect(mine).toMatchObject({
    charging_order_id: order?.order_id,
    subscription: { plan: { id: plans.basic } },
  })
  await expect(member.choose(plans.premium)).rejects.toMatchObject({
    problem: { status: 409, code: 'order_under_way' },
  })
  // The toggle is no change of what is being paid, and what was said last holds.
  expect((await member.renews(false)).charging_order_id).toBe(order?.order_id)
  await settleAll()
  expect(await member.mine()).toMatchObject({
    charging_order_id: null,
    subscription: { plan: { id: plans.premium }, auto_renew: false, next_charge: null },
  })
  await expectAgreement(member)
})

test('it was ended while its charge was under way: what comes of that is given back (P8)', async () => {
  const member = await makeSubscriber(shop)
  const { id, period_end } = await running(member)
  shop.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  shop.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await shop.passTo(period_end)
  await shop.transact((tx) => markSubscriptionEnded(tx, id, shop.clock.now()))
  await settleAll()
  expect(await running(member)).toMatchObject({ status: 'ended', period_end })
  const { rows } = await shop.pool.query<{ id: number; reason: string }>(
    'select id, reason from refunds where order_id = $1',
    [(await ordersOf(member)).at(-1)?.id],
  )
  expect(rows).toMatchObject([{ reason: 'void' }])
  await shop.workNow('process_refund', { refund_id: rows[0]?.id ?? 0 })
  expect((await ordersOf(member)).at(-1)).toMatchObject({ status: 'cancelled' })
})

test('a card whose registration got no answer is registered by asking again', async () => {
  const member = await makeSubscriber(shop)
  for (const kind of ['drop_connection_after', 'html_200', 'drop_connection'] as const) {
    const window = await member.call(cardWindow, {})
    const body = await shop.gateway.register(window)
    shop.gateway.faults.add({ call: 'issueBillingKey', kind })
    const before = (await member.mine()).card
    await expect(member.call(registerCard, { body })).rejects.toMatchObject({
      problem: { status: 503 },
    })
    expect((await member.mine()).card).toEqual(before)
    shop.clock.advance(1_000)
    const { mine } = await member.call(registerCard, { body })
    expect(mine.card?.registered_at).toBe(shop.clock.now().toISOString())
  }
})
