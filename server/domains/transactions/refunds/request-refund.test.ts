import type { RefundIneligibilityReason } from '#contract/transactions/payment-constants.ts'
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
import { readEntitlement } from '../entitlements/entitlements.ts'
import { recordPurchaseUse } from '../entitlements/entitlements.ts'
import { recordPlanUse } from '../entitlements/entitlements.ts'

const day = 86_400_000
let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const refund = (member: TestMember, body: { episode_id?: number; order_id?: string }) =>
  member.call(transactions.refund, { body })

const purchaseOf = async (member: TestMember, episode_id: number) => {
  const { results } = await member.call(transactions.listPurchases, { query: {} })
  return results.find(({ episode }) => episode.id === episode_id)
}

const accessOf = async (member: TestMember, episode_id: number) =>
  (await readEntitlement(shop.db, member.id, episode_id, shop.clock.now()))?.access

/** What the gateway has of an order, in won. */
const atGateway = (order_id: string) =>
  shop.gateway
    .transactions()
    .filter((one) => one.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

async function expectRefused(asking: Promise<unknown>, obstacle: RefundIneligibilityReason) {
  const error = await asking.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ProblemResponseError)
  expect((error as ProblemResponseError).problem).toMatchObject({
    status: 403,
    code: 'refund_refused',
    obstacle,
  })
}

async function handOut(member: TestMember, episode_id: number): Promise<boolean> {
  const { id = 0 } = (await purchaseOf(member, episode_id)) ?? {}
  return shop.transact((tx) => recordPurchaseUse(tx, id, shop.clock.now()))
}

const walletOf = async (member: TestMember): Promise<number> => {
  const { rows } = await shop.pool.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member.id],
  )
  return rows[0]?.id ?? 0
}

const workRefund = (refund_id: number) => shop.workNow('process_refund', { refund_id })

