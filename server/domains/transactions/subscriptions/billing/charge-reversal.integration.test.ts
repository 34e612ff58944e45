import type { RefundIneligibilityReason } from '#contract/transactions/payment-schemas.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { ProblemResponseError } from '#test/app/test-app.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readOpenManualCases } from '../../reconciliation/reconciliation-queries.ts'
import { beginStaffRefund } from '../../refunds/refund-order.ts'
import { recordPlanUse } from '../../entitlements/entitlement-queries.ts'

const day = 86_400_000
let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp('2027-03-01T03:00:00.000Z')))
afterEach(() => app.rest())
afterAll(() => app?.close())

const walletOf = async (member: Subscriber): Promise<number> => {
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  return rows[0]?.id ?? 0
}

/** The balance of an order at the gateway, in won. */
const gatewayBalance = (order_id: string) =>
  app.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

const currentSubscription = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('There is no subscription')
  return subscription
}

const refundCurrent = async (member: Subscriber) =>
  member.call(transactions.requestRefund, {
    body: { order_id: (await currentSubscription(member)).order_id ?? '' },
  })

async function expectRefused(member: Subscriber, ineligibility_reason: RefundIneligibilityReason) {
  const error = await refundCurrent(member).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ProblemResponseError)
  expect((error as ProblemResponseError).problem).toMatchObject({
    code: 'not_refundable',
    ineligibility_reason,
  })
}

const recordPlay = async (member: Subscriber) => {
  const wallet = await walletOf(member)
  await app.transact((tx) => recordPlanUse(tx, wallet, app.clock.now()))
}

/** Subscribes to 베이직 and upgrades to 프리미엄 after a number of days. */
async function makeUpgradedMember(days: number, before: (member: Subscriber) => Promise<void>) {
  const member = await makeSubscriber(app, plans.basic)
  await before(member)
  const first = await currentSubscription(member)
  app.clock.advance(days * day)
  const { order } = await member.choose(plans.premium)
  return { member, first, charged: order?.amount ?? 0, order_id: order?.order_id ?? '' }
}

const nothing = async () => {}

test('restores the previous plan when an upgrade is refunded, and refunds that plan in turn', async () => {
  const { member, first, charged, order_id } = await makeUpgradedMember(3, nothing)
  expect(charged).toBeLessThan(13_900)
  const upgraded = await currentSubscription(member)
  expect(upgraded.refundable).toMatchObject({
    is_refundable: true,
    amount: charged,
    reverts_to_plan: { name: '베이직', until: first.period_end },
  })
  app.clock.advance(day)
  expect(await refundCurrent(member)).toMatchObject({ status: 'succeeded', amount: charged })
  expect(gatewayBalance(order_id)).toBe(0)
  const restored = await currentSubscription(member)
  expect(restored).toMatchObject({
    status: 'active',
    order_id: first.order_id,
    period_end: first.period_end,
    plan: { id: plans.basic },
    auto_renew: false,
    next_charge: null,
    refundable: { is_refundable: true, amount: 7_900, reverts_to_plan: null },
  })
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])

  expect(await refundCurrent(member)).toMatchObject({ status: 'succeeded', amount: 7_900 })
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
  expect(gatewayBalance(first.order_id ?? '')).toBe(0)
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])
})

test('attributes playback before the upgrade to the previous plan only', async () => {
  const { member } = await makeUpgradedMember(3, recordPlay)
  expect(await refundCurrent(member)).toMatchObject({ status: 'succeeded' })
  await expectRefused(member, 'already_watched')
  expect(await currentSubscription(member)).toMatchObject({
    status: 'active',
    plan: { id: plans.basic },
  })
})

test('refuses a refund of the upgrade after playback in it', async () => {
  const { member } = await makeUpgradedMember(3, nothing)
  await recordPlay(member)
  await expectRefused(member, 'already_watched')
})

test('ends the restored plan with its period and charges nothing further', async () => {
  const { member, first } = await makeUpgradedMember(10, nothing)
  await refundCurrent(member)
  await expectRefused(member, 'too_late')
  await app.passTo(first.period_end)
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
  await app.pass(40)
  const { rows } = await app.pool.query(
    `select 1 from orders where kind = 'subscription' and wallet_id = $1`,
    [await walletOf(member)],
  )
  expect(rows).toHaveLength(2)
})

test('restores nothing when the previous period is over', async () => {
  const { member } = await makeUpgradedMember(29, nothing)
  app.clock.advance(5 * day)
  expect((await currentSubscription(member)).refundable).toMatchObject({
    is_refundable: true,
    reverts_to_plan: null,
  })
  await refundCurrent(member)
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
})

