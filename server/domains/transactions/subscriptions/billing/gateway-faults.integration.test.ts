import { subscriptions } from '#contract/transactions/subscriptions.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { markSubscriptionEnded } from '../subscription-queries.ts'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const { createBillingAuth: openWindow, registerCard } = subscriptions
const minute = 60_000
const currentSubscription = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('The member has no subscription')
  return subscription
}
type Ordered = { id: number; order_id: string; status: string; amount: number; entry_count: number }
/** The orders of a member, each with the number of its ledger entries. */
const ordersOf = async ({ id }: { id: number }) => {
  const { rows } = await app.pool.query<Ordered>(
    `select o.id, o.order_id, o.status, o.amount,
       (select count(*)::int from ledger_entries e where e.order_id = o.id) as entry_count
     from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1 order by o.id`,
    [id],
  )
  return rows
}
/** Runs each payment job once, as the queue does; failed payments stay pending. */
async function processPendingPayments() {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await app.workNow('process_payment', { order_id: id }).catch(() => {})
}
/** Expects at most one payment per order, and an order to be paid here exactly when the gateway has it paid. */
async function expectConsistent(member: Subscriber) {
  for (const { order_id, status, entry_count } of await ordersOf(member)) {
    const paid = app.gateway.payments(order_id).filter((payment) => payment.status === 'DONE')
    expect(paid.length).toBeLessThanOrEqual(1)
    expect({ order_id, paid: paid.length, entry_count }).toEqual({
      order_id,
      paid: status === 'paid' ? 1 : 0,
      entry_count: status === 'paid' ? 1 : 0,
    })
  }
}

describe('a gateway fault during renewal leads to one charge', () => {
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
    const member = await makeSubscriber(app)
    const { period_end } = await currentSubscription(member)
    app.gateway.faults.add({ call: 'chargeBilling', kind })
    // Reading fails at first, too.
    app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
    await app.passTo(period_end)
    const mine = await member.mine()
    expect(mine.pending_order_id).toBe((await ordersOf(member)).at(-1)?.order_id)
    expect(mine.subscription).toMatchObject({ status: 'active', period_end })
    // A pending charge is not due again in later runs of the periodic task.
    for (let run = 0; run < 3; run++) {
      app.clock.advance(minute)
      await app.tend()
    }
    expect(await ordersOf(member)).toHaveLength(2)
    for (let run = 0; run < 3; run++) await processPendingPayments()
    expect(await member.mine()).toMatchObject({
      pending_order_id: null,
      subscription: { status: 'active', period_start: period_end, failed: null },
    })
    expect(await ordersOf(member)).toHaveLength(2)
    await expectConsistent(member)
  })
})

test('becomes past due when a charge is never found, and charges once later', async () => {
  const member = await makeSubscriber(app)
  const { period_end } = await currentSubscription(member)
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500' }, 20)
  await app.passTo(period_end)
  await processPendingPayments()
  expect((await member.mine()).pending_order_id).not.toBeNull()
  app.clock.advance(16 * minute)
  await processPendingPayments()
  expect(await currentSubscription(member)).toMatchObject({ status: 'past_due' })
  app.gateway.faults.clear()
  await app.passTo(new Date(Date.parse(period_end) + 86_400_000).toISOString())
  expect(await currentSubscription(member)).toMatchObject({
    status: 'active',
    period_start: period_end,
  })
  await expectConsistent(member)
})

test('charges once by the job when the server died after committing the intent', async () => {
  const member = await makeSubscriber(app)
  const { period_end } = await currentSubscription(member)
  app.clock.set(period_end)
  // The gateway is unreachable at first, so only the intent is committed.
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'drop_connection' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'drop_connection' })
  await app.tend()
  const { rows } = await app.pool.query<{ live: boolean }>('select job_is_queued($1) as live', [
    `order:${(await ordersOf(member)).at(-1)?.id}`,
  ])
  expect(rows[0]?.live).toBe(true)
  await Promise.all([processPendingPayments(), processPendingPayments(), app.tend()])
  await processPendingPayments()
  expect(await currentSubscription(member)).toMatchObject({ period_start: period_end })
  expect(app.gateway.payments((await ordersOf(member)).at(-1)?.order_id)).toHaveLength(1)
  await expectConsistent(member)
})

test('keeps an upgrade pending without a response, allows no change, and then completes it', async () => {
  const member = await makeSubscriber(app, plans.basic)
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'drop_connection_after' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  const { order, subscription_state: mine } = await member.choose(plans.premium)
  expect(order).toMatchObject({ status: 'unknown', amount: 6_000 })
  expect(mine).toMatchObject({
    pending_order_id: order?.order_id,
    subscription: { plan: { id: plans.basic } },
  })
  await expect(member.choose(plans.premium)).rejects.toMatchObject({
    problem: { status: 409, code: 'order_in_progress' },
  })
  // Turning off auto-renewal does not change the pending charge, and the last setting holds.
  expect((await member.renews(false)).pending_order_id).toBe(order?.order_id)
  await processPendingPayments()
  expect(await member.mine()).toMatchObject({
    pending_order_id: null,
    subscription: { plan: { id: plans.premium }, auto_renew: false, next_charge: null },
  })
  await expectConsistent(member)
})

test('refunds a charge that completes after the subscription has ended', async () => {
  const member = await makeSubscriber(app)
  const { id, period_end } = await currentSubscription(member)
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await app.passTo(period_end)
  await app.transact((tx) => markSubscriptionEnded(tx, id, app.clock.now()))
  await processPendingPayments()
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended', period_end })
  const { rows } = await app.pool.query<{ id: number; reason: string }>(
    'select id, reason from refunds where order_id = $1',
    [(await ordersOf(member)).at(-1)?.id],
  )
  expect(rows).toMatchObject([{ reason: 'undeliverable' }])
  await app.workNow('process_refund', { refund_id: rows[0]?.id ?? 0 })
  expect((await ordersOf(member)).at(-1)).toMatchObject({ status: 'cancelled' })
})

test('registers a card by repeating a request that got no response', async () => {
  const member = await makeSubscriber(app)
  for (const kind of ['drop_connection_after', 'html_200', 'drop_connection'] as const) {
    const window = await member.call(openWindow, {})
    const body = await app.gateway.register(window)
    app.gateway.faults.add({ call: 'issueBillingKey', kind })
    const before = (await member.mine()).card
    await expect(member.call(registerCard, { body })).rejects.toMatchObject({
      problem: { status: 503 },
    })
    expect((await member.mine()).card).toEqual(before)
    app.clock.advance(1_000)
    const { subscription_state: mine } = await member.call(registerCard, { body })
    expect(mine.card?.registered_at).toBe(app.clock.now().toISOString())
  }
})
