import type { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'
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
import { readOpenManualCases } from '../../reconciliation/manual-cases.ts'
import { beginStaffRefund } from '../../refunds/request-refund.ts'
import { recordPlanUse } from '../../entitlements/entitlements.ts'

const day = 86_400_000
let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp('2027-03-01T03:00:00.000Z')))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const walletOf = async (member: Subscriber): Promise<number> => {
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  return rows[0]?.id ?? 0
}

/** What the gateway has of an order, in won. */
const atGateway = (order_id: string) =>
  shop.gateway
    .transactions()
    .filter((one) => one.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

const standing = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('There is no subscription')
  return subscription
}

const payBack = async (member: Subscriber) =>
  member.call(transactions.refund, {
    body: { order_id: (await standing(member)).order_id ?? '' },
  })

async function expectRefused(member: Subscriber, obstacle: RefundIneligibilityReason) {
  const error = await payBack(member).catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ProblemResponseError)
  expect((error as ProblemResponseError).problem).toMatchObject({
    code: 'refund_refused',
    obstacle,
  })
}

const play = async (member: Subscriber) => {
  const wallet = await walletOf(member)
  await shop.transact((tx) => recordPlanUse(tx, wallet, shop.clock.now()))
}

/** Joins 베이직, and changes to 프리미엄 after so many days. */
async function makeUpgraded(days: number, before: (member: Subscriber) => Promise<void>) {
  const member = await makeSubscriber(shop, plans.basic)
  await before(member)
  const first = await standing(member)
  shop.clock.advance(days * day)
  const { order } = await member.choose(plans.premium)
  return { member, first, charged: order?.amount ?? 0, order_id: order?.order_id ?? '' }
}

const nothing = async () => {}

test('a change upward that is paid back is undone: the plan before runs on to its end, and is paid back in turn', async () => {
  const { member, first, charged, order_id } = await makeUpgraded(3, nothing)
  expect(charged).toBeLessThan(13_900)
  const upgraded = await standing(member)
  expect(upgraded.refundable).toMatchObject({
    ...{ can: true, won: charged },
    back_to: { name: '베이직', until: first.period_end },
  })
  shop.clock.advance(day)
  expect(await payBack(member)).toMatchObject({ status: 'settled', won: charged })
  expect(atGateway(order_id)).toBe(0)
  const back = await standing(member)
  expect(back).toMatchObject({
    ...{ status: 'active', order_id: first.order_id, period_end: first.period_end },
    ...{ plan: { id: plans.basic }, auto_renew: false, next_charge: null },
    refundable: { can: true, won: 7_900, back_to: null },
  })
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])

  expect(await payBack(member)).toMatchObject({ status: 'settled', won: 7_900 })
  expect(await standing(member)).toMatchObject({ status: 'ended' })
  expect(atGateway(first.order_id ?? '')).toBe(0)
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])
})

test('what was played in the plan before still counts for that one alone', async () => {
  const { member } = await makeUpgraded(3, play)
  expect(await payBack(member)).toMatchObject({ status: 'settled' })
  await expectRefused(member, 'already_watched')
  expect(await standing(member)).toMatchObject({ status: 'active', plan: { id: plans.basic } })
})

test('played since: neither is paid back', async () => {
  const { member } = await makeUpgraded(3, nothing)
  await play(member)
  await expectRefused(member, 'already_watched')
})

test('it ends with the old period, and nobody is charged for another', async () => {
  const { member, first } = await makeUpgraded(10, nothing)
  await payBack(member)
  await expectRefused(member, 'too_late')
  await shop.passTo(first.period_end)
  expect(await standing(member)).toMatchObject({ status: 'ended' })
  await shop.pass(40)
  const { rows } = await shop.pool.query(
    `select 1 from orders where kind = 'subscription' and wallet_id = $1`,
    [await walletOf(member)],
  )
  expect(rows).toHaveLength(2)
})

test('where the old period is over meanwhile, nothing is there to go back to', async () => {
  const { member } = await makeUpgraded(29, nothing)
  shop.clock.advance(5 * day)
  expect((await standing(member)).refundable).toMatchObject({ can: true, back_to: null })
  await payBack(member)
  expect(await standing(member)).toMatchObject({ status: 'ended' })
})

