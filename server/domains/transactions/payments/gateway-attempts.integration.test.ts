import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSystemUnderTest } from '#test/payments-model/system-under-test.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import {
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  topUp,
} from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentDependencies } from '../dependencies.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { processRefundJob } from '../refunds/refund-order.ts'

// Toss Payments stores the response to an Idempotency-Key for 15 days and repeats it, errors included:
// docs.tosspayments.com/guides/using-api/idempotency-key

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const storedCode = 'FAILED_INTERNAL_SYSTEM_PROCESSING'

async function rows<R extends object>(sql: string, values: unknown[]) {
  return (await app.pool.query<R>(sql, values)).rows
}

/** The amounts of the cancels that the gateway made for an order, in won. */
const cancelsOf = (order_id: string) =>
  app.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id && transaction.status !== 'DONE')
    .map(({ amount }) => amount)

async function expectInvariants(member: TestMember) {
  const [wallet] = await rows<{ id: number }>('select id from wallets where member_id = $1', [
    member.id,
  ])
  expect(await brokenInvariants(app.pool, wallet?.id ?? 0)).toEqual([])
}

/** Creates a new member with an episode bought by card. */
async function buyEpisode() {
  const member = await makeMember(app)
  const episode_id = await makePaidEpisode(app, { price: 1_500 })
  const { order_id } = await buyByCard(app, member, episode_id)
  return { member, episode_id, order_id }
}

const requestRefundAs = ({ member, episode_id }: { member: TestMember; episode_id: number }) =>
  member.call(transactions.requestRefund, { body: { episode_id } })

async function refundOf(order_id: string) {
  const [refund] = await rows<{ id: number; status: string }>(
    'select id, status from refunds where order_id = (select id from orders where order_id = $1)',
    [order_id],
  )
  return refund ?? { id: 0, status: 'missing' }
}

const attemptsOf = (refund_id: number) =>
  rows<{ attempt: number; state: string; error_code: string | null }>(
    'select attempt, state, error_code from gateway_attempts where refund_id = $1 order by attempt',
    [refund_id],
  )

const runRefundJob = (refund_id: number) =>
  app.workNow('process_refund', { refund_id }).catch((error: Error) => error.message)

