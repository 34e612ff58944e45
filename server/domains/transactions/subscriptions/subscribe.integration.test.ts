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

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp()))
afterEach(() => app.rest())
afterAll(() => app?.close())

const { subscriptions } = endpoints
const day = 86_400_000
const agreed = { precautions_agreed: true, privacy_agreed: true }

const quote = (member: Subscriber, plan: number) =>
  member.call(subscriptions.previewPlanChange, { query: { subscription_plan_id: plan } })
const currentSubscription = async (member: Subscriber) => {
  const { subscription } = await member.mine()
  if (!subscription) throw new Error('The member has no subscription')
  return subscription
}
const postedWon = async ({ id }: { id: number }) => {
  const { rows } = await app.pool.query<{ won: number }>(
    `select coalesce(sum(amount_krw), 0)::int as won from ledger_entries e join wallets w on w.id = e.wallet_id
     where w.member_id = $1`,
    [id],
  )
  return rows[0]?.won
}

test('lists the plans to guests, cheapest first', async () => {
  const { results, count } = await app.call(subscriptions.listPlans, {})
  expect([count, results.map(({ price }) => price)]).toEqual([3, [7_900, 10_900, 13_900]])
})

describe('subscribing', () => {
  test('charges once, grants one month and sends an e-mail', async () => {
    const member = await makeCustomer(app)
    const {
      billing_auth: window,
      order,
      subscription_state: mine,
    } = await member.choose(plans.standard)
    expect(order).toBeNull()
    expect(mine).toEqual({ subscription: null, card: null, pending_order_id: null })
    expect(window?.success_url).toMatch(/\/mypage\/plans\/card\/success\?plan=2&agreed=10900$/)
    const quoted = await quote(member, plans.standard)
    const subscribed = await member.register('approve', plans.standard)
    expect(subscribed.order).toMatchObject({
      kind: 'subscription',
      status: 'paid',
      amount: 10_900,
      title: '스탠다드 이용권 1개월',
    })
    expect(quoted).toMatchObject({ effective: 'now', amount_now: 10_900, credit: 0 })
    expect(subscribed.subscription_state).toMatchObject({
      card: { company: '신한', masked_number: expect.stringContaining('*') },
      pending_order_id: null,
      subscription: {
        plan: { id: plans.standard },
        next_plan: null,
        status: 'active',
        auto_renew: true,
        failed: null,
        period_start: app.clock.now().toISOString(),
        period_end: quoted.next_charge.at,
        next_charge: quoted.next_charge,
        refundable: { is_refundable: true, amount: 10_900 },
        order_id: subscribed.order?.order_id,
      },
    })
    expect(app.gateway.payments(subscribed.order?.order_id)).toHaveLength(1)
    const { rows } = await app.pool.query<{ text: string }>(
      'select text from messages where recipient = $1',
      [member.email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toMatch(/10,900원[\s\S]*신한 [\s\S]*다음 결제: /)
  })

  test('requires both consents and a plan on sale', async () => {
    const member = await makeCustomer(app)
    const request = (body: object) =>
      expectProblem(
        member.call(subscriptions.subscribe, {
          body: { subscription_plan_id: 2, ...agreed, ...body },
        }),
      )
    expect(await request({ privacy_agreed: false })).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'privacy_agreed', code: 'consent_required' }],
    })
    expect(await request({ subscription_plan_id: 99 })).toMatchObject({
      errors: [{ field: 'subscription_plan_id', code: 'invalid_choice' }],
    })
  })

  test('reports why a card was declined, starts nothing, and accepts another card', async () => {
    const member = await makeCustomer(app)
    const { billing_auth: window } = await member.choose(plans.basic)
    const returned = await app.gateway.register(window!, 'INVALID_STOPPED_CARD')
    const submitCard = () =>
      member.call(subscriptions.registerCard, {
        body: { ...returned, subscription_plan_id: plans.basic },
      })
    const decline = { code: 'INVALID_STOPPED_CARD', detail: expect.stringContaining('정지') }
    expect(await expectProblem(submitCard())).toMatchObject({
      status: 402,
      code: 'payment_declined',
      decline,
    })
    expect(await member.mine()).toMatchObject({ subscription: null, pending_order_id: null })
    // A repeated request, as after a reload, gets the same result.
    expect((await submitCard()).order).toMatchObject({ status: 'failed', failure: decline })
    await member.register('approve')
    const { order } = await member.choose(plans.basic)
    expect(order).toMatchObject({ status: 'paid', amount: 7_900 })
    expect(await postedWon(member)).toBe(7_900)
  })

  test('charges once for five simultaneous requests', async () => {
    const member = await makeCustomer(app)
    await member.register()
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        member.choose(plans.premium).then(
          ({ order }) => order?.status,
          (error: { problem: { code: string } }) => error.problem.code,
        ),
      ),
    )
    expect(outcomes.filter((answer) => answer === 'paid')).toHaveLength(1)
    expect(new Set(outcomes)).toSatisfy((set: Set<string>) =>
      [...set].every((outcome) => ['paid', 'order_in_progress', 'same_plan'].includes(outcome)),
    )
    expect(await postedWon(member)).toBe(13_900)
  })

  test('subscribes once when the return from the window is submitted repeatedly', async () => {
    const member = await makeCustomer(app)
    const { billing_auth: window } = await member.choose(plans.basic)
    const returned = await app.gateway.register(window!)
    const submitReturn = () =>
      member.call(subscriptions.registerCard, {
        body: { ...returned, subscription_plan_id: plans.basic },
      })
    await Promise.all([submitReturn(), submitReturn(), submitReturn()])
    expect(await submitReturn()).toMatchObject({
      order: { status: 'paid', amount: 7_900 },
      subscription_state: { subscription: { status: 'active' } },
    })
    expect(await postedWon(member)).toBe(7_900)
  })

  test('rejects a plan without consent and the card return of another member', async () => {
    const member = await makeCustomer(app)
    const { billing_auth: window } = await member.choose(plans.basic)
    const returned = await app.gateway.register(window!)
    const submitReturn = (sender: Pick<Subscriber, 'call'>, plan: number) =>
      expectProblem(
        sender.call(subscriptions.registerCard, {
          body: { ...returned, subscription_plan_id: plan },
        }),
      )
    expect(await submitReturn(member, plans.premium)).toMatchObject({
      errors: [{ field: 'subscription_plan_id', code: 'consent_required' }],
    })
    expect(await submitReturn(await makeMember(app), plans.basic)).toMatchObject({
      code: 'payment_mismatch',
    })
    app.clock.advance(day)
    expect(await submitReturn(member, plans.basic)).toMatchObject({ code: 'invalid_request' })
  })

  test('limits the rate of subscription attempts', async () => {
    const { id } = await makeCustomer(app)
    const request = { subscription_plan_id: plans.basic, ...agreed }
    const attempt = () => subscribe({ ...app.parts, limits: true }, id, request, app.clock.now())
    for (let n = 0; n < 10; n++) await attempt()
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited', retry_after: 3_600 })
  })

  test('declines a card window that has expired', async () => {
    const member = await makeCustomer(app)
    const window = await member.call(subscriptions.createBillingAuth, {})
    const returned = await app.gateway.register(window)
    app.clock.advance(3 * 3_600_000)
    expect(
      await expectProblem(member.call(subscriptions.registerCard, { body: returned })),
    ).toMatchObject({
      code: 'payment_declined',
      decline: { detail: expect.stringContaining('처음부터') },
    })
    expect((await member.mine()).card).toBeNull()
  })
})

