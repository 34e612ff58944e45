import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyByCard,
  makePaidEpisode,
  orderEpisode,
} from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requeueStuckPayments } from './requeue-stuck.ts'

// What is under way and has no job any more is found by the round; stray payments in their own test.

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.gateway.faults.clear())
afterAll(() => shop?.close())

const tenMinutes = 10 * 60_000

async function asOwner(sql: string) {
  const owner = new pg.Client({ connectionString: shop.owner_url })
  await owner.connect()
  const { rows } = await owner.query(sql)
  await owner.end()
  return rows
}

async function isLive(key: string): Promise<boolean | undefined> {
  const { rows } = await shop.pool.query<{ live: boolean }>('select job_is_live($1) as live', [key])
  return rows[0]?.live
}

/** An order that the gateway took the money for, and told nobody. */
async function paidUntold() {
  const member = await makeMember(shop)
  const { order, window } = await orderEpisode(member, await makePaidEpisode(shop))
  const body = await shop.gateway.pay(window)
  shop.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { status } = await member.call(transactions.confirmPayment, { body })
  expect(status).toBe('unknown')
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  return { member, id: rows[0]?.id ?? 0, order_id: order.order_id }
}

const losses = {
  'is gone': (key: string) => `delete from graphile_worker._private_jobs where key = '${key}'`,
  'has used up its attempts': (key: string) =>
    `update graphile_worker._private_jobs set attempts = max_attempts where key = '${key}'`,
}

test.each(Object.keys(losses) as (keyof typeof losses)[])(
  'an order whose job %s gets another after ten minutes, and is paid',
  async (loss) => {
    const { member, id, order_id } = await paidUntold()
    const key = `order:${id}`
    await asOwner(losses[loss](key))
    shop.clock.advance(tenMinutes - 1)
    await requeueStuckPayments(shop)
    expect(await isLive(key)).toBe(false)
    shop.clock.advance(1)
    await shop.tend()
    expect(await isLive(key)).toBe(true)
    await shop.workNow('process_payment', { order_id: id })
    expect(shop.gateway.payments(order_id)).toMatchObject([{ status: 'DONE' }])
    expect((await readMemberLedger(shop, member)).won).toBe(1_500)
    expect((await member.call(transactions.listPurchases, { query: {} })).count).toBe(1)
  },
)

test('an order that nobody came to ask about after it was reserved is found, too', async () => {
  const member = await makeMember(shop)
  const { order, window } = await orderEpisode(member, await makePaidEpisode(shop))
  const { payment_key } = await shop.gateway.pay(window)
  const { rows } = await shop.pool.query<{ id: number }>(
    `update orders set status = 'confirming', confirming_at = $2, payment_key = $3 where order_id = $1 returning id`,
    [order.order_id, shop.clock.now(), payment_key],
  )
  const id = rows[0]?.id ?? 0
  shop.clock.advance(tenMinutes)
  await requeueStuckPayments(shop)
  expect(await isLive(`order:${id}`)).toBe(true)
  await shop.workNow('process_payment', { order_id: id })
  const read = await member.call(transactions.readOrder, { params: order })
  expect(read).toMatchObject({ status: 'paid' })
})

test('a refund whose job is gone gets another after ten minutes, and is settled', async () => {
  const member = await makeMember(shop)
  const { order_id } = await buyByCard(shop, member, await makePaidEpisode(shop))
  shop.gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
  shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { id, status } = await member.call(transactions.refund, { body: { order_id } })
  expect(status).toBe('reserved')
  const key = `refund:${id}`
  await asOwner(losses['is gone'](key))
  shop.clock.advance(tenMinutes - 1)
  await requeueStuckPayments(shop)
  expect(await isLive(key)).toBe(false)
  shop.clock.advance(1)
  await requeueStuckPayments(shop)
  expect(await isLive(key)).toBe(true)
  await shop.workNow('process_refund', { refund_id: id })
  expect(await readMemberLedger(shop, member)).toMatchObject({ won: 0 })
})

test('a job that waits for its turn is left to it', async () => {
  const { id } = await paidUntold()
  const turn = () =>
    asOwner(`select run_at, attempts from graphile_worker._private_jobs where key = 'order:${id}'`)
  await asOwner(
    `update graphile_worker._private_jobs set attempts = 9, run_at = '2040-01-01Z' where key = 'order:${id}'`,
  )
  const before = await turn()
  expect(before).toMatchObject([{ attempts: 9 }])
  shop.clock.advance(tenMinutes)
  await requeueStuckPayments(shop)
  expect(await turn()).toEqual(before)
  await shop.workNow('process_payment', { order_id: id })
})
