import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyWithPoints, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  type PaymentsTestApp,
} from '#test/fixtures/subscriptions.ts'
import { ProblemResponseError } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const day = 86_400_000
let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.requestRefund, { body })

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

const workRefund = (refund_id: number) => app.workNow('process_refund', { refund_id })

describe('a top-up', () => {
  test('is refunded at any time, less the spent bonus', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 10_000)
    const episode_id = await makePaidEpisode(app, { price: 1_500 })
    await buyWithPoints(member, episode_id, 1_500)
    app.clock.advance(100 * day)
    const { results } = await member.call(transactions.listPoints, { query: {} })
    expect(results.find(({ kind }) => kind === 'paid')?.refundable).toMatchObject({
      is_refundable: true,
      amount: 8_500,
      paid_point: 8_800,
      event_point: 0,
      bonus_deduction: 300,
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'succeeded', amount: 8_500 })
    expect(gatewayBalance(order_id)).toBe(1_500)
    expect(await readMemberLedger(app, member)).toMatchObject({
      paid_point: 0,
      paid_lots: 0,
      won: 1_500,
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
  })

  const lotOf = async (member: TestMember) => {
    const { results } = await member.call(transactions.listPoints, { query: {} })
    return results.find(({ kind }) => kind === 'paid')?.refundable
  }

  test('deducts the spent bonus and refunds the deduction once the bonus returns', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 100_000)
    const episode_id = await makePaidEpisode(app, { price: 6_000 })
    await buyWithPoints(member, episode_id, 6_000)
    expect(await lotOf(member)).toMatchObject({
      is_refundable: true,
      amount: 94_000,
      paid_point: 100_000,
      event_point: 0,
      bonus_deduction: 6_000,
    })
    expect(await refund(member, { order_id })).toMatchObject({
      status: 'succeeded',
      amount: 94_000,
    })
    expect(app.gateway.payments(order_id)).toMatchObject([
      { status: 'PARTIAL_CANCELED', balanceAmount: 6_000 },
    ])
    expect(await readMemberLedger(app, member)).toMatchObject({
      paid_point: 0,
      event_point: 0,
      won: 6_000,
    })
    expect(await lotOf(member)).toMatchObject({
      is_refundable: false,
      ineligibility_reason: 'already_refunded',
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
    // The refund of the episode returns the bonus. The deduction is then refundable, and the bonus is revoked.
    await refund(member, { episode_id })
    expect(await readMemberLedger(app, member)).toMatchObject({ event_point: 6_000 })
    expect(await lotOf(member)).toMatchObject({
      is_refundable: true,
      amount: 6_000,
      event_point: 6_000,
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'succeeded', amount: 6_000 })
    expect(gatewayBalance(order_id)).toBe(0)
    expect(await readMemberLedger(app, member)).toMatchObject({
      event_point: 0,
      event_lots: 0,
      won: 0,
    })
  })

  test('is refused with the reason if no won would remain', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 10_000)
    await buyWithPoints(member, await makePaidEpisode(app, { price: 10_000 }), 10_000)
    expect(await lotOf(member)).toMatchObject({
      is_refundable: false,
      ineligibility_reason: 'bonus_spent',
      amount: 0,
    })
    await expectRefused(refund(member, { order_id }), 'bonus_spent')
    expect(await readMemberLedger(app, member)).toMatchObject({ paid_point: 300 })
  })

  test('deducts nothing for a bonus that expired unspent', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 10_000)
    app.clock.advance(400 * day)
    await app.tend()
    expect(await lotOf(member)).toMatchObject({
      is_refundable: true,
      amount: 10_000,
      bonus_deduction: 0,
    })
    expect(await refund(member, { order_id })).toMatchObject({ amount: 10_000, event_point: 0 })
  })

  test('is refunded in full with an unspent bonus', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 10_000)
    expect(await refund(member, { order_id })).toMatchObject({ amount: 10_000, event_point: 300 })
    expect(await readMemberLedger(app, member)).toEqual({
      event_point: 0,
      event_lots: 0,
      paid_point: 0,
      paid_lots: 0,
      won: 0,
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
  })

  test('refunds points that returned to it after its first refund', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 5_000)
    const episode_id = await makePaidEpisode(app, { price: 2_000 })
    await buyWithPoints(member, episode_id, 2_000)
    await refund(member, { order_id })
    await refund(member, { episode_id })
    expect(await readMemberLedger(app, member)).toMatchObject({
      paid_point: 2_000,
      paid_lots: 2_000,
    })
    expect(await refund(member, { order_id })).toMatchObject({ amount: 2_000, status: 'succeeded' })
    expect(gatewayBalance(order_id)).toBe(0)
  })

  test('removes its points while the refund is pending and restores them if it is declined', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 10_000)
    app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { order_id })
    expect(status).toBe('pending')
    expect(await readMemberLedger(app, member)).toMatchObject({ event_point: 0, paid_point: 0 })
    app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'EXCEED_MAX_REFUND_DUE' })
    await workRefund(id)
    expect(await readMemberLedger(app, member)).toEqual({
      event_point: 300,
      event_lots: 300,
      paid_point: 10_000,
      paid_lots: 10_000,
      won: 10_000,
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'succeeded' })
  })

  test('does not refund points that are spent concurrently', async () => {
    const member = await makeCustomer(app)
    const { order_id } = await topUp(app, member, 5_000)
    const episodes = await Promise.all(
      Array.from({ length: 5 }, () => makePaidEpisode(app, { price: 1_000 })),
    )
    await Promise.allSettled([
      ...episodes.map((episode) => buyWithPoints(member, episode, 1_000)),
      ...Array.from({ length: 5 }, () => refund(member, { order_id })),
    ])
    const { results } = await member.call(transactions.listPurchases, { query: {} })
    const { won, paid_point, paid_lots } = await readMemberLedger(app, member)
    expect(won).toBe(gatewayBalance(order_id))
    expect([paid_point, paid_lots]).toEqual([won - results.length * 1_000, paid_point])
  })
})