describe('changing the plan', () => {
  test('upgrades at once with a credit for the unused time and a new billing cycle', async () => {
    const member = await makeSubscriber(app, plans.basic)
    const { period_start, period_end } = await currentSubscription(member)
    const length = Date.parse(period_end) - Date.parse(period_start)
    app.clock.advance(length / 4)
    const quoted = await quote(member, plans.premium)
    // Three quarters of 7,900 won are unused.
    expect(quoted).toMatchObject({ effective: 'now', credit: 5_925, amount_now: 7_975 })
    const { order, subscription_state: mine } = await member.choose(plans.premium)
    expect(order).toMatchObject({ status: 'paid', amount: 7_975 })
    expect(mine.subscription).toMatchObject({
      plan: { id: plans.premium },
      period_start: app.clock.now().toISOString(),
      next_charge: quoted.next_charge,
    })
    expect(await postedWon(member)).toBe(7_900 + 7_975)
  })

  test('upgrades a subscription without auto-renewal and turns auto-renewal on', async () => {
    const member = await makeSubscriber(app, plans.basic)
    await member.renews(false)
    expect((await member.choose(plans.standard)).subscription_state.subscription).toMatchObject({
      auto_renew: true,
      next_charge: { amount: 10_900 },
    })
  })

  test('upgrades at the moment of subscribing', async () => {
    const member = await makeSubscriber(app, plans.basic)
    const { order } = await member.choose(plans.premium)
    expect(order).toMatchObject({ status: 'paid', amount: 6_000 })
  })

  test.each([
    ['renewed', true],
    ['stopped', false],
  ])('changes nothing when the card is declined for an upgrade (%s)', async (_name, auto_renew) => {
    const member = await makeSubscriber(app, plans.basic)
    await member.renews(auto_renew)
    const before = await member.mine()
    app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: 'REJECT_CARD_PAYMENT' })
    expect(await expectProblem(member.choose(plans.standard))).toMatchObject({
      code: 'payment_declined',
    })
    expect(await member.mine()).toEqual(before)
  })

  test('downgrades with the next period and can be reverted before it', async () => {
    const member = await makeSubscriber(app, plans.premium)
    const { period_end } = await currentSubscription(member)
    expect(await quote(member, plans.basic)).toMatchObject({
      effective: 'next_period',
      amount_now: 0,
      credit: 0,
      next_charge: { at: period_end, amount: 7_900 },
    })
    const {
      order,
      billing_auth: window,
      subscription_state: mine,
    } = await member.choose(plans.basic)
    expect([order, window]).toEqual([null, null])
    expect(mine.subscription).toMatchObject({
      plan: { id: plans.premium },
      next_plan: { id: plans.basic },
      next_charge: { at: period_end, amount: 7_900 },
    })
    expect(await expectProblem(member.choose(plans.basic))).toMatchObject({ code: 'same_plan' })
    expect(
      (await member.choose(plans.premium)).subscription_state.subscription?.next_plan,
    ).toBeNull()
    await member.choose(plans.basic)
    await app.passTo(period_end)
    expect(await currentSubscription(member)).toMatchObject({
      plan: { id: plans.basic },
      next_plan: null,
      period_start: period_end,
    })
    expect(await postedWon(member)).toBe(13_900 + 7_900)
  })

  test('rejects the current plan, or turns auto-renewal back on without a charge', async () => {
    const member = await makeSubscriber(app)
    expect(await expectProblem(member.choose(plans.standard))).toMatchObject({
      status: 409,
      code: 'same_plan',
    })
    expect(await expectProblem(quote(member, plans.standard))).toMatchObject({ code: 'same_plan' })
    await member.renews(false)
    expect(await quote(member, plans.standard)).toMatchObject({
      effective: 'next_period',
      amount_now: 0,
    })
    const { order, subscription_state: mine } = await member.choose(plans.standard)
    expect(order).toBeNull()
    expect(mine.subscription).toMatchObject({ auto_renew: true, next_charge: { amount: 10_900 } })
    expect(await postedWon(member)).toBe(10_900)
  })

  test('starts a new subscription after the old one has ended', async () => {
    const member = await makeSubscriber(app)
    await member.renews(false)
    await app.pass(40)
    expect(await currentSubscription(member)).toMatchObject({ status: 'ended' })
    const { subscription_state: mine } = await member.choose(plans.basic)
    expect(mine.subscription).toMatchObject({
      status: 'active',
      auto_renew: true,
      plan: { id: plans.basic },
      started_at: app.clock.now().toISOString(),
      period_start: app.clock.now().toISOString(),
    })
  })

  test('charges a cheaper plan at once while past due, from the end of the last period', async () => {
    const member = await makeSubscriber(app, plans.premium, 'decline_later')
    const { period_end } = await currentSubscription(member)
    await app.passTo(period_end)
    await app.pass(0.5)
    await expectProblem(member.choose(plans.basic))
    // The card was declined, and the cheaper plan is due from now on.
    expect(await currentSubscription(member)).toMatchObject({
      status: 'past_due',
      next_charge: { amount: 7_900 },
      next_plan: { id: plans.basic },
    })
    const { order, subscription_state: mine } = await member.register('approve')
    expect(order).toMatchObject({ status: 'paid', amount: 7_900 })
    expect(mine.subscription).toMatchObject({
      status: 'active',
      plan: { id: plans.basic },
      next_plan: null,
      failed: null,
      period_start: period_end,
    })
  })
})

