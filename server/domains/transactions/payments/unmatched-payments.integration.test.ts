import { transactions } from '#contract/transactions/transactions.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import { deleteWaitingJobs, isJobDue } from '#test/fixtures/job-queue.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger, makePaidEpisode, orderEpisode } from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../reconciliation/reconcile.ts'
import { recordUnmatchedPayment } from './unmatched-payments.ts'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.gateway.faults.clear())
afterAll(() => app?.close())

/** Pays another amount than that of the order and confirms with the amount of the order. */
async function payWrongAmount(member: TestMember) {
  const { order, payment_window: window } = await orderEpisode(
    member,
    await makePaidEpisode(app, { price: 2_000 }),
  )
  const payment = await app.gateway.pay({ ...window, amount: 100 })
  const result = await app.parts.payments.confirm(payment, `others-${order.order_id}`)
  expect(result.status).toBe('done')
  const body = { payment_key: payment.payment_key, order_id: order.order_id, amount: 2_000 }
  await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
  expect(await member.call(transactions.readOrder, { params: order })).toMatchObject({
    status: 'failed',
    failure: { code: 'PAYMENT_MISMATCH' },
  })
  return { order_id: order.order_id, payment_key: payment.payment_key }
}

/** Runs the jobs of unmatched payments as a worker does. */
async function cancelUnmatchedPayments() {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from unmatched_payments where status = 'pending' and job_is_queued('unmatched:' || id)`,
  )
  // They are cancelled at once.
  for (const { id } of rows) expect(await isJobDue(app, `unmatched:${id}`)).toBe(true)
  for (const { id } of rows)
    await app.workNow('cancel_unmatched_payment', { unmatched_payment_id: id })
  return rows.length
}

const today = () => {
  const now = app.clock.now().getTime()
  return { from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) }
}

const statusOf = (order_id: string) =>
  app.gateway.payments(order_id).map(({ status, balanceAmount }) => [status, balanceAmount])

test('cancels a payment of another amount, never posts it, and reports it until it is cancelled', async () => {
  const member = await makeMember(app)
  const { order_id } = await payWrongAmount(member)
  expect((await reconcile(app.parts, today())).differences).toMatchObject([
    { kind: 'under_way', movement: 'payment', order_id, gateway_amount: 100 },
  ])
  expect(await cancelUnmatchedPayments()).toBeGreaterThan(0)
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
  expect(await reconcile(app.parts, today())).toMatchObject({ differences: [], manual_cases: [] })
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
})

test.each(['error_500', 'error_500_after', 'drop_connection_after'] as const)(
  'cancels once after the gateway fails with %s',
  async (kind) => {
    const { order_id } = await payWrongAmount(await makeMember(app))
    app.gateway.faults.add({ call: 'cancel', kind })
    app.gateway.faults.add({ call: 'read', kind: 'error_500' })
    await expect(cancelUnmatchedPayments()).rejects.toThrow('Unmatched payment')
    await cancelUnmatchedPayments()
    expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
    expect((await reconcile(app.parts, today())).differences).toEqual([])
  },
)

test('requests the cancel again when the payment is read as not cancelled', async () => {
  const { order_id } = await payWrongAmount(await makeMember(app))
  app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  await expect(cancelUnmatchedPayments()).rejects.toThrow('unknown')
  expect(statusOf(order_id)).toEqual([['DONE', 100]])
  await cancelUnmatchedPayments()
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
})

test('enqueues a lost job again', async () => {
  const { order_id } = await payWrongAmount(await makeMember(app))
  await deleteWaitingJobs(app, ({ task }) => task === 'cancel_unmatched_payment')
  expect(await cancelUnmatchedPayments()).toBe(0)
  app.clock.advance(11 * 60_000)
  await app.tend()
  expect(await cancelUnmatchedPayments()).toBe(1)
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
})

test('needs no manual case when the payment was already cancelled in the gateway console', async () => {
  const { payment_key } = await payWrongAmount(await makeMember(app))
  await app.parts.payments.cancel({ payment_key, reason: '손으로' }, 'by hand')
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
  await cancelUnmatchedPayments()
  expect(await reconcile(app.parts, today())).toMatchObject({ differences: [], manual_cases: [] })
})

test('opens one manual case and reports a difference when the gateway declines for good', async () => {
  const { order_id, payment_key } = await payWrongAmount(await makeMember(app))
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from unmatched_payments where payment_key = $1',
    [payment_key],
  )
  const work = () =>
    app.workNow('cancel_unmatched_payment', { unmatched_payment_id: rows[0]?.id ?? 0 })
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' }, 8)
  // Concurrent jobs open only one case.
  await Promise.allSettled(Array.from({ length: 8 }, work))
  expect(await reconcile(app.parts, today())).toMatchObject({
    differences: [{ kind: 'not_booked', order_id, gateway_amount: 100 }],
    manual_cases: [{ kind: 'payment', order_id, payment_key, amount: 100 }],
  })
})

test('closes the order when the amount in another currency is fractional', async () => {
  const { order } = await orderEpisode(await makeMember(app), await makePaidEpisode(app))
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  const payment = { payment_key: `usd-${order.order_id}`, balance_amount: 20.5 } as Payment
  await app.transact((tx) => recordUnmatchedPayment(tx, rows[0]?.id ?? 0, payment, app.clock.now()))
  const { rows: payments } = await app.pool.query(
    'select amount, status from unmatched_payments where payment_key = $1',
    [payment.payment_key],
  )
  expect(payments).toEqual([{ amount: 21, status: 'pending' }])
})

test('fails an order whose payment was cancelled in part before it was recorded, and cancels the rest', async () => {
  const member = await makeMember(app)
  const episode = await makePaidEpisode(app, { price: 2_000 })
  const { order, payment_window: window } = await orderEpisode(member, episode)
  const payment = await app.gateway.pay(window)
  await app.parts.payments.confirm(payment, `others-${order.order_id}`)
  const { payment_key } = payment
  await app.parts.payments.cancel({ payment_key, reason: '부분 취소', amount: 500 }, 'partly')
  const body = { payment_key, order_id: order.order_id, amount: 2_000 }
  await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
  expect(await member.call(transactions.readOrder, { params: order })).toMatchObject({
    status: 'failed',
    failure: { code: 'PARTIAL_CANCELED' },
  })
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from unmatched_payments where payment_key = $1',
    [payment_key],
  )
  await app.workNow('cancel_unmatched_payment', { unmatched_payment_id: rows[0]!.id })
  expect(statusOf(order.order_id)).toEqual([['CANCELED', 0]])
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
  const { differences } = await reconcile(app.parts, today())
  expect(differences.filter(({ order_id }) => order_id === order.order_id)).toEqual([])
  // The item is free again.
  expect((await orderEpisode(member, episode)).order.status).toBe('created')
})
