import { endpoints } from '#contract/index.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(async () => {
  await setPrice(plans.basic, 7_900)
  await setPrice(plans.standard, 10_900)
  await app.rest()
})
afterAll(() => app?.close())

const setPrice = (id: number, price: number) =>
  app.pool.query('update subscription_plans set price = $2 where id = $1', [id, price])
const current = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('The member has no subscription')
  return subscription
}
/** Passes to the next charge. @returns the amounts of all paid charges of the member. */
const renew = async (member: Subscriber) => {
  await app.passTo((await current(member)).period_end)
  return charges(member)
}
const charges = async ({ id }: Subscriber) => {
  const { rows } = await app.pool.query<{ amount: number }>(
    `select o.amount from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.status = 'paid' order by o.id`,
    [id],
  )
  return rows.map(({ amount }) => amount)
}
const quote = (member: Subscriber, subscription_plan_id: number) =>
  member.call(endpoints.subscriptions.previewPlanChange, { query: { subscription_plan_id } })

describe('a running subscription, after the price of its plan rose', () => {
  it('is renewed at the price that its member agreed to, and shows it', async () => {
    const member = await makeSubscriber(app, plans.standard)
    await setPrice(plans.standard, 14_900)
    expect(await current(member)).toMatchObject({
      plan: { price: 10_900 },
      next_charge: { amount: 10_900 },
    })
    expect(await renew(member)).toEqual([10_900, 10_900])
    expect(await renew(member)).toEqual([10_900, 10_900, 10_900])
  })

  it('keeps the price when renewal is stopped and resumed', async () => {
    const member = await makeSubscriber(app, plans.standard)
    await setPrice(plans.standard, 14_900)
    await member.renews(false)
    expect(await quote(member, plans.standard)).toMatchObject({ next_charge: { amount: 10_900 } })
    await member.choose(plans.standard)
    expect(await renew(member)).toEqual([10_900, 10_900])
  })

  it('pays the agreed price when a declined renewal is paid later', async () => {
    const member = await makeSubscriber(app, plans.standard, 'decline_later')
    await setPrice(plans.standard, 14_900)
    await renew(member)
    expect(await current(member)).toMatchObject({ status: 'past_due' })
    expect(await quote(member, plans.standard)).toMatchObject({ amount_now: 10_900 })
    await member.register('approve')
    expect((await charges(member)).at(-1)).toBe(10_900)
  })

  it('pays the current price after it ended and is started again', async () => {
    const member = await makeSubscriber(app, plans.standard)
    await setPrice(plans.standard, 14_900)
    await member.renews(false)
    await renew(member)
    expect(await current(member)).toMatchObject({ status: 'ended' })
    await member.choose(plans.standard)
    expect(await charges(member)).toEqual([10_900, 14_900])
  })
})

it('agrees to the price of the next plan when it is chosen', async () => {
  const member = await makeSubscriber(app, plans.standard)
  await member.choose(plans.basic)
  await setPrice(plans.basic, 9_900)
  expect(await current(member)).toMatchObject({
    next_plan: { price: 7_900 },
    next_charge: { amount: 7_900 },
  })
  expect(await renew(member)).toEqual([10_900, 7_900])
  expect(await renew(member)).toEqual([10_900, 7_900, 7_900])
})

it('agrees to the current price of an upgrade', async () => {
  const member = await makeSubscriber(app, plans.basic)
  await setPrice(plans.standard, 14_900)
  await member.choose(plans.standard)
  expect(await current(member)).toMatchObject({
    plan: { price: 14_900 },
    next_charge: { amount: 14_900 },
  })
})