test('where staff has paid the old period back meanwhile, there is nothing to go back to either', async () => {
  const { member, first } = await makeUpgraded(3, nothing)
  const asked = { member_id: member.id, order_id: first.order_id ?? '', now: shop.clock.now() }
  const { refund } = await shop.transact((tx) => beginStaffRefund(tx, shop.parts, asked))
  await shop.workNow('process_refund', { refund_id: refund.id })
  expect(atGateway(first.order_id ?? '')).toBe(0)
  expect((await standing(member)).refundable).toMatchObject({ can: true, back_to: null })
  await payBack(member)
  expect(await standing(member)).toMatchObject({ status: 'ended' })
})

test('the gateway refuses for good: the dearer plan holds again', async () => {
  const { member, order_id } = await makeUpgraded(3, nothing)
  const upgraded = await standing(member)
  shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  const { id, status } = await payBack(member)
  expect(status).toBe('reserved')
  // Until it is certain, the one before is not paid back as well.
  await expect(payBack(member)).rejects.toThrow('order_under_way')
  shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
  await shop.workNow('process_refund', { refund_id: id })
  expect(await standing(member)).toMatchObject({
    ...{ status: 'active', order_id, plan: { id: plans.premium } },
    ...{ period_end: upgraded.period_end, auto_renew: false },
  })
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])
  // And may be asked for again.
  expect(await payBack(member)).toMatchObject({ status: 'settled' })
})

/** Asks for the dearer plan's money while the gateway does not say. @returns what has it refuse for good. */
async function askInVain(member: Subscriber) {
  shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  const { id, status } = await payBack(member)
  expect(status).toBe('reserved')
  return async () => {
    shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    await shop.workNow('process_refund', { refund_id: id })
  }
}
const casesOf = async (order_id: string) =>
  (await readOpenManualCases(shop.db)).filter((one) => one.order_id === order_id)

test('refused for good where the old period is over: the dearer plan goes on, as before it was asked', async () => {
  const { member, order_id } = await makeUpgraded(29, nothing)
  shop.clock.advance(5 * day)
  const upgraded = await standing(member)
  const refuse = await askInVain(member)
  expect(await standing(member)).toMatchObject({ status: 'ended' })
  await refuse()
  expect(await standing(member)).toMatchObject({
    ...{ status: 'active', order_id, plan: { id: plans.premium } },
    ...{ period_end: upgraded.period_end, auto_renew: false },
  })
  expect(await casesOf(order_id)).toEqual([])
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])
})

test('refused for good: what was played before the change is not played in it', async () => {
  const { member } = await makeUpgraded(3, play)
  await (
    await askInVain(member)
  )()
  expect(await standing(member)).toMatchObject({
    ...{ plan: { id: plans.premium }, refundable: { can: true } },
  })
})

test('refused for good: what was played while it was not certain is played in it', async () => {
  const { member } = await makeUpgraded(3, nothing)
  const refuse = await askInVain(member)
  shop.clock.advance(1_000)
  await play(member)
  await refuse()
  expect(await standing(member)).toMatchObject({ plan: { id: plans.premium } })
  await expectRefused(member, 'already_watched')
})

test('refused for good when the plan before was renewed: it stays, and somebody has to see to the money', async () => {
  const { member, first, order_id, charged } = await makeUpgraded(25, nothing)
  const refuse = await askInVain(member)
  await member.renews(true)
  await shop.passTo(first.period_end)
  const renewed = await standing(member)
  expect(renewed).toMatchObject({ plan: { id: plans.basic }, period_start: first.period_end })
  await refuse()
  expect(await standing(member)).toEqual(renewed)
  expect(await casesOf(order_id)).toMatchObject([{ kind: 'refund', amount: charged }])
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])
})

test('refused for good while the plan before is being charged: that goes on, and so does the case', async () => {
  const { member, first, order_id } = await makeUpgraded(25, nothing)
  const refuse = await askInVain(member)
  await member.renews(true)
  shop.gateway.faults.add({ call: 'chargeBilling', kind: 'error_500_after' })
  shop.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
  await shop.passTo(first.period_end)
  const { charging_order_id } = await member.mine()
  expect(charging_order_id).not.toBeNull()
  await refuse()
  expect(await member.mine()).toMatchObject({ charging_order_id })
  expect(await casesOf(order_id)).toHaveLength(1)
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from orders where order_id = $1',
    [charging_order_id],
  )
  await shop.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  expect(await standing(member)).toMatchObject({
    ...{ status: 'active', plan: { id: plans.basic }, period_start: first.period_end },
  })
  expect(await brokenInvariants(shop.pool, await walletOf(member))).toEqual([])
})
