import { transactions } from '#contract/transactions/transactions.ts'
import type { Payment } from '#server/adapters/payments/index.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  isJobDue,
  makePaidEpisode,
  orderEpisode,
} from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../reconciliation/reconcile.ts'
import { recordUnmatchedPayment } from './unmatched-payments.ts'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.gateway.faults.clear())
afterAll(() => shop?.close())

/** Somebody has the gateway take another amount for an order of ours, and then says that it was paid. */
async function payWrong(member: TestMember) {
  const { order, window } = await orderEpisode(
    member,
    await makePaidEpisode(shop, { price: 2_000 }),
  )
  const agreed = await shop.gateway.pay({ ...window, amount: 100 })
  const taken = await shop.parts.payments.confirm(agreed, `others-${order.order_id}`)
  expect(taken.fate).toBe('done')
  const body = { payment_key: agreed.payment_key, order_id: order.order_id, amount: 2_000 }
  await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
  expect(await member.call(transactions.readOrder, { params: order })).toMatchObject({
    ...{ status: 'failed', failure: { code: 'PAYMENT_MISMATCH' } },
  })
  return { order_id: order.order_id, payment_key: agreed.payment_key }
}

/** The jobs of stray payments, as the worker does them. */
async function workStrays() {
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from stray_payments where status = 'reserved' and job_is_live('stray:' || id)`,
  )
  // P8
  for (const { id } of rows) expect(await isJobDue(shop, `stray:${id}`)).toBe(true)
  for (const { id } of rows) await shop.workNow('cancel_unmatched_payment', { stray_id: id })
  return rows.length
}

const today = () => {
  const now = shop.clock.now().getTime()
  return { from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) }
}

const statusOf = (order_id: string) =>
  shop.gateway.payments(order_id).map(({ status, balanceAmount }) => [status, balanceAmount])

test('what was taken of another amount goes back by itself, is never booked, and is seen until it has', async () => {
  const member = await makeMember(shop)
  const { order_id } = await payWrong(member)
  expect((await reconcile(shop.parts, today())).differences).toMatchObject([
    { kind: 'under_way', movement: 'payment', order_id, at_gateway: 100 },
  ])
  expect(await workStrays()).toBeGreaterThan(0)
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
  expect(await reconcile(shop.parts, today())).toMatchObject({ differences: [], open_cases: [] })
  expect(await readMemberLedger(shop, member)).toMatchObject({ won: 0 })
})

test.each(['error_500', 'error_500_after', 'drop_connection_after'] as const)(
  'the gateway fails with %s: asked again, and gone once',
  async (kind) => {
    const { order_id } = await payWrong(await makeMember(shop))
    shop.gateway.faults.add({ call: 'cancel', kind })
    shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
    await expect(workStrays()).rejects.toThrow('Stray')
    await workStrays()
    expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
    expect((await reconcile(shop.parts, today())).differences).toEqual([])
  },
)

test('not cancelled, as reading says: it is asked for again until it is', async () => {
  const { order_id } = await payWrong(await makeMember(shop))
  shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  await expect(workStrays()).rejects.toThrow('unknown')
  expect(statusOf(order_id)).toEqual([['DONE', 100]])
  await workStrays()
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
})

test('its job was lost: the round puts it in again', async () => {
  const { order_id } = await payWrong(await makeMember(shop))
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  await owner.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'cancel_unmatched_payment'`,
  )
  await owner.end()
  expect(await workStrays()).toBe(0)
  shop.clock.advance(11 * 60_000)
  await shop.tend()
  expect(await workStrays()).toBe(1)
  expect(statusOf(order_id)).toEqual([['CANCELED', 0]])
})

test('cancelled by hand meanwhile, the gateway refuses: it is gone, and nobody has to see to it', async () => {
  const { payment_key } = await payWrong(await makeMember(shop))
  await shop.parts.payments.cancel({ payment_key, reason: '손으로' }, 'by hand')
  shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
  await workStrays()
  expect(await reconcile(shop.parts, today())).toMatchObject({ differences: [], open_cases: [] })
})

test('the gateway refuses for good: one open case, and a difference of its day', async () => {
  const { order_id, payment_key } = await payWrong(await makeMember(shop))
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from stray_payments where payment_key = $1',
    [payment_key],
  )
  const work = () => shop.workNow('cancel_unmatched_payment', { stray_id: rows[0]?.id ?? 0 })
  shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' }, 8)
  // However many are at it.
  await Promise.allSettled(Array.from({ length: 8 }, work))
  expect(await reconcile(shop.parts, today())).toMatchObject({
    differences: [{ kind: 'not_booked', order_id, at_gateway: 100 }],
    open_cases: [{ kind: 'payment', order_id, payment_key, amount: 100 }],
  })
})

test('of another currency it may be no whole amount: the order closes all the same', async () => {
  const { order } = await orderEpisode(await makeMember(shop), await makePaidEpisode(shop))
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  const payment = { payment_key: `usd-${order.order_id}`, balance_amount: 20.5 } as Payment
  await shop.transact((tx) =>
    recordUnmatchedPayment(tx, { id: rows[0]?.id ?? 0 }, payment, shop.clock.now()),
  )
  const { rows: kept } = await shop.pool.query(
    'select amount, status from stray_payments where payment_key = $1',
    [payment.payment_key],
  )
  expect(kept).toEqual([{ amount: 21, status: 'reserved' }])
})