describe('an episode', () => {
  test('bought by card: its price goes back to the card, and it is locked again', async () => {
    const member = await makeCustomer(shop)
    const episode_id = await makePaidEpisode(shop, { price: 1_500 })
    const { order_id } = await buyByCard(shop, member, episode_id)
    expect((await purchaseOf(member, episode_id))?.refundable).toMatchObject({
      ...{ can: true, won: 1_500 },
      until: new Date(shop.clock.now().getTime() + 7 * day).toISOString(),
    })
    expect(await refund(member, { episode_id })).toMatchObject({
      ...{
        kind: 'episode',
        status: 'settled',
        won: 1_500,
        event_point: 0,
        paid_point: 0,
        order_id,
      },
    })
    expect(atGateway(order_id)).toBe(0)
    expect((await readMemberLedger(shop, member)).won).toBe(0)
    expect(await accessOf(member, episode_id)).toBe('locked')
    expect(await member.call(transactions.readOrder, { params: { order_id } })).toMatchObject({
      ...{ status: 'cancelled', cancelled_amount: 1_500 },
    })
    await expectRefused(refund(member, { episode_id }), 'already_refunded')
    expect(await member.call(transactions.listRefunds, { query: {} })).toMatchObject({ count: 1 })
    // And may be bought once more.
    await buyByCard(shop, member, episode_id)
    expect(await accessOf(member, episode_id)).toBe('owned')
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'settled' })
  })

  test('bought with points: they go back to the lots they came from', async () => {
    const member = await makeCustomer(shop)
    await topUp(shop, member, 10_000)
    const episode_id = await makePaidEpisode(shop, { price: 1_500 })
    const before = await member.call(transactions.listPoints, { query: {} })
    await buyWithPoints(member, episode_id, 1_500)
    expect(await refund(member, { episode_id })).toMatchObject({
      ...{ status: 'settled', won: 0, event_point: 300, paid_point: 1_200 },
    })
    const after = await member.call(transactions.listPoints, { query: {} })
    expect(after).toEqual(before)
    expect(await accessOf(member, episode_id)).toBe('locked')
    expect(await readMemberLedger(shop, member)).toMatchObject({
      event_point: 300,
      event_lots: 300,
    })
  })

  test('event points that have lapsed come back as lapsed, and it was said before', async () => {
    const member = await makeCustomer(shop)
    await topUp(shop, member, 10_000)
    shop.clock.advance(363 * day)
    const episode_id = await makePaidEpisode(shop, { price: 1_000 })
    await buyWithPoints(member, episode_id, 1_000)
    shop.clock.advance(4 * day)
    const before = await purchaseOf(member, episode_id)
    expect(before?.refundable).toMatchObject({ event_point: 300, expired_event_point: 300 })
    await refund(member, { episode_id })
    expect(await readMemberLedger(shop, member)).toMatchObject({
      ...{ event_point: 0, event_lots: 0, paid_point: 10_000, paid_lots: 10_000 },
    })
    const { results } = await member.call(transactions.listMoney, { query: {} })
    expect(results.slice(0, 2).map(({ kind, event_point }) => [kind, event_point])).toEqual([
      ['expiry', -300],
      ['refund', 300],
    ])
  })

  test('not after seven days, not once it was played, not what was never bought', async () => {
    const member = await makeCustomer(shop)
    const [late, played, never] = [
      await makePaidEpisode(shop),
      await makePaidEpisode(shop),
      await makePaidEpisode(shop),
    ]
    await expectRefused(refund(member, { episode_id: never }), 'not_paid')
    await buyByCard(shop, member, played)
    expect(await handOut(member, played)).toBe(true)
    await expectRefused(refund(member, { episode_id: played }), 'already_watched')
    await buyByCard(shop, member, late)
    shop.clock.advance(7 * day - 1)
    expect((await purchaseOf(member, late))?.refundable.can).toBe(true)
    shop.clock.advance(1)
    expect((await purchaseOf(member, late))?.refundable.obstacle).toBe('too_late')
    await expectRefused(refund(member, { episode_id: late }), 'too_late')
    const other = await makeCustomer(shop)
    await expectRefused(refund(other, { episode_id: late }), 'not_paid')
    const { order_id = '' } = (await purchaseOf(member, late)) ?? {}
    await expect(refund(other, { order_id })).rejects.toThrow('404')
    const { order } = await orderEpisode(member, never)
    await expectRefused(refund(member, { order_id: order.order_id }), 'not_paid')
    await expect(refund(member, {})).rejects.toThrow('400')
    await expect(refund(member, { order_id, episode_id: late })).rejects.toThrow('400')
  })

  test.each(['timeout_before', 'error_500', 'rate_limited', 'html', 'timeout_after'] as const)(
    'the gateway fails with %s: the right is gone at once, and the money goes back once',
    async (kind) => {
      const member = await makeCustomer(shop)
      const episode_id = await makePaidEpisode(shop, { price: 1_500 })
      const { order_id } = await buyByCard(shop, member, episode_id)
      shop.gateway.faults.add({ call: 'cancel', kind })
      const asked = await refund(member, { episode_id })
      expect(await accessOf(member, episode_id)).toBe('locked')
      expect(await handOut(member, episode_id)).toBe(false)
      if (asked.status === 'reserved') {
        await expectRefused(refund(member, { episode_id }), 'already_refunded')
        await workRefund(asked.id)
      }
      await workRefund(asked.id)
      expect(atGateway(order_id)).toBe(0)
      expect((await readMemberLedger(shop, member)).won).toBe(0)
      const { results } = await member.call(transactions.listRefunds, { query: {} })
      expect(results).toMatchObject([{ status: 'settled' }])
    },
  )

  test('a rental that is being paid back makes way for nothing until that is certain', async () => {
    const member = await makeCustomer(shop)
    await topUp(shop, member, 3_000)
    const episode_id = await makePaidEpisode(shop, { price: 1_500 })
    await buyByCard(shop, member, episode_id, 2)
    const { order, window } = await orderEpisode(member, episode_id)
    shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { episode_id })
    expect(status).toBe('reserved')
    // Not what was ordered before either: of that no won is taken.
    const body = await shop.gateway.pay(window)
    await expect(member.call(transactions.confirmPayment, { body })).rejects.toThrow('402')
    expect(atGateway(order.order_id)).toBe(0)
    await expect(orderEpisode(member, episode_id)).rejects.toThrow('order_under_way')
    await expect(buyWithPoints(member, episode_id, 1_500)).rejects.toThrow('order_under_way')
    await workRefund(id)
    await buyWithPoints(member, episode_id, 1_500)
    expect(await accessOf(member, episode_id)).toBe('owned')
  })

  test('its intent and its job are committed before the gateway is asked (P3)', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await buyByCard(
      shop,
      member,
      await makePaidEpisode(shop, { price: 1_500 }),
    )
    shop.gateway.faults.add({ call: 'cancel', kind: 'hold' })
    const asked = refund(member, { order_id })
    await expect.poll(() => shop.gateway.faults.holding).toBe(1)
    const { rows } = await shop.pool.query<{ id: number; status: string; is_live: boolean }>(
      `select r.id, r.status, job_is_live('refund:' || r.id) as is_live
       from refunds r join orders o on o.id = r.order_id where o.order_id = $1`,
      [order_id],
    )
    expect(rows).toMatchObject([{ status: 'reserved', is_live: true }])
    shop.gateway.faults.release()
    await asked
    // On a slow machine the server has hung up by now.
    await workRefund(rows[0]?.id ?? 0)
    expect(atGateway(order_id)).toBe(0)
  })

  test.each(cancelErrorCodes)('refused for good with %s: it is his again', async (code) => {
    const member = await makeCustomer(shop)
    const episode_id = await makePaidEpisode(shop)
    const { order_id } = await buyByCard(shop, member, episode_id)
    shop.gateway.faults.add({ call: 'cancel', kind: 'code', code })
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'failed' })
    expect(await accessOf(member, episode_id)).toBe('owned')
    expect(atGateway(order_id)).toBe(1_500)
    // It may be asked for again.
    expect(await refund(member, { episode_id })).toMatchObject({ status: 'settled' })
  })

  test('refund and first playing at once: one of them, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const member = await makeCustomer(shop)
      const episode_id = await makePaidEpisode(shop)
      await buyByCard(shop, member, episode_id)
      const [paidBack, handed] = await Promise.all([
        refund(member, { episode_id }).then(
          () => true,
          () => false,
        ),
        handOut(member, episode_id),
      ])
      expect([paidBack, handed].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('a top-up', () => {
  test('what is left of it is paid back whenever, less what of its bonus was spent', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 10_000)
    const episode_id = await makePaidEpisode(shop, { price: 1_500 })
    await buyWithPoints(member, episode_id, 1_500)
    shop.clock.advance(100 * day)
    const { results } = await member.call(transactions.listPoints, { query: {} })
    expect(results.find(({ kind }) => kind === 'paid')?.refundable).toMatchObject({
      ...{ can: true, won: 8_500, paid_point: 8_800, event_point: 0, spent_bonus: 300 },
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'settled', won: 8_500 })
    expect(atGateway(order_id)).toBe(1_500)
    expect(await readMemberLedger(shop, member)).toMatchObject({
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

  test('nobody lives on the bonus: what of it was spent is taken off the won, and comes back with it', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 100_000)
    const episode_id = await makePaidEpisode(shop, { price: 6_000 })
    await buyWithPoints(member, episode_id, 6_000)
    expect(await lotOf(member)).toMatchObject({
      ...{ can: true, won: 94_000, paid_point: 100_000, event_point: 0, spent_bonus: 6_000 },
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'settled', won: 94_000 })
    expect(shop.gateway.payments(order_id)).toMatchObject([
      { status: 'PARTIAL_CANCELED', balanceAmount: 6_000 },
    ])
    expect(await readMemberLedger(shop, member)).toMatchObject({
      paid_point: 0,
      event_point: 0,
      won: 6_000,
    })
    expect(await lotOf(member)).toMatchObject({ can: false, obstacle: 'already_refunded' })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
    // The episode is paid back with the bonus; then what was kept back for that is owed, and the bonus goes.
    await refund(member, { episode_id })
    expect(await readMemberLedger(shop, member)).toMatchObject({ event_point: 6_000 })
    expect(await lotOf(member)).toMatchObject({ can: true, won: 6_000, event_point: 6_000 })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'settled', won: 6_000 })
    expect(atGateway(order_id)).toBe(0)
    expect(await readMemberLedger(shop, member)).toMatchObject({
      event_point: 0,
      event_lots: 0,
      won: 0,
    })
  })

  test('where no won would be left it is refused, and says why', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 10_000)
    await buyWithPoints(member, await makePaidEpisode(shop, { price: 10_000 }), 10_000)
    expect(await lotOf(member)).toMatchObject({ can: false, obstacle: 'bonus_spent', won: 0 })
    await expectRefused(refund(member, { order_id }), 'bonus_spent')
    expect(await readMemberLedger(shop, member)).toMatchObject({ paid_point: 300 })
  })

  test('a bonus that lapsed unspent takes nothing off', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 10_000)
    shop.clock.advance(400 * day)
    await shop.tend()
    expect(await lotOf(member)).toMatchObject({ can: true, won: 10_000, spent_bonus: 0 })
    expect(await refund(member, { order_id })).toMatchObject({ won: 10_000, event_point: 0 })
  })

  test('with its bonus unspent: both go, and the order is cancelled', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 10_000)
    expect(await refund(member, { order_id })).toMatchObject({ won: 10_000, event_point: 300 })
    expect(await readMemberLedger(shop, member)).toEqual({
      ...{ event_point: 0, event_lots: 0, paid_point: 0, paid_lots: 0, won: 0 },
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
  })

  test('points that came back to it are paid back in turn', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 5_000)
    const episode_id = await makePaidEpisode(shop, { price: 2_000 })
    await buyWithPoints(member, episode_id, 2_000)
    await refund(member, { order_id })
    await refund(member, { episode_id })
    expect(await readMemberLedger(shop, member)).toMatchObject({
      paid_point: 2_000,
      paid_lots: 2_000,
    })
    expect(await refund(member, { order_id })).toMatchObject({ won: 2_000, status: 'settled' })
    expect(atGateway(order_id)).toBe(0)
  })

  test('while it is uncertain its points are gone; refused for good they are back', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 10_000)
    shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { order_id })
    expect(status).toBe('reserved')
    expect(await readMemberLedger(shop, member)).toMatchObject({ event_point: 0, paid_point: 0 })
    shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'EXCEED_MAX_REFUND_DUE' })
    await workRefund(id)
    expect(await readMemberLedger(shop, member)).toEqual({
      ...{ event_point: 300, event_lots: 300, paid_point: 10_000, paid_lots: 10_000, won: 10_000 },
    })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'settled' })
  })

  test('spending and refunding at once: what was spent is not paid back', async () => {
    const member = await makeCustomer(shop)
    const { order_id } = await topUp(shop, member, 5_000)
    const episodes = await Promise.all(
      Array.from({ length: 5 }, () => makePaidEpisode(shop, { price: 1_000 })),
    )
    await Promise.allSettled([
      ...episodes.map((episode) => buyWithPoints(member, episode, 1_000)),
      ...Array.from({ length: 5 }, () => refund(member, { order_id })),
    ])
    const { results } = await member.call(transactions.listPurchases, { query: {} })
    const { won, paid_point, paid_lots } = await readMemberLedger(shop, member)
    expect(won).toBe(atGateway(order_id))
    expect([paid_point, paid_lots]).toEqual([won - results.length * 1_000, paid_point])
  })
})

