import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { expectProblem } from '#test/app/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from './subscribe.ts'

let shop: PaymentsTestApp
beforeAll(async () => void (shop = await openPaymentsTestApp()))
afterEach(() => shop.rest())
afterAll(() => shop?.close())

const { subscriptions } = endpoints
const day = 86_400_000
const agreed = { precautions_agreed: true, privacy_agreed: true }

const quote = (member: Subscriber, plan: number) =>
  member.call(subscriptions.quotePlan, { query: { subscription_plan_id: plan } })
const running = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('Nothing is subscribed to')
  return subscription
}
const bookedFor = async ({ id }: { id: number }) => {
  const { rows } = await shop.pool.query<{ won: number }>(
    `select coalesce(sum(won), 0)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [id],
  )
  return rows[0]?.won
}

test('the plans are for everybody, cheapest first', async () => {
  const { results, count } = await shop.call(subscriptions.listPlans, {})
  expect([count, results.map(({ price }) => price)]).toEqual([3, [7_900, 10_900, 13_900]])
})

describe('joining', () => {
  test('a card and a plan: charged once, open for a month, and written about', async () => {
    const member = await makeCustomer(shop)
    const { window, order, mine } = await member.choose(plans.standard)
    expect(order).toBeNull()
    expect(mine).toEqual({ subscription: null, card: null, charging_order_id: null })
    expect(window?.success_url).toMatch(/\/mypage\/plans\/card\/success\?plan=2&agreed=10900$/)
    const told = await quote(member, plans.standard)
    const joined = await member.register('approve', plans.standard)
    expect(joined.order).toMatchObject({
      ...{ kind: 'subscription', status: 'paid', amount: 10_900 },
      title: '한편 스탠다드 이용권 1개월',
    })
    expect(told).toMatchObject({ effective: 'now', amount_now: 10_900, credit: 0 })
    expect(joined.mine).toMatchObject({
      card: { company: '신한', masked_number: expect.stringContaining('*') },
      charging_order_id: null,
      subscription: {
        plan: { id: plans.standard },
        next_plan: null,
        ...{ status: 'active', auto_renew: true, failed: null },
        period_start: shop.clock.now().toISOString(),
        period_end: told.next_charge.at,
        next_charge: told.next_charge,
        refundable: { can: true, won: 10_900 },
        order_id: joined.order?.order_id,
      },
    })
    expect(shop.gateway.payments(joined.order?.order_id)).toHaveLength(1)
    const { rows } = await shop.pool.query<{ text: string }>(
      'select text from messages where recipient = $1',
      [member.email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toMatch(/10,900원[\s\S]*신한 [\s\S]*다음 결제: /)
  })

  test('both consents are needed, and a plan that is sold', async () => {
    const member = await makeCustomer(shop)
    const join = (body: object) =>
      expectProblem(
        member.call(subscriptions.subscribe, {
          body: { subscription_plan_id: 2, ...agreed, ...body },
        }),
      )
    expect(await join({ privacy_agreed: false })).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'privacy_agreed', code: 'must_agree' }],
    })
    expect(await join({ subscription_plan_id: 99 })).toMatchObject({
      errors: [{ field: 'subscription_plan_id', code: 'not_in_list' }],
    })
  })

  test('a card that is declined: says why, nothing runs, and another joins', async () => {
    const member = await makeCustomer(shop)
    const { window } = await member.choose(plans.basic)
    const returned = await shop.gateway.register(window!, 'INVALID_STOPPED_CARD')
    const say = () =>
      member.call(subscriptions.registerCard, {
        body: { ...returned, subscription_plan_id: plans.basic },
      })
    const why = { code: 'INVALID_STOPPED_CARD', detail: expect.stringContaining('정지') }
    expect(await expectProblem(say())).toMatchObject({
      ...{ status: 402, code: 'payment_declined', decline: why },
    })
    expect(await member.mine()).toMatchObject({ subscription: null, charging_order_id: null })
    // Said again, by a reload, it says the same.
    expect((await say()).order).toMatchObject({ status: 'failed', failure: why })
    await member.register('approve')
    const { order } = await member.choose(plans.basic)
    expect(order).toMatchObject({ status: 'paid', amount: 7_900 })
    expect(await bookedFor(member)).toBe(7_900)
  })

  test('pressed five times at once: one charge', async () => {
    const member = await makeCustomer(shop)
    await member.register()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        member.choose(plans.premium).then(
          ({ order }) => order?.status,
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'paid')).toHaveLength(1)
    expect(new Set(answers)).toSatisfy((set: Set<string>) =>
      [...set].every((one) => ['paid', 'order_under_way', 'same_plan'].includes(one)),
    )
    expect(await bookedFor(member)).toBe(13_900)
  })

  test('the window’s return said twice, at once and later, joins once', async () => {
    const member = await makeCustomer(shop)
    const { window } = await member.choose(plans.basic)
    const returned = await shop.gateway.register(window!)
    const say = () =>
      member.call(subscriptions.registerCard, {
        body: { ...returned, subscription_plan_id: plans.basic },
      })
    await Promise.all([say(), say(), say()])
    expect(await say()).toMatchObject({
      order: { status: 'paid', amount: 7_900 },
      mine: { subscription: { status: 'active' } },
    })
    expect(await bookedFor(member)).toBe(7_900)
  })

  test('a plan that was not agreed to, or another’s card, is not joined', async () => {
    const member = await makeCustomer(shop)
    const { window } = await member.choose(plans.basic)
    const returned = await shop.gateway.register(window!)
    const say = (who: Pick<Subscriber, 'call'>, plan: number) =>
      expectProblem(
        who.call(subscriptions.registerCard, { body: { ...returned, subscription_plan_id: plan } }),
      )
    expect(await say(member, plans.premium)).toMatchObject({
      errors: [{ field: 'subscription_plan_id', code: 'must_agree' }],
    })
    expect(await say(await makeMember(shop), plans.basic)).toMatchObject({
      code: 'payment_mismatch',
    })
    shop.clock.advance(day)
    expect(await say(member, plans.basic)).toMatchObject({ code: 'invalid_request' })
  })

  test('a card is not tried over and over', async () => {
    const { id } = await makeCustomer(shop)
    const wanted = { subscription_plan_id: plans.basic, ...agreed }
    const ask = () => subscribe({ ...shop.parts, limits: true }, id, wanted, shop.clock.now())
    for (let time = 0; time < 10; time++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', retry_after: 3_600 })
  })

  test('a card’s window that was left for too long', async () => {
    const member = await makeCustomer(shop)
    const window = await member.call(subscriptions.openCardWindow, {})
    const returned = await shop.gateway.register(window)
    shop.clock.advance(3 * 3_600_000)
    expect(
      await expectProblem(member.call(subscriptions.registerCard, { body: returned })),
    ).toMatchObject({
      code: 'payment_declined',
      decline: { detail: expect.stringContaining('처음부터') },
    })
    expect((await member.mine()).card).toBeNull()
  })
})

describe('changing', () => {
  test('upward: at once, less what is left, a new month from now', async () => {
    const member = await makeSubscriber(shop, plans.basic)
    const { period_start, period_end } = await running(member)
    const length = Date.parse(period_end) - Date.parse(period_start)
    shop.clock.advance(length / 4)
    const told = await quote(member, plans.premium)
    // Three quarters of 7,900 won are left.
    expect(told).toMatchObject({ effective: 'now', credit: 5_925, amount_now: 7_975 })
    const { order, mine } = await member.choose(plans.premium)
    expect(order).toMatchObject({ status: 'paid', amount: 7_975 })
    expect(mine.subscription).toMatchObject({
      plan: { id: plans.premium },
      period_start: shop.clock.now().toISOString(),
      next_charge: told.next_charge,
    })
    expect(await bookedFor(member)).toBe(7_900 + 7_975)
  })

  test('upward after it was stopped: it goes on', async () => {
    const member = await makeSubscriber(shop, plans.basic)
    await member.renews(false)
    expect((await member.choose(plans.standard)).mine.subscription).toMatchObject({
      ...{ auto_renew: true, next_charge: { amount: 10_900 } },
    })
  })

  test('upward in the very moment of joining', async () => {
    const member = await makeSubscriber(shop, plans.basic)
    const { order } = await member.choose(plans.premium)
    expect(order).toMatchObject({ status: 'paid', amount: 6_000 })
  })

  test.each([
    ['renewed', true],
    ['stopped', false],
  ])('upward with a card that is declined, %s: all stays as it was', async (_name, auto_renew) => {
    const member = await makeSubscriber(shop, plans.basic)
    await member.renews(auto_renew)
    const before = await member.mine()
    shop.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
    expect(await expectProblem(member.choose(plans.standard))).toMatchObject({
      code: 'payment_declined',
    })
    expect(await member.mine()).toEqual(before)
  })

  test('downward: with the next period, and taken back before it', async () => {
    const member = await makeSubscriber(shop, plans.premium)
    const { period_end } = await running(member)
    expect(await quote(member, plans.basic)).toMatchObject({
      ...{ effective: 'next_period', amount_now: 0, credit: 0 },
      next_charge: { at: period_end, amount: 7_900 },
    })
    const { order, window, mine } = await member.choose(plans.basic)
    expect([order, window]).toEqual([null, null])
    expect(mine.subscription).toMatchObject({
      ...{ plan: { id: plans.premium }, next_plan: { id: plans.basic } },
      next_charge: { at: period_end, amount: 7_900 },
    })
    expect(await expectProblem(member.choose(plans.basic))).toMatchObject({ code: 'same_plan' })
    expect((await member.choose(plans.premium)).mine.subscription?.next_plan).toBeNull()
    await member.choose(plans.basic)
    await shop.passTo(period_end)
    expect(await running(member)).toMatchObject({
      ...{ plan: { id: plans.basic }, next_plan: null, period_start: period_end },
    })
    expect(await bookedFor(member)).toBe(13_900 + 7_900)
  })

  test('the same plan: nothing to do; after it was stopped it goes on, for nothing', async () => {
    const member = await makeSubscriber(shop)
    expect(await expectProblem(member.choose(plans.standard))).toMatchObject({
      ...{ status: 409, code: 'same_plan' },
    })
    expect(await expectProblem(quote(member, plans.standard))).toMatchObject({ code: 'same_plan' })
    await member.renews(false)
    expect(await quote(member, plans.standard)).toMatchObject({
      ...{ effective: 'next_period', amount_now: 0 },
    })
    const { order, mine } = await member.choose(plans.standard)
    expect(order).toBeNull()
    expect(mine.subscription).toMatchObject({ auto_renew: true, next_charge: { amount: 10_900 } })
    expect(await bookedFor(member)).toBe(10_900)
  })

  test('after the end it begins anew, from that day', async () => {
    const member = await makeSubscriber(shop)
    await member.renews(false)
    await shop.pass(40)
    expect(await running(member)).toMatchObject({ status: 'ended' })
    const { mine } = await member.choose(plans.basic)
    expect(mine.subscription).toMatchObject({
      ...{ status: 'active', auto_renew: true, plan: { id: plans.basic } },
      started_at: shop.clock.now().toISOString(),
      period_start: shop.clock.now().toISOString(),
    })
  })

  test('while a charge is owed: a cheaper plan is paid at once, from where the last period ended', async () => {
    const member = await makeSubscriber(shop, plans.premium, 'decline_later')
    const { period_end } = await running(member)
    await shop.passTo(period_end)
    await shop.pass(0.5)
    await expectProblem(member.choose(plans.basic))
    // Declined, and it is the cheaper one that is owed from now on.
    expect(await running(member)).toMatchObject({
      ...{ status: 'past_due', next_charge: { amount: 7_900 }, next_plan: { id: plans.basic } },
    })
    const { order, mine } = await member.register('approve')
    expect(order).toMatchObject({ status: 'paid', amount: 7_900 })
    expect(mine.subscription).toMatchObject({
      ...{ status: 'active', plan: { id: plans.basic }, next_plan: null, failed: null },
      period_start: period_end,
    })
  })
})

describe('the amount that was agreed to', () => {
  const choose = (member: Subscriber, plan: number, agreed_amount?: number) =>
    member.call(subscriptions.subscribe, {
      body: {
        subscription_plan_id: plan,
        ...agreed,
        ...(agreed_amount === undefined ? {} : { agreed_amount }),
      },
    })

  test('another by then: nothing is charged, and the new one is told', async () => {
    const member = await makeSubscriber(shop, plans.basic)
    const { amount_now } = await quote(member, plans.premium)
    shop.clock.advance(6 * 3_600_000)
    const now = (await quote(member, plans.premium)).amount_now
    expect(now).toBeGreaterThan(amount_now)
    expect(await expectProblem(choose(member, plans.premium, amount_now))).toMatchObject({
      ...{ status: 409, code: 'amount_changed', amount: now },
    })
    expect(await running(member)).toMatchObject({ plan: { id: plans.basic } })
    expect(await bookedFor(member)).toBe(7_900)
    const { order } = await choose(member, plans.premium, now)
    expect(order).toMatchObject({ status: 'paid', amount: now })
  })

  test('nothing is charged now: 0 is what was agreed to; who agreed to none is charged as before', async () => {
    const member = await makeSubscriber(shop, plans.standard)
    expect(await expectProblem(choose(member, plans.basic, 7_900))).toMatchObject({
      ...{ code: 'amount_changed', amount: 0 },
    })
    await choose(member, plans.basic, 0)
    expect(await running(member)).toMatchObject({ next_plan: { id: plans.basic } })
    expect((await choose(member, plans.premium)).order).toMatchObject({ status: 'paid' })
  })

  test('before a card is asked for, too', async () => {
    const member = await makeCustomer(shop)
    expect(await expectProblem(choose(member, plans.basic, 7_899))).toMatchObject({
      ...{ code: 'amount_changed', amount: 7_900 },
    })
    expect((await choose(member, plans.basic, 7_900)).window).not.toBeNull()
  })
})
