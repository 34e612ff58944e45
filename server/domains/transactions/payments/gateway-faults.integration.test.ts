import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
} from '#test/fixtures/payments.ts'
import { ProblemResponseError, openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { expireUnpaidOrders } from '../maintenance.ts'

let app: TestApp
beforeAll(
  async () => void (app = await openTestApp({ gateway: true, env: { TOSS_TIMEOUT_MS: '500' } })),
)
afterEach(() => app.gateway.faults.clear())
afterAll(() => app?.close())

async function idOf(order_id: string): Promise<number> {
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [order_id],
  )
  return rows[0]?.id ?? 0
}

/** Whether a live job exists for an order. */
async function hasJob(order_id: string): Promise<boolean | undefined> {
  const { rows } = await app.pool.query<{ is_live: boolean }>(
    'select job_is_queued($1) as is_live',
    [`order:${await idOf(order_id)}`],
  )
  return rows[0]?.is_live
}

const readOrder = (member: TestMember, order_id: string) =>
  member.call(transactions.readOrder, { params: { order_id } })

/** Creates a member with a payment that is authenticated in the window. */
async function agreedPayment(card?: string) {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app)
  const { order, payment_window: window } = await orderEpisode(member, episode_id)
  const body = await app.gateway.pay(window, card)
  const confirm = () => member.call(transactions.confirmPayment, { body })
  return { member, episode_id, body, confirm, order_id: order.order_id }
}

type AgreedPayment = Awaited<ReturnType<typeof agreedPayment>>

/** Expects the payment once at the gateway, in the ledger and as a purchase, or nowhere. */
async function expectConsistent({ member, order_id }: AgreedPayment, is_paid: boolean) {
  const order = await readOrder(member, order_id)
  expect(order.status).toBe(is_paid ? 'paid' : 'failed')
  const gateway_amount = app.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)
  expect(gateway_amount).toBe(is_paid ? 1_500 : 0)
  expect((await readMemberLedger(app, member)).won).toBe(gateway_amount)
  const { count } = await member.call(transactions.listPurchases, { query: {} })
  expect(count).toBe(is_paid ? 1 : 0)
}

const pendingOrdersOf = async (member: TestMember) =>
  (await member.call(transactions.listPendingOrders, {})).results.map(({ order_id }) => order_id)

describe('a gateway fault during confirmation', () => {
  const faultsAfterEffect = [
    'timeout_after',
    'drop_connection_after',
    'error_500_after',
    'html',
    'html_200',
  ] as const
  test.each(faultsAfterEffect)(
    '%s: reads the payment and completes the order immediately',
    async (kind) => {
      const payment = await agreedPayment()
      app.gateway.faults.add({ call: 'confirm', kind })
      expect((await payment.confirm()).status).toBe('paid')
      await expectConsistent(payment, true)
    },
  )

  const faultsBeforeEffect = [
    'timeout_before',
    'drop_connection',
    'error_500',
    'rate_limited',
  ] as const
  test.each(faultsBeforeEffect)(
    '%s: leaves the order unknown until a job completes it',
    async (kind) => {
      const payment = await agreedPayment()
      app.gateway.faults.add({ call: 'confirm', kind })
      expect((await payment.confirm()).status).toBe('unknown')
      expect((await readOrder(payment.member, payment.order_id)).status).toBe('unknown')
      // No other payment for the same episode begins while this one is pending.
      await expect(orderEpisode(payment.member, payment.episode_id)).rejects.toThrow(
        'order_in_progress',
      )
      await expect(buyWithPoints(payment.member, payment.episode_id, 1_500)).rejects.toThrow(
        'order_in_progress',
      )
      // The member can still find the pending order after closing the page.
      expect(await pendingOrdersOf(payment.member)).toEqual([payment.order_id])
      expect(await pendingOrdersOf(await makeMember(app))).toEqual([])
      await app.workNow('process_payment', { order_id: await idOf(payment.order_id) })
      await expectConsistent(payment, true)
      expect(await pendingOrdersOf(payment.member)).toEqual([])
    },
  )

  test.each([...faultsAfterEffect, ...faultsBeforeEffect])(
    '%s with failing reads: the job retries until it gets a response',
    async (kind) => {
      const payment = await agreedPayment()
      app.gateway.faults.add({ call: 'confirm', kind })
      app.gateway.faults.add({ call: 'read', kind: 'error_500' }, 2)
      expect((await payment.confirm()).status).toBe('unknown')
      const order_id = await idOf(payment.order_id)
      await expect(app.workNow('process_payment', { order_id })).rejects.toThrow('unknown')
      await app.workNow('process_payment', { order_id })
      await app.workNow('process_payment', { order_id })
      await expectConsistent(payment, true)
    },
  )

  test.each([
    'ALREADY_PROCESSED_PAYMENT',
    'PROVIDER_ERROR',
    'UNKNOWN_PAYMENT_ERROR',
    'UNAUTHORIZED_KEY',
    'NEVER_HEARD_OF',
  ])('%s is not a decline: reads the payment and confirms again', async (code) => {
    const payment = await agreedPayment()
    app.gateway.faults.add({ call: 'confirm', kind: 'code', code })
    expect((await payment.confirm()).status).toBe('unknown')
    await app.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectConsistent(payment, true)
  })

  test('finds a payment whose response the card company lost', async () => {
    const payment = await agreedPayment('lose_answer')
    await payment.confirm()
    await app.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectConsistent(payment, true)
  })

  test('fails an order that was never paid once the gateway reports it as expired', async () => {
    const payment = await agreedPayment()
    app.gateway.faults.add({ call: 'confirm', kind: 'timeout_before' }, 2)
    expect((await payment.confirm()).status).toBe('unknown')
    app.clock.advance(11 * 60_000)
    await app.workNow('process_payment', { order_id: await idOf(payment.order_id) })
    await expectConsistent(payment, false)
    const again = await orderEpisode(payment.member, payment.episode_id)
    expect(again.order.status).toBe('created')
  })

  test('declines an unknown payment key without blocking the member', async () => {
    const payment = await agreedPayment()
    const body = { ...payment.body, payment_key: 'unknown-key' }
    const error = await payment.member
      .call(transactions.confirmPayment, { body })
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ProblemResponseError)
    await expectConsistent(payment, false)
  })
})

