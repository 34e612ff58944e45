import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { cancelErrorCodes } from '#server/adapters/payments/index.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import {
  readMemberLedger,
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
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { ProblemResponseError } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEntitlementFinder } from '../entitlements/entitlement-queries.ts'
import { recordPurchaseUse } from '../entitlements/entitlement-queries.ts'
import { recordPlanUse } from '../entitlements/entitlement-queries.ts'

const day = 86_400_000
let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.requestRefund, { body })

const purchaseOf = async (member: TestMember, episode_id: number) => {
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  return results.find(({ episode }) => episode.id === episode_id)
}

const accessOf = async (member: TestMember, episode_id: number) =>
  (await createEntitlementFinder(app)(member.id, episode_id, app.clock.now()))?.access

/** Balance of an order's payments at the gateway, in won. */
const gatewayBalance = (order_id: string) =>
  app.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

async function expectRefused(
  request: Promise<unknown>,
  ineligibility_reason: RefundIneligibilityReason,
) {
  const error = await request.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ProblemResponseError)
  expect((error as ProblemResponseError).problem).toMatchObject({
    status: 403,
    code: 'not_refundable',
    ineligibility_reason,
  })
}

async function recordUse(member: TestMember, episode_id: number): Promise<boolean> {
  const { id = 0 } = (await purchaseOf(member, episode_id)) ?? {}
  return app.transact((tx) => recordPurchaseUse(tx, id, app.clock.now()))
}

const walletOf = async (member: TestMember): Promise<number> => {
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  return rows[0]?.id ?? 0
}

const workRefund = (refund_id: number) => app.workNow('process_refund', { refund_id })

