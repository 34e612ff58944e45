import { endpoints } from '#contract/index.ts'
import { makeCustomer, makeSubscriber, openShop, plans, type Shop } from '#test/subscriptions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop?.close())

test('a card and a plan: charged once, open for a month', async () => {
  const member = await makeCustomer(shop)
  const { window, order, mine } = await member.choose(plans.standard)
  expect(order).toBeNull()
  expect(mine).toEqual({ subscription: null, card: null, charging_order_id: null })
  expect(window?.success_url).toMatch(/\/mypage\/plans\/card\/success\?plan=2$/)
  const joined = await member.register('approve', plans.standard)
  expect(joined.order).toMatchObject({ kind: 'subscription', status: 'paid', amount: 10_900 })
  expect(joined.mine).toMatchObject({
    card: { company: expect.any(String), masked_number: expect.stringContaining('*') },
    charging_order_id: null,
    subscription: {
      plan: { id: plans.standard },
      next_plan: null,
      ...{ status: 'active', auto_renew: true, failed: null },
      period_start: '2027-01-31T03:00:00.000Z',
      period_end: '2027-02-28T03:00:00.000Z',
      next_charge: { at: '2027-02-28T03:00:00.000Z', amount: 10_900 },
      refundable: { can: true, won: 10_900 },
      order_id: joined.order?.order_id,
    },
  })
  expect(shop.gateway.payments(joined.order?.order_id)).toHaveLength(1)
})

test('the plans are for everybody, cheapest first', async () => {
  const { results } = await shop.call(endpoints.subscriptions.listPlans, {})
  expect(results.map(({ price }) => price)).toEqual([7_900, 10_900, 13_900])
  expect(await makeSubscriber(shop)).toBeTruthy()
})