test('restores nothing when staff has refunded the previous period', async () => {
  const { member, first } = await makeUpgradedMember(3, nothing)
  const request = { member_id: member.id, order_id: first.order_id ?? '', now: app.clock.now() }
  const { refund } = await app.transact((tx) => beginStaffRefund(tx, app.parts, request))
  await app.workNow('process_refund', { refund_id: refund.id })
  expect(gatewayBalance(first.order_id ?? '')).toBe(0)
  expect((await currentSubscription(member)).refundable).toMatchObject({
    is_refundable: true,
    reverts_to_plan: null,
  })
  await refundCurrent(member)
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
})

test('restores the dearer plan when the gateway declines the refund for good', async () => {
  const { member, order_id } = await makeUpgradedMember(3, nothing)
  const upgraded = await currentSubscription(member)
  app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  const { id, status } = await refundCurrent(member)
  expect(status).toBe('pending')
  // The previous plan is not refunded while this refund is uncertain.
  await expect(refundCurrent(member)).rejects.toThrow('order_in_progress')
  app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
  await app.workNow('process_refund', { refund_id: id })
  expect(await currentSubscription(member)).toMatchObject({
    status: 'active',
    order_id,
    plan: { id: plans.premium },
    period_end: upgraded.period_end,
    auto_renew: false,
  })
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])
  // The member may request the refund again.
  expect(await refundCurrent(member)).toMatchObject({ status: 'succeeded' })
})

/**
 * Requests a refund of the upgrade while the gateway fails. @returns a function that makes the gateway decline it
 * for good.
 */
async function beginRefundWithError(member: Subscriber) {
  app.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  const { id, status } = await refundCurrent(member)
  expect(status).toBe('pending')
  return async () => {
    app.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    await app.workNow('process_refund', { refund_id: id })
  }
}
const casesOf = async (order_id: string) =>
  (await readOpenManualCases(app.db)).filter((manualCase) => manualCase.order_id === order_id)

test('restores the dearer plan after a final decline when the previous period is over', async () => {
  const { member, order_id } = await makeUpgradedMember(29, nothing)
  app.clock.advance(5 * day)
  const upgraded = await currentSubscription(member)
  const declineRefund = await beginRefundWithError(member)
  expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
  await declineRefund()
  expect(await currentSubscription(member)).toMatchObject({
    status: 'active',
    order_id,
    plan: { id: plans.premium },
    period_end: upgraded.period_end,
    auto_renew: false,
  })
  expect(await casesOf(order_id)).toEqual([])
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])
})

test('does not count playback before the upgrade after a final decline', async () => {
  const { member } = await makeUpgradedMember(3, recordPlay)
  await (
    await beginRefundWithError(member)
  )()
  expect(await currentSubscription(member)).toMatchObject({
    plan: { id: plans.premium },
    refundable: { is_refundable: true },
  })
})

test('counts playback during the uncertain refund as use of the dearer plan after a final decline', async () => {
  const { member } = await makeUpgradedMember(3, nothing)
  const declineRefund = await beginRefundWithError(member)
  app.clock.advance(1_000)
  await recordPlay(member)
  await declineRefund()
  expect(await currentSubscription(member)).toMatchObject({ plan: { id: plans.premium } })
  await expectRefused(member, 'already_watched')
})

test('keeps a renewed previous plan after a final decline and opens a manual case for the money', async () => {
  const { member, first, order_id, charged } = await makeUpgradedMember(25, nothing)
  const declineRefund = await beginRefundWithError(member)
  await member.renews(true)
  await app.passTo(first.period_end)
  const renewed = await currentSubscription(member)
  expect(renewed).toMatchObject({ plan: { id: plans.basic }, period_start: first.period_end })
  await declineRefund()
  expect(await currentSubscription(member)).toEqual(renewed)
  expect(await casesOf(order_id)).toMatchObject([{ kind: 'refund', amount: charged }])
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])
})

test('keeps a pending charge of the previous plan after a final decline and opens a manual case', async () => {
  const { member, first, order_id } = await makeUpgradedMember(25, nothing)
  const declineRefund = await beginRefundWithError(member)
  await member.renews(true)
  app.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await app.passTo(first.period_end)
  const { pending_order_id } = await member.mine()
  expect(pending_order_id).not.toBeNull()
  await declineRefund()
  expect(await member.mine()).toMatchObject({ pending_order_id })
  expect(await casesOf(order_id)).toHaveLength(1)
  const { rows } = await app.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [pending_order_id],
  )
  await app.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  expect(await currentSubscription(member)).toMatchObject({
    status: 'active',
    plan: { id: plans.basic },
    period_start: first.period_end,
  })
  expect(await brokenInvariants(app.pool, await walletOf(member))).toEqual([])
})
