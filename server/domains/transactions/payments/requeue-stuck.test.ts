import { transactions } from '#contract/transactions/transactions.ts'
import {
  deleteWaitingJobs,
  failJobPermanently,
  readJobs,
  rescheduleJobs,
} from '#test/fixtures/job-queue.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyByCard,
  makePaidEpisode,
  orderEpisode,
} from '#test/fixtures/payments.ts'
import { openPaymentsTestApp, type PaymentsTestApp } from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requeueStuckPayments } from './requeue-stuck.ts'

// The periodic task finds payments and refunds without a live job. `unmatched-payments.test.ts` covers unmatched
// payments.

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.gateway.faults.clear())
afterAll(() => shop?.close())

const tenMinutes = 10 * 60_000

async function isLive(key: string): Promise<boolean | undefined> {
  const { rows } = await shop.pool.query<{ live: boolean }>('select job_is_queued($1) as live', [
    key,
  ])
  return rows[0]?.live
}

/** Creates an order that is paid at the gateway while the server got no response. */
async function makeUnknownPayment() {
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

const jobFailures = {
  'is gone': (key: string) => deleteWaitingJobs(shop, (job) => job.key === key),
  'has used up its attempts': (key: string) => failJobPermanently(shop, key),
}

test.each(Object.keys(jobFailures) as (keyof typeof jobFailures)[])(
  'gives an order whose job %s a new job after ten minutes and completes it',
  async (failure) => {
    const { member, id, order_id } = await makeUnknownPayment()
    const key = `order:${id}`
    await jobFailures[failure](key)
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

test('finds an order whose process stopped after beginning the confirmation', async () => {
  const member = await makeMember(shop)
  const { order, window } = await orderEpisode(member, await makePaidEpisode(shop))
  const { payment_key } = await shop.gateway.pay(window)
  const { rows } = await shop.pool.query<{ id: number }>(
    `update orders set status = 'confirming', processing_started_at = $2, payment_key = $3 where order_id = $1 returning id`,
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

test('gives a refund without a job a new one after ten minutes and completes it', async () => {
  const member = await makeMember(shop)
  const { order_id } = await buyByCard(shop, member, await makePaidEpisode(shop))
  shop.gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
  shop.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { id, status } = await member.call(transactions.refund, { body: { order_id } })
  expect(status).toBe('reserved')
  const key = `refund:${id}`
  await jobFailures['is gone'](key)
  shop.clock.advance(tenMinutes - 1)
  await requeueStuckPayments(shop)
  expect(await isLive(key)).toBe(false)
  shop.clock.advance(1)
  await requeueStuckPayments(shop)
  expect(await isLive(key)).toBe(true)
  await shop.workNow('process_refund', { refund_id: id })
  expect(await readMemberLedger(shop, member)).toMatchObject({ won: 0 })
})

test('leaves a scheduled job unchanged', async () => {
  const { id } = await makeUnknownPayment()
  const isJob = ({ key }: { key: string | null }) => key === `order:${id}`
  const readJob = async () => (await readJobs(shop)).filter(isJob)
  await rescheduleJobs(shop, { isIncluded: isJob, attempts: 9, run_at: new Date('2040-01-01Z') })
  const before = await readJob()
  expect(before).toMatchObject([{ attempts: 9 }])
  shop.clock.advance(tenMinutes)
  await requeueStuckPayments(shop)
  expect(await readJob()).toEqual(before)
  await shop.workNow('process_payment', { order_id: id })
})
