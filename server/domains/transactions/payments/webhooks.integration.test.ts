import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  openWebhookFixture,
  type WebhookFixture,
  readMemberLedger,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
} from '#test/fixtures/payments.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Webhooks are unsigned and arrive in any order, so the server trusts none of their content.

let fixture: WebhookFixture
let app: TestApp
beforeAll(async () => {
  fixture = await openWebhookFixture()
  app = fixture.app
})
afterEach(() => app.gateway.faults.clear())
afterAll(() => fixture?.close())

/** Creates a member with a payment that is authenticated in the window and not confirmed. */
async function agreedPayment() {
  const member = await makeMember(app)
  const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
  return { member, order_id: order.order_id, body: await app.gateway.pay(window) }
}

/** The time at which a job next processes an order; null without a job. */
async function nextRunAt(order_id: string): Promise<string | null> {
  const { rows } = await fixture.owner.query<{ run_at: string }>(
    `select run_at::text from graphile_worker.jobs where key = $1`,
    [`order:${await fixture.idOf(order_id)}`],
  )
  return rows[0]?.run_at ?? null
}

test('accepts webhooks from any sender and ignores forged ones', async () => {
  const { member, order_id, body } = await agreedPayment()
  const forged = { status: 'DONE', paymentKey: body.payment_key, totalAmount: 1_500 }
  for (const data of [
    { orderId: order_id, ...forged },
    { orderId: 'no-order-of-ours' },
    { orderId: `'; drop table orders; --` },
    { orderId: 7 },
    {},
  ])
    expect((await fixture.sendWebhook(data)).status).toBe(200)
  expect((await fixture.sendWebhook({ orderId: order_id }, 'BILLING_DELETED')).status).toBe(200)
  expect((await fixture.readOrder(member, order_id)).status).toBe('created')
  expect(await nextRunAt(order_id)).toBeNull()
  // The job changes nothing either, because no confirmation was requested.
  await app.workNow('process_payment', { order_id: await fixture.idOf(order_id) })
  expect((await fixture.readOrder(member, order_id)).status).toBe('created')
  expect((await readMemberLedger(app, member)).won).toBe(0)
})

test('reschedules the job of an uncertain payment to now and ignores the content of the webhook', async () => {
  const { member, order_id, body } = await agreedPayment()
  app.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  expect((await member.call(transactions.confirmPayment, { body })).status).toBe('unknown')
  const before = await nextRunAt(order_id)
  expect(before).not.toBeNull()
  await fixture.sendWebhook({
    orderId: order_id,
    status: 'CANCELED',
    paymentKey: 'another',
    totalAmount: 1,
  })
  expect(await nextRunAt(order_id)).not.toBe(before)
  await app.workNow('process_payment', { order_id: await fixture.idOf(order_id) })
  expect(await fixture.readOrder(member, order_id)).toMatchObject({ status: 'paid', amount: 1_500 })
  expect((await readMemberLedger(app, member)).won).toBe(1_500)
})

test('ignores forged webhooks for a completed payment', async () => {
  const { member, order_id, body } = await agreedPayment()
  await member.call(transactions.confirmPayment, { body })
  const before = [await fixture.readOrder(member, order_id), await readMemberLedger(app, member)]
  for (const status of ['CANCELED', 'ABORTED', 'EXPIRED', 'DONE', 'PARTIAL_CANCELED'])
    await fixture.sendWebhook({
      orderId: order_id,
      status,
      paymentKey: body.payment_key,
      totalAmount: 1_500,
    })
  await app.workNow('process_payment', { order_id: await fixture.idOf(order_id) })
  expect([await fixture.readOrder(member, order_id), await readMemberLedger(app, member)]).toEqual(
    before,
  )
})

test('completes five payments when the webhooks of the gateway arrive twice and out of order', async () => {
  const member = await makeMember(app)
  const payments = await Promise.all(
    [1_000, 3_000, 5_000, 10_000, 30_000].map(async (amount) => {
      const { payment_window: window, order } = await orderTopUp(member, amount)
      if (!window) throw new Error('expected a payment window for the top-up')
      return { amount, order_id: order.order_id, body: await app.gateway.pay(window) }
    }),
  )
  app.gateway.faults.add({ kind: 'duplicate_webhooks' }, 5)
  app.gateway.faults.add({ kind: 'disordered_webhooks' }, 5)
  app.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' }, 5)
  app.gateway.faults.add({ call: 'read', kind: 'error_500' }, 5)
  for (const { body } of payments) await member.call(transactions.confirmPayment, { body })
  const nextRuns = async () => {
    const runs: (string | null)[] = []
    for (const { order_id } of payments) runs.push(await nextRunAt(order_id))
    return runs
  }
  const before = await nextRuns()
  expect(await app.gateway.deliver()).toBeGreaterThanOrEqual(10)
  for (const [index, run] of (await nextRuns()).entries()) expect(run).not.toBe(before[index])
  for (const { order_id } of payments)
    await app.workNow('process_payment', { order_id: await fixture.idOf(order_id) })
  expect(await readMemberLedger(app, member)).toMatchObject({
    paid_point: 49_000,
    event_point: 1_500,
    won: 49_000,
  })
})