describe('the agreed amount', () => {
  const choose = (member: Subscriber, plan: number, agreed_amount?: number) =>
    member.call(subscriptions.subscribe, {
      body: {
        subscription_plan_id: plan,
        ...agreed,
        ...(agreed_amount === undefined ? {} : { agreed_amount }),
      },
    })

  test('charges nothing and returns the new amount when the amount has changed', async () => {
    const member = await makeSubscriber(app, plans.basic)
    const { amount_now } = await quote(member, plans.premium)
    app.clock.advance(6 * 3_600_000)
    const now = (await quote(member, plans.premium)).amount_now
    expect(now).toBeGreaterThan(amount_now)
    expect(await expectProblem(choose(member, plans.premium, amount_now))).toMatchObject({
      status: 409,
      code: 'amount_changed',
      amount: now,
    })
    expect(await currentSubscription(member)).toMatchObject({ plan: { id: plans.basic } })
    expect(await postedWon(member)).toBe(7_900)
    const { order } = await choose(member, plans.premium, now)
    expect(order).toMatchObject({ status: 'paid', amount: now })
  })

  test('accepts 0 for a change without a charge, and skips the check without an agreed amount', async () => {
    const member = await makeSubscriber(app, plans.standard)
    expect(await expectProblem(choose(member, plans.basic, 7_900))).toMatchObject({
      code: 'amount_changed',
      amount: 0,
    })
    await choose(member, plans.basic, 0)
    expect(await currentSubscription(member)).toMatchObject({ next_plan: { id: plans.basic } })
    expect((await choose(member, plans.premium)).order).toMatchObject({ status: 'paid' })
  })

  test('checks the agreed amount before opening the card window', async () => {
    const member = await makeCustomer(app)
    expect(await expectProblem(choose(member, plans.basic, 7_899))).toMatchObject({
      code: 'amount_changed',
      amount: 7_900,
    })
    expect((await choose(member, plans.basic, 7_900)).billing_auth).not.toBeNull()
  })
})