describe('a refund', () => {
  it('uses a new key after the gateway stored an error that had no effect', async () => {
    const bought = await buyEpisode()
    app.gateway.faults.add({ call: 'cancel', kind: 'stored_code', code: storedCode })
    expect(await requestRefundAs(bought)).toMatchObject({ status: 'pending' })
    const { id } = await refundOf(bought.order_id)
    await runRefundJob(id)
    await runRefundJob(id)
    expect(await refundOf(bought.order_id)).toMatchObject({ status: 'succeeded' })
    expect(cancelsOf(bought.order_id)).toEqual([1_500])
    expect(await attemptsOf(id)).toEqual([
      { attempt: 1, state: 'no_effect', error_code: storedCode },
      { attempt: 2, state: 'succeeded', error_code: null },
    ])
    await expectInvariants(bought.member)
  })

  it('settles without a second cancel when the payment was cancelled despite the stored error', async () => {
    const bought = await buyEpisode()
    app.gateway.faults.add({ call: 'cancel', kind: 'stored_code_after', code: storedCode })
    app.gateway.faults.add({ call: 'read', kind: 'error_500' })
    expect(await requestRefundAs(bought)).toMatchObject({ status: 'pending' })
    const { id } = await refundOf(bought.order_id)
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, state: 'errored' }])
    await runRefundJob(id)
    expect(await refundOf(bought.order_id)).toMatchObject({ status: 'succeeded' })
    expect(cancelsOf(bought.order_id)).toEqual([1_500])
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, state: 'succeeded' }])
  })

  it('keeps its key until a response arrives', async () => {
    const bought = await buyEpisode()
    app.gateway.faults.add({ call: 'cancel', kind: 'drop_connection' }, 3)
    await requestRefundAs(bought)
    const { id } = await refundOf(bought.order_id)
    await runRefundJob(id)
    await runRefundJob(id)
    expect(await attemptsOf(id)).toEqual([{ attempt: 1, state: 'open', error_code: null }])
    await runRefundJob(id)
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, state: 'succeeded' }])
    expect(cancelsOf(bought.order_id)).toEqual([1_500])
  })

  it('is cancelled once by 24 clients while the gateway stores errors', async () => {
    const member = await makeMember(app)
    const { order_id } = await topUp(app, member, 10_000)
    for (const kind of ['stored_code', 'stored_code', 'stored_code_after'] as const)
      app.gateway.faults.add({ call: 'cancel', kind, code: storedCode })
    const request = () => member.call(transactions.requestRefund, { body: { order_id } })
    await Promise.allSettled(Array.from({ length: 24 }, request))
    const { id } = await refundOf(order_id)
    for (let run = 0; run < 4; run++)
      await Promise.all(Array.from({ length: 6 }, () => runRefundJob(id)))
    expect(await refundOf(order_id)).toMatchObject({ status: 'succeeded' })
    expect(cancelsOf(order_id)).toEqual([10_000])
    const live = (await attemptsOf(id)).filter(({ state }) => state !== 'no_effect')
    expect(live).toMatchObject([{ state: 'succeeded' }])
    await expectInvariants(member)
  })

  it('fails and keeps the purchase when a later attempt is declined for good', async () => {
    const bought = await buyEpisode()
    app.gateway.faults.add({ call: 'cancel', kind: 'stored_code', code: storedCode })
    app.gateway.faults.add({ call: 'cancel', kind: 'stored_code', code: 'NOT_CANCELABLE_PAYMENT' })
    await requestRefundAs(bought)
    const { id } = await refundOf(bought.order_id)
    await runRefundJob(id)
    expect(await refundOf(bought.order_id)).toMatchObject({ status: 'failed' })
    expect(cancelsOf(bought.order_id)).toEqual([])
    expect(await attemptsOf(id)).toMatchObject([{ state: 'no_effect' }, { state: 'no_effect' }])
    await expectInvariants(bought.member)
  })

  it('fails when more was cancelled in the gateway console than was to be refunded', async () => {
    const member = await makeMember(app)
    const { order_id } = await topUp(app, member, 10_000)
    await buyWithPoints(member, await makePaidEpisode(app, { price: 4_000 }), 4_000)
    const [payment] = app.gateway.payments(order_id)
    const payment_key = payment?.paymentKey ?? ''
    await app.parts.payments.cancel({ payment_key, reason: 'console' }, 'console')
    const refunded = await member.call(transactions.requestRefund, { body: { order_id } })
    expect(refunded).toMatchObject({ status: 'failed' })
    await expectInvariants(member)
  })

  it.each(['stored_code', 'stored_code_after'] as const)(
    'makes one cancel whichever step the process dies at (%s)',
    async (kind) => {
      const real = await openSystemUnderTest(app, [])
      const episode_id = await makePaidEpisode(app, { price: 1_500 })
      const { order_id } = await buyByCard(app, real.member, episode_id)
      await expect(requestRefund(partsDyingAt(0), real.payer(), { episode_id })).rejects.toThrow(
        'process died',
      )
      app.gateway.faults.add({ call: 'cancel', kind, code: storedCode })
      const { id } = await refundOf(order_id)
      let crashes = 0
      for (let step = 0; step < 60; step++) {
        const deps = partsDyingAt(step)
        const outcome = await processRefundJob(deps, id).then(
          () => 'succeeded',
          (error: Error) => error.message,
        )
        if (outcome === 'process died') crashes += 1
        expect(cancelsOf(order_id).length).toBeLessThanOrEqual(1)
        if (outcome === 'succeeded') break
      }
      expect(crashes).toBeGreaterThan(4)
      expect(await refundOf(order_id)).toMatchObject({ status: 'succeeded' })
      expect(cancelsOf(order_id)).toEqual([1_500])
      await expectInvariants(real.member)
    },
  )
})

/**
 * The dependencies of a process that dies at its nth step. A step is the moment before or after a transaction or a
 * gateway call.
 */
function partsDyingAt(nth: number): PaymentDependencies {
  let stepCount = 0
  const step = () => {
    if (stepCount++ === nth) throw new Error('process died')
  }
  const { payments, transact } = app.parts
  return {
    ...app.parts,
    transact: async (work) => {
      step()
      const result = await transact(work)
      step()
      return result
    },
    payments: {
      ...payments,
      cancel: async (...request) => {
        step()
        const result = await payments.cancel(...request)
        step()
        return result
      },
      getPayment: async (payment_key) => {
        step()
        const result = await payments.getPayment(payment_key)
        step()
        return result
      },
    },
  }
}

describe('the attempts of a refund in the database', () => {
  const insert = (refund_id: number, attempt: number) =>
    app.pool.query(
      `insert into gateway_attempts (refund_id, attempt, idempotency_key, started_at)
       values ($1, $2, $3, now())`,
      [refund_id, attempt, `test-${refund_id}-${attempt}`],
    )

  it('reject a second attempt while one may have had an effect', async () => {
    const bought = await buyEpisode()
    app.gateway.faults.add({ call: 'cancel', kind: 'drop_connection' })
    await requestRefundAs(bought)
    const { id } = await refundOf(bought.order_id)
    await expect(insert(id, 2)).rejects.toThrow('gateway_attempts_one_live_refund')
    await expect(
      app.pool.query('delete from gateway_attempts where refund_id = $1', [id]),
    ).rejects.toThrow()
    await runRefundJob(id)
    await expect(insert(id, 2)).rejects.toThrow('A settled target cannot be attempted again')
    await expect(
      app.pool.query(
        `update gateway_attempts set state = 'open', ended_at = null where refund_id = $1`,
        [id],
      ),
    ).rejects.toThrow('An attempt ends once and its target cannot change')
  })
})

