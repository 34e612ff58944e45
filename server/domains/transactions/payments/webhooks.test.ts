import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
} from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Webhooks are unsigned and come when they like (payments: tests, 4): what they say is believed in nothing.

let world: TestApp
/** Sees the queue, too. */
let owner: pg.Client
beforeAll(async () => {
  world = await openTestApp({ gateway: true, env: { TOSS_TIMEOUT_MS: '500' } })
  owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
})
afterEach(() => world.gateway.faults.clear())
afterAll(async () => {
  await owner?.end()
  await world?.close()
})

const hear = (data: object, eventType = 'PAYMENT_STATUS_CHANGED') =>
  fetch(`${world.origin}/api/transactions/webhooks/toss/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventType, createdAt: '2026-01-01T00:00:00.000000', data }),
  })

async function idOf(order_id: string): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order_id],
  )
  return rows[0]?.id ?? 0
}

const readOrder = (member: TestMember, order_id: string) =>
  member.call(transactions.readOrder, { params: { order_id } })

/** A member who has agreed to a payment in the window, and that nobody confirmed yet. */
async function agreed() {
  const member = await makeMember(world)
  const { order, window } = await orderEpisode(member, await makePaidEpisode(world))
  return { member, order_id: order.order_id, body: await world.gateway.pay(window) }
}

/** When a job looks at an order next; null where none does. */
async function lookedAt(order_id: string): Promise<string | null> {
  const { rows } = await owner.query<{ run_at: string }>(
    `select run_at::text from graphile_worker.jobs where key = $1`,
    [`order:${await idOf(order_id)}`],
  )
  return rows[0]?.run_at ?? null
}

test('they are taken, whoever sends them, and a forged one does nothing', async () => {
  const { member, order_id, body } = await agreed()
  const forged = { status: 'DONE', paymentKey: body.payment_key, totalAmount: 1_500 }
  for (const data of [
    { orderId: order_id, ...forged },
    { orderId: 'no-order-of-ours' },
    { orderId: `'; drop table orders; --` },
    { orderId: 7 },
    {},
  ])
    expect((await hear(data)).status).toBe(200)
  expect((await hear({ orderId: order_id }, 'BILLING_DELETED')).status).toBe(200)
  expect((await readOrder(member, order_id)).status).toBe('created')
  expect(await lookedAt(order_id)).toBeNull()
  // Nor does it where somebody looks: nothing was asked for.
  await world.workNow('process_payment', { order_id: await idOf(order_id) })
  expect((await readOrder(member, order_id)).status).toBe('created')
  expect((await readMemberLedger(world, member)).won).toBe(0)
})

test('one of a payment that is not certain has it looked at now; what it says itself is not believed', async () => {
  const { member, order_id, body } = await agreed()
  world.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' })
  world.gateway.faults.add({ call: 'read', kind: 'error_500' })
  expect((await member.call(transactions.confirmPayment, { body })).status).toBe('unknown')
  const before = await lookedAt(order_id)
  expect(before).not.toBeNull()
  await hear({ orderId: order_id, status: 'CANCELED', paymentKey: 'another', totalAmount: 1 })
  expect(await lookedAt(order_id)).not.toBe(before)
  await world.workNow('process_payment', { order_id: await idOf(order_id) })
  expect(await readOrder(member, order_id)).toMatchObject({ status: 'paid', amount: 1_500 })
  expect((await readMemberLedger(world, member)).won).toBe(1_500)
})

test('forged ones of a payment that was settled change nothing', async () => {
  const { member, order_id, body } = await agreed()
  await member.call(transactions.confirmPayment, { body })
  const before = [await readOrder(member, order_id), await readMemberLedger(world, member)]
  for (const status of ['CANCELED', 'ABORTED', 'EXPIRED', 'DONE', 'PARTIAL_CANCELED'])
    await hear({ orderId: order_id, status, paymentKey: body.payment_key, totalAmount: 1_500 })
  await world.workNow('process_payment', { order_id: await idOf(order_id) })
  expect([await readOrder(member, order_id), await readMemberLedger(world, member)]).toEqual(before)
})

test('the gateway’s own, of five payments, twice and in disorder: all end alike', async () => {
  const member = await makeMember(world)
  const payments = await Promise.all(
    [1_000, 3_000, 5_000, 10_000, 30_000].map(async (amount) => {
      const { window, order } = await orderTopUp(member, amount)
      if (!window) throw new Error('A top-up has a window')
      return { amount, order_id: order.order_id, body: await world.gateway.pay(window) }
    }),
  )
  world.gateway.faults.add({ kind: 'duplicate_webhooks' }, 5)
  world.gateway.faults.add({ kind: 'disordered_webhooks' }, 5)
  world.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' }, 5)
  world.gateway.faults.add({ call: 'read', kind: 'error_500' }, 5)
  for (const { body } of payments) await member.call(transactions.confirmPayment, { body })
  const looks = async () => {
    const all: (string | null)[] = []
    for (const { order_id } of payments) all.push(await lookedAt(order_id))
    return all
  }
  const before = await looks()
  expect(await world.gateway.deliver()).toBeGreaterThanOrEqual(10)
  for (const [at, look] of (await looks()).entries()) expect(look).not.toBe(before[at])
  for (const { order_id } of payments)
    await world.workNow('process_payment', { order_id: await idOf(order_id) })
  expect(await readMemberLedger(world, member)).toMatchObject({
    ...{ paid_point: 49_000, event_point: 1_500, won: 49_000 },
  })
})