describe('a killed server', () => {
  test('between begin and complete: the job completes the payment once', async () => {
    const payment = await agreedPayment()
    const id = await idOf(payment.order_id)
    await app.pool.query(
      `update orders set status = 'confirming', processing_started_at = $2, payment_key = $3 where id = $1`,
      [id, app.clock.now(), payment.body.payment_key],
    )
    expect((await payment.confirm()).status).toBe('confirming')
    await app.workNow('process_payment', { order_id: id })
    await app.workNow('process_payment', { order_id: id })
    await expectConsistent(payment, true)
  })

  test('between the gateway response and completion: the job completes it and nothing is paid twice', async () => {
    const payment = await agreedPayment()
    app.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
    app.gateway.faults.add({ call: 'read', kind: 'drop_connection' })
    await payment.confirm()
    const order_id = await idOf(payment.order_id)
    await Promise.all(
      Array.from({ length: 6 }, () => app.workNow('process_payment', { order_id }).catch(() => {})),
    )
    await app.workNow('process_payment', { order_id })
    await expectConsistent(payment, true)
  })

  test('commits the intent and its job in one transaction', async () => {
    const payment = await agreedPayment()
    app.gateway.faults.add({ call: '*', kind: 'drop_connection' }, 2)
    await payment.confirm()
    expect(await hasJob(payment.order_id)).toBe(true)
  })
})

test('commits the intent and holds no transaction open during the gateway request', async () => {
  const payment = await agreedPayment()
  app.gateway.faults.add({ call: 'confirm', kind: 'hold' })
  const confirming = payment.confirm()
  await expect.poll(() => app.gateway.faults.holding).toBe(1)
  expect((await readOrder(payment.member, payment.order_id)).status).toBe('confirming')
  // A worker completes the payment if this server dies now.
  expect(await hasJob(payment.order_id)).toBe(true)
  // A second tab gets the current status without waiting.
  expect((await payment.confirm()).status).toBe('confirming')
  const { rows } = await app.pool.query(
    `select query from pg_stat_activity where datname = current_database() and xact_start is not null
       and pid <> pg_backend_pid() and application_name = 'hanpyeon server'`,
  )
  expect(rows).toEqual([])
  app.gateway.faults.release()
  await confirming
  // On a slow machine the request has timed out by now and the server reads the payment.
  await app.workNow('process_payment', { order_id: await idOf(payment.order_id) })
  await expectConsistent(payment, true)
})

test.each(['hold', 'error_500'] as const)(
  'keeps and completes an order whose window reports closing during its payment (%s)',
  async (kind) => {
    const payment = await agreedPayment()
    const { member, order_id } = payment
    const abandon = () =>
      member.call(transactions.abandonOrder, {
        params: { order_id },
        body: { code: 'PAY_PROCESS_CANCELED' },
      })
    app.gateway.faults.add({ call: 'confirm', kind })
    const confirming = payment.confirm()
    await (kind === 'error_500'
      ? confirming
      : vi.waitUntil(() => app.gateway.faults.holding === 1, { timeout: 20_000 }))
    // On a slow machine the request has timed out by now and the server reads the payment.
    const under_way = expect.stringMatching(/^(confirming|unknown)$/)
    expect(await abandon()).toMatchObject({ status: under_way, failure: null })
    app.gateway.faults.release()
    await confirming
    await app.workNow('process_payment', { order_id: await idOf(order_id) })
    expect(await abandon()).toMatchObject({ status: 'paid', failure: null })
    await expectConsistent(payment, true)
  },
)

test('fails an unpaid order once its window has expired', async () => {
  const member = await makeMember(app)
  const { order } = await orderEpisode(member, await makePaidEpisode(app))
  await expireUnpaidOrders(app)
  expect((await readOrder(member, order.order_id)).status).toBe('created')
  app.clock.advance(30 * 60_000 - 1)
  await expireUnpaidOrders(app)
  expect((await readOrder(member, order.order_id)).status).toBe('created')
  app.clock.advance(1)
  await expireUnpaidOrders(app)
  const ended = await readOrder(member, order.order_id)
  expect(ended).toMatchObject({ status: 'failed', failure: { code: 'WINDOW_ENDED' } })
})