describe('an episode', () => {
  test('is refunded to the card and locked again', async () => {
    const member = await makeCustomer(app)
    const episode_id = await makePaidEpisode(app, { price: 1_500 })
    const { order_id } = await buyByCard(app, member, episode_id)
    expect((await purchaseOf(member, episode_id))?.refundable).toMatchObject({
      is_refundable: true,
      amount: 1_500,
      refundable_until: new Date(app.clock.now().getTime() + 7 * day).toISOString(),
    })
    expect(await refund(member, { episode_id })).toMatchObject({
      kind: 'episode',
      status: 'succeeded',
      amount: 1_500,
      event_point: 0,
      paid_point: 0,
      order_id,
    })
    expect(gatewayBalance(order_id)).toBe(0)
    expect((await readMemberLedger(app, member)).won).toBe(0)
    expect(await accessOf(member, episode_id)).toBe('locked')
    expect(await member.call(transactions.readOrder, { params: { order_id } })).toMatchObject({
      status: 'cancelled',
      cancelled_amount: 1_500,
    })
    await expectRefused(refund(member, { episode_id }), 'already_refunded')
    expect(await member.call(transactions.listRefunds, { query: {} })).toMatchObject({ count: 1 })
    // It can be bought again.
    await buyByCard(app, member, episode_id)
    expect(await accessOf(member, episode_id)).toBe('owned')
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'succeeded' })
  })

  test('is refunded to the point lots that paid for it', async () => {
    const member = await makeCustomer(app)
    await topUp(app, member, 10_000)
    const episode_id = await makePaidEpisode(app, { price: 1_500 })
    const before = await member.call(transactions.listPoints, { query: {} })
    await buyWithPoints(member, episode_id, 1_500)
    expect(await refund(member, { episode_id })).toMatchObject({
      status: 'succeeded',
      amount: 0,
      event_point: 300,
      paid_point: 1_200,
    })
    const after = await member.call(transactions.listPoints, { query: {} })
    expect(after).toEqual(before)
    expect(await accessOf(member, episode_id)).toBe('locked')
    expect(await readMemberLedger(app, member)).toMatchObject({
      event_point: 300,
      event_lots: 300,
    })
  })

  test('returns expired event points as expired, as announced by the quote', async () => {
    const member = await makeCustomer(app)
    await topUp(app, member, 10_000)
    app.clock.advance(363 * day)
    const episode_id = await makePaidEpisode(app, { price: 1_000 })
    await buyWithPoints(member, episode_id, 1_000)
    app.clock.advance(4 * day)
    const before = await purchaseOf(member, episode_id)
    expect(before?.refundable).toMatchObject({ event_point: 300, expired_event_point: 300 })
    await refund(member, { episode_id })
    expect(await readMemberLedger(app, member)).toMatchObject({
      event_point: 0,
      event_lots: 0,
      paid_point: 10_000,
      paid_lots: 10_000,
    })
    const { results } = await member.call(transactions.listLedgerEntries, { query: {} })
    expect(results.slice(0, 2).map(({ kind, event_point }) => [kind, event_point])).toEqual([
      ['expiry', -300],
      ['refund', 300],
    ])
  })

  test('is not refunded after seven days, after playback, or if it was not bought', async () => {
    const member = await makeCustomer(app)
    const [late, played, never] = [
      await makePaidEpisode(app),
      await makePaidEpisode(app),
      await makePaidEpisode(app),
    ]
    await expectRefused(refund(member, { episode_id: never }), 'not_paid')
    await buyByCard(app, member, played)
    expect(await recordUse(member, played)).toBe(true)
    await expectRefused(refund(member, { episode_id: played }), 'already_watched')
    await buyByCard(app, member, late)
    app.clock.advance(7 * day - 1)
    expect((await purchaseOf(member, late))?.refundable.is_refundable).toBe(true)
    app.clock.advance(1)
    expect((await purchaseOf(member, late))?.refundable.ineligibility_reason).toBe('too_late')
    await expectRefused(refund(member, { episode_id: late }), 'too_late')
    const other = await makeCustomer(app)
    await expectRefused(refund(other, { episode_id: late }), 'not_paid')
    const { order_id = '' } = (await purchaseOf(member, late)) ?? {}
    await expect(refund(other, { order_id })).rejects.toThrow('404')
    const { order } = await orderEpisode(member, never)
    await expectRefused(refund(member, { order_id: order.order_id }), 'not_paid')
    await expect(refund(member, {})).rejects.toThrow('400')
    await expect(refund(member, { order_id, episode_id: late })).rejects.toThrow('400')
  })

  test.each(['timeout_before', 'error_500', 'rate_limited', 'html', 'timeout_after'] as const)(
    'is locked at once and refunded once when the gateway fails with %s',
    async (kind) => {
      const member = await makeCustomer(app)
      const episode_id = await makePaidEpisode(app, { price: 1_500 })
      const { order_id } = await buyByCard(app, member, episode_id)
      app.gateway.faults.add({ call: 'cancel', kind })
      const requested = await refund(member, { episode_id })
      expect(await accessOf(member, episode_id)).toBe('locked')
      expect(await recordUse(member, episode_id)).toBe(false)
      if (requested.status === 'pending') {
        await expectRefused(refund(member, { episode_id }), 'already_refunded')
        await workRefund(requested.id)
      }
      await workRefund(requested.id)
      expect(gatewayBalance(order_id)).toBe(0)
      expect((await readMemberLedger(app, member)).won).toBe(0)
      const { results } = await member.call(transactions.listRefunds, { query: {} })
      expect(results).toMatchObject([{ status: 'succeeded' }])
    },
  )

  test('cannot be bought again while the refund of its rental is pending', async () => {
    const member = await makeCustomer(app)
    await topUp(app, member, 3_000)
    const episode_id = await makePaidEpisode(app, { price: 1_500 })
    await buyByCard(app, member, episode_id, 2)
    const { order, payment_window: window } = await orderEpisode(member, episode_id)
    app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { episode_id })
    expect(status).toBe('pending')
    // An order created before the refund cannot be confirmed either, and no money is taken.
    const body = await app.gateway.pay(window)
    await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
    expect(gatewayBalance(order.order_id)).toBe(0)
    await expect(orderEpisode(member, episode_id)).rejects.toThrow('order_in_progress')
    await expect(buyWithPoints(member, episode_id, 1_500)).rejects.toThrow('order_in_progress')
    await workRefund(id)
    await buyWithPoints(member, episode_id, 1_500)
    expect(await accessOf(member, episode_id)).toBe('owned')
  })

  test('commits the refund and its job before it calls the gateway', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await buyByCard(app, member, await makePaidEpisode(app, { price: 1_500 }))
    app.gateway.faults.add({ call: 'cancel', kind: 'hold' })
    const requested = refund(member, { order_id })
    await expect.poll(() => app.gateway.faults.holding).toBe(1)
    const { rows } = await app.pool.query<{ id: number; status: string; is_live: boolean }>(
      `select r.id, r.status, job_is_queued('refund:' || r.id) as is_live
       from refunds r join orders o on o.id = r.order_id where o.order_id = $1`,
      [order_id],
    )
    expect(rows).toMatchObject([{ status: 'pending', is_live: true }])
    app.gateway.faults.release()
    await requested
    // On a slow machine the gateway timeout may have passed; the job then completes the refund.
    await workRefund(rows[0]?.id ?? 0)
    expect(gatewayBalance(order_id)).toBe(0)
  })

  test.each(cancelErrorCodes)('is restored when the gateway declines with %s', async (code) => {
    const member = await makeCustomer(app)
    const episode_id = await makePaidEpisode(app)
    const { order_id } = await buyByCard(app, member, episode_id)
    app.gateway.faults.add({ call: 'cancel', kind: 'code', code })
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'failed' })
    expect(await accessOf(member, episode_id)).toBe('owned')
    expect(gatewayBalance(order_id)).toBe(1_500)
    // The refund can be requested again.
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'succeeded' })
  })

  test('is either refunded or played when both happen concurrently', async () => {
    for (let run = 0; run < 8; run++) {
      const member = await makeCustomer(app)
      const episode_id = await makePaidEpisode(app)
      await buyByCard(app, member, episode_id)
      const [isRefunded, isUsed] = await Promise.all([
        refund(member, { episode_id }).then(
          () => true,
          () => false,
        ),
        recordUse(member, episode_id),
      ])
      expect([isRefunded, isUsed].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('a subscription', () => {
  const chargeOf = async (member: Awaited<ReturnType<typeof makeSubscriber>>) =>
    (await member.mine()).subscription?.order_id ?? ''

  test('is refunded in full and ends if unplayed within seven days', async () => {
    const member = await makeSubscriber(app)
    const order_id = await chargeOf(member)
    expect(await refund(member, { order_id })).toMatchObject({
      status: 'succeeded',
      amount: 10_900,
    })
    expect(gatewayBalance(order_id)).toBe(0)
    expect((await member.mine()).subscription).toMatchObject({
      status: 'ended',
      next_charge: null,
      refundable: { is_refundable: false, ineligibility_reason: 'already_refunded' },
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
    await app.pass(40)
    expect(app.gateway.payments(order_id)).toHaveLength(1)
    // A new subscription is charged again.
    await member.choose(2)
    expect((await member.mine()).subscription).toMatchObject({ status: 'active' })
  })

  test('cannot be started again while the refund is pending', async () => {
    const member = await makeSubscriber(app)
    app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { order_id: await chargeOf(member) })
    expect(status).toBe('pending')
    await expect(member.choose(2)).rejects.toThrow('order_in_progress')
    await workRefund(id)
    await member.choose(2)
    expect((await member.mine()).subscription).toMatchObject({ status: 'active' })
  })

  test('is not refunded after playback or after seven days', async () => {
    const [played, late] = [await makeSubscriber(app), await makeSubscriber(app)]
    const wallet = await walletOf(played)
    await app.transact((tx) => recordPlanUse(tx, wallet, app.clock.now()))
    await expectRefused(refund(played, { order_id: await chargeOf(played) }), 'already_watched')
    app.clock.advance(7 * day)
    await expectRefused(refund(late, { order_id: await chargeOf(late) }), 'too_late')
  })

  test('runs to its end without renewal when the gateway declines the refund', async () => {
    const member = await makeSubscriber(app)
    const order_id = await chargeOf(member)
    app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'failed' })
    expect((await member.mine()).subscription).toMatchObject({
      status: 'active',
      auto_renew: false,
      next_charge: null,
    })
  })
})
