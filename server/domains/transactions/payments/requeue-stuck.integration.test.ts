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
import { requeueStuck } from '../maintenance.ts'

// The periodic task finds payments and refunds without a live job. `unmatched-payments.integration.test.ts` covers unmatched
// payments.

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.gateway.faults.clear())
afterAll(() => app?.close())

const tenMinutes = 10 * 60_000

async function isLive(key: string): Promise<boolean | undefined> {
  const { rows } = await app.pool.query<{ live: boolean }>('select job_is_queued($1) as live', [
    key,
  ])
  return rows[0]?.live
}

/** Creates an order that is paid at the gateway while the server got no response. */
async function makeUnknownPayment() {
  const member = await makeMember(app)
  const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
  const body = await app.gateway.pay(window)
  app.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { status } = await member.call(transactions.confirmPayment, { body })
  expect(status).toBe('unknown')
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order.order_id],
  )
  return { member, id: rows[0]?.id ?? 0, order_id: order.order_id }
}

const jobFailures = {
  'is gone': (key: string) => deleteWaitingJobs(app, (job) => job.key === key),
  'has used up its attempts': (key: string) => failJobPermanently(app, key),
}

test.each(Object.keys(jobFailures) as (keyof typeof jobFailures)[])(
  'gives an order whose job %s a new job after ten minutes and completes it',
  async (failure) => {
    const { member, id, order_id } = await makeUnknownPayment()
    const key = `order:${id}`
    await jobFailures[failure](key)
    app.clock.advance(tenMinutes - 1)
    await requeueStuck(app, 'order')()
    expect(await isLive(key)).toBe(false)
    app.clock.advance(1)
    await app.tend()
    expect(await isLive(key)).toBe(true)
    await app.workNow('process_payment', { order_id: id })
    expect(app.gateway.payments(order_id)).toMatchObject([{ status: 'DONE' }])
    expect((await readMemberLedger(app, member)).won).toBe(1_500)
    expect((await member.call(transactions.listPurchases, { query: {} })).count).toBe(1)
  },
)

test('finds an order whose process stopped after beginning the confirmation', async () => {
  const member = await makeMember(app)
  const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
  const { payment_key } = await app.gateway.pay(window)
  const { rows } = await app.pool.query<{ id: number }>(
    `update orders set status = 'confirming', processing_started_at = $2, payment_key = $3 where order_id = $1 returning id`,
    [order.order_id, app.clock.now(), payment_key],
  )
  const id = rows[0]?.id ?? 0
  app.clock.advance(tenMinutes)
  await requeueStuck(app, 'order')()
  expect(await isLive(`order:${id}`)).toBe(true)
  await app.workNow('process_payment', { order_id: id })
  const read = await member.call(transactions.readOrder, { params: order })
  expect(read).toMatchObject({ status: 'paid' })
})

test('gives a refund without a job a new one after ten minutes and completes it', async () => {
  const member = await makeMember(app)
  const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
  app.gateway.faults.add({ call: 'cancel', kind: 'drop_connection_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  const { id, status } = await member.call(transactions.requestRefund, { body: { order_id } })
  expect(status).toBe('pending')
  const key = `refund:${id}`
  await jobFailures['is gone'](key)
  app.clock.advance(tenMinutes - 1)
  await requeueStuck(app, 'refund')()
  expect(await isLive(key)).toBe(false)
  app.clock.advance(1)
  await requeueStuck(app, 'refund')()
  expect(await isLive(key)).toBe(true)
  await app.workNow('process_refund', { refund_id: id })
  expect(await readMemberLedger(app, member)).toMatchObject({ won: 0 })
})

test('leaves a scheduled job unchanged', async () => {
  const { id } = await makeUnknownPayment()
  const isJob = ({ key }: { key: string | null }) => key === `order:${id}`
  const readJob = async () => (await readJobs(app)).filter(isJob)
  await rescheduleJobs(app, { isIncluded: isJob, attempts: 9, run_at: new Date('2040-01-01Z') })
  const before = await readJob()
  expect(before).toMatchObject([{ attempts: 9 }])
  app.clock.advance(tenMinutes)
  await requeueStuck(app, 'order')()
  expect(await readJob()).toEqual(before)
  await app.workNow('process_payment', { order_id: id })
})