describe('a subscription', () => {
  const chargeOf = async (member: Awaited<ReturnType<typeof makeSubscriber>>) =>
    (await member.mine()).subscription?.order_id ?? ''

  test('unplayed within seven days: the whole charge, and it ends', async () => {
    const member = await makeSubscriber(shop)
    const order_id = await chargeOf(member)
    expect(await refund(member, { order_id })).toMatchObject({ status: 'settled', won: 10_900 })
    expect(atGateway(order_id)).toBe(0)
    expect((await member.mine()).subscription).toMatchObject({
      ...{ status: 'ended', next_charge: null },
      refundable: { can: false, obstacle: 'already_refunded' },
    })
    await expectRefused(refund(member, { order_id }), 'already_refunded')
    await shop.pass(40)
    expect(shop.gateway.payments(order_id)).toHaveLength(1)
    // Whoever comes back is charged anew.
    await member.choose(2)
    expect((await member.mine()).subscription).toMatchObject({ status: 'active' })
  })

  test('nobody joins again before it is certain that the charge went back', async () => {
    const member = await makeSubscriber(shop)
    shop.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
    const { id, status } = await refund(member, { order_id: await chargeOf(member) })
    expect(status).toBe('reserved')
    await expect(member.choose(2)).rejects.toThrow('order_under_way')
    await workRefund(id)
    await member.choose(2)
    expect((await member.mine()).subscription).toMatchObject({ status: 'active' })
  })

  test('not once something was played in it, nor after seven days', async () => {
    const [played, late] = [await makeSubscriber(shop), await makeSubscriber(shop)]
    const wallet = await walletOf(played)
    await shop.transact((tx) => recordPlanUse(tx, wallet, shop.clock.now()))
    await expectRefused(refund(played, { order_id: await chargeOf(played) }), 'already_watched')
    shop.clock.advance(7 * day)
    await expectRefused(refund(late, { order_id: await chargeOf(late) }), 'too_late')
  })

  test('refused for good: it runs on to its end, and is not renewed', async () => {
    const member = await makeSubscriber(shop)
    const order_id = await chargeOf(member)
    shop.gateway.faults.add({ call: 'cancel', kind: 'code', code: 'NOT_CANCELABLE_PAYMENT' })
    expect(await refund(member, { order_id })).toMatchObject({ status: 'failed' })
    expect((await member.mine()).subscription).toMatchObject({
      ...{ status: 'active', auto_renew: false, next_charge: null },
    })
  })
})