describe('a payment of another amount', () => {
  it.each(['stored_code', 'stored_code_after'] as const)(
    'is cancelled once when the gateway stores an error (%s)',
    async (kind) => {
      const member = await makeMember(app)
      const { order, payment_window: window } = await orderEpisode(
        member,
        await makePaidEpisode(app, { price: 2_000 }),
      )
      const agreement = await app.gateway.pay({ ...window, amount: 100 })
      await app.parts.payments.confirm(agreement, `others-${order.order_id}`)
      const body = { ...agreement, amount: 2_000 }
      await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
      const [unmatchedPayment] = await rows<{ id: number }>(
        'select id from unmatched_payments where payment_key = $1',
        [agreement.payment_key],
      )
      app.gateway.faults.add({ call: 'cancel', kind, code: storedCode })
      const work = () =>
        app
          .workNow('cancel_unmatched_payment', { unmatched_payment_id: unmatchedPayment?.id ?? 0 })
          .catch(() => undefined)
      await work()
      await work()
      expect(
        await rows('select status from unmatched_payments where id = $1', [unmatchedPayment?.id]),
      ).toEqual([{ status: 'cancelled' }])
      expect(cancelsOf(order.order_id)).toEqual([100])
    },
  )
})

describe('a payment by window', () => {
  it('is confirmed with a new key after the gateway stored an error that had no effect', async () => {
    const member = await makeMember(app)
    const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
    const body = await app.gateway.pay(window)
    app.gateway.faults.add({ call: 'confirm', kind: 'stored_code', code: storedCode })
    expect(await member.call(transactions.confirmPayment, { body })).toMatchObject({
      status: 'unknown',
    })
    const [row] = await rows<{ id: number }>('select id from orders where order_id = $1', [
      order.order_id,
    ])
    await app.workNow('process_payment', { order_id: row?.id ?? 0 })
    expect(await member.call(transactions.readOrder, { params: order })).toMatchObject({
      status: 'paid',
    })
    const payments = app.gateway
      .transactions()
      .filter((transaction) => transaction.orderId === order.order_id)
    expect(payments.map(({ status }) => status)).toEqual(['DONE'])
    await expectInvariants(member)
  })

  it('is posted once when it was taken despite the stored error', async () => {
    const member = await makeMember(app)
    const { order, payment_window: window } = await orderEpisode(member, await makePaidEpisode(app))
    const body = await app.gateway.pay(window)
    app.gateway.faults.add({ call: 'confirm', kind: 'stored_code_after', code: storedCode })
    expect(await member.call(transactions.confirmPayment, { body })).toMatchObject({
      status: 'paid',
    })
    const payments = app.gateway
      .transactions()
      .filter((transaction) => transaction.orderId === order.order_id)
    expect(payments.map(({ status }) => status)).toEqual(['DONE'])
  })
})

describe('a registered card', () => {
  it('is charged with a new order after the gateway stored an error for the charge', async () => {
    const member = await makeSubscriber(app, plans.basic)
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'stored_code', code: storedCode })
    await app.pass(31)
    const latest = async () =>
      (
        await rows<{ id: number; status: string }>(
          `select o.id, o.status from orders o join wallets w on w.id = o.wallet_id
           where w.member_id = $1 order by o.id desc limit 1`,
          [member.id],
        )
      )[0]
    const first = await latest()
    expect(first).toMatchObject({ status: 'unknown' })
    // A charge has no window that ends: 15 minutes without a payment rule one out.
    app.clock.advance(15 * 60_000)
    await app.workNow('process_payment', { order_id: first?.id ?? 0 })
    expect(await latest()).toMatchObject({ id: first?.id, status: 'failed' })
    await app.pass(1)
    const second = await latest()
    expect(second?.id).not.toBe(first?.id)
    expect(second).toMatchObject({ status: 'paid' })
  })

  it('is registered although the gateway stored an error for issuing its billing key', async () => {
    const member = await makeCustomer(app)
    app.gateway.faults.add({ call: 'issueBillingKey', kind: 'stored_code', code: storedCode })
    await member.register()
    expect((await member.mine()).card).toMatchObject({ company: expect.any(String) as string })
  })
})
